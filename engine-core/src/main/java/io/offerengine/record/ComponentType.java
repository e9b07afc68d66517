package io.offerengine.record;

import io.offerengine.schema.FieldType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a component of a record may hold. */
enum ComponentType {
  LONG(FieldType.INTEGER, "BoxedInteger", long.class, Long.class),
  INT(FieldType.INTEGER, "BoxedInteger", int.class, Integer.class),
  DOUBLE(FieldType.NUMBER, "BoxedDouble", double.class, Double.class),
  BOOLEAN(FieldType.BOOLEAN, "BoxedBoolean", boolean.class, Boolean.class),
  TEXT(FieldType.TEXT, "Text", String.class),
  TEXTS(FieldType.TEXT_LIST, "Texts", List.class),
  CONSTANT(FieldType.TEXT, "Constant", Enum.class),
  DATE(FieldType.DATE, "Date", LocalDate.class),
  INSTANT(FieldType.INSTANT, "Instant", Instant.class);

  /** The types that messages allow. */
  static final String ALLOWED =
      "long, int, double, boolean, their boxes, String, List<String>, an enum, LocalDate or"
          + " Instant";

  /** The type of the field that such a component becomes. */
  final FieldType fieldType;

  /** The end of the name of the method of {@link MappedComponent} that reads such an object. */
  final String object;

  private final Class<?> held;
  private final Class<?> box;

  ComponentType(FieldType fieldType, String object, Class<?> held) {
    this(fieldType, object, held, held);
  }

  ComponentType(FieldType fieldType, String object, Class<?> held, Class<?> box) {
    this.fieldType = fieldType;
    this.object = object;
    this.held = held;
    this.box = box;
  }

  /** Returns the type of a component; null if no field can have its values. */
  static @Nullable ComponentType of(RecordComponent component) {
    Class<?> type = component.getType();
    if (type == List.class) {
      return component.getGenericType() instanceof ParameterizedType list
              && list.getActualTypeArguments()[0] == String.class
          ? TEXTS
          : null;
    }
    Class<?> known = type.isEnum() ? Enum.class : type;
    return Stream.of(values())
        .filter(each -> each.held == known || each.box == known)
        .findAny()
        .orElse(null);
  }

  /** Returns whether a component of this type may stand for a field. */
  boolean fits(FieldType type) {
    return this == TEXT ? type.isText() : type == fieldType;
  }
}
