package io.offerengine.record;

import io.offerengine.schema.Collation;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldBuilder;
import io.offerengine.schema.Schema;
import io.offerengine.schema.Tier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Finds or makes the fields of a record's components. */
final class RecordFields {
  /** By name, since the engine runs without JSpecify. */
  private static final String NULLABLE = "org.jspecify.annotations.Nullable";

  private final Class<? extends Record> record;
  private final List<Described> components = new ArrayList<>();

  /** A component as the record declares it. */
  private record Described(
      RecordComponent component, ComponentType type, OfferField hints, boolean isNullable) {
    String fieldName() {
      return hints.name().isEmpty() ? component.getName() : hints.name();
    }

    /** Returns the constants of an enum by their names, in their order. */
    Map<String, Object> constants() {
      Map<String, Object> constants = new LinkedHashMap<>();
      if (type == ComponentType.CONSTANT) {
        for (Object constant : component.getType().getEnumConstants()) {
          constants.put(((Enum<?>) constant).name(), constant);
        }
      }
      return constants;
    }
  }

  /** Has the annotation that stands for none. */
  private record Unannotated(@OfferField int component) {
    static final OfferField HINTS =
        Unannotated.class.getRecordComponents()[0].getAnnotation(OfferField.class);
  }

  RecordFields(Class<? extends Record> record) {
    this.record = record;
    for (RecordComponent component : record.getRecordComponents()) {
      components.add(described(component));
    }
    if (components.isEmpty()) {
      throw new IllegalArgumentException(record.getSimpleName() + " has no components");
    }
    atMostOne("the identifier", each -> each.hints.identifier());
    atMostOne("the field by which results collapse", each -> each.hints.fold());
  }

  private static Described described(RecordComponent component) {
    ComponentType type = ComponentType.of(component);
    if (type == null) {
      throw refused(component, "is of the type " + typeOf(component), ComponentType.ALLOWED);
    }
    boolean isNullable = isNullable(component);
    if (isNullable && component.getType().isPrimitive()) {
      throw refused(component, "is a primitive, which is never null", "a box such as Integer");
    }
    OfferField hints =
        Optional.ofNullable(component.getAnnotation(OfferField.class)).orElse(Unannotated.HINTS);
    boolean isInteger = type == ComponentType.LONG || type == ComponentType.INT;
    if (hints.identifier() && (!isInteger || isNullable)) {
      String got = isInteger ? "may be null" : "of the type " + typeOf(component);
      throw refused(component, "is the identifier, but " + got, "a long or an int");
    }
    return new Described(component, type, hints, isNullable);
  }

  private static String typeOf(RecordComponent component) {
    return component.getGenericType().getTypeName();
  }

  private static boolean isNullable(RecordComponent component) {
    return Arrays.stream(component.getAnnotatedType().getAnnotations())
        .anyMatch(each -> each.annotationType().getName().equals(NULLABLE));
  }

  private void atMostOne(String role, Predicate<Described> has) {
    List<String> found =
        components.stream().filter(has).map(each -> each.component.getName()).toList();
    if (found.size() > 1) {
      throw new IllegalArgumentException(
          record.getSimpleName() + ": one component is " + role + ", but these are: " + found);
    }
  }

  /** Returns the name of the field that identifies an offer. */
  String identifier() {
    return components.stream()
        .filter(each -> each.hints.identifier())
        .map(Described::fieldName)
        .findAny()
        .orElseThrow(() ->
            new IllegalArgumentException(
                record.getSimpleName()
                    + " has no identifier; one component, a long or an int, has"
                    + " @OfferField(identifier = true)"));
  }

  /**
   * Adds the fields that a schema lacks, and returns the components with their fields. If a
   * component is refused, no field is added.
   */
  List<MappedComponent> addedTo(Schema.Builder schema) {
    Set<String> missing = new LinkedHashSet<>();
    for (Described each : components) {
      Field known = schema.added(each.fieldName()).orElse(null);
      check(each, known, schema.idField());
      if (known == null) {
        missing.add(each.fieldName());
      }
    }
    schema.requireFree(List.copyOf(missing));
    // What else is refused, a schema without other fields refuses, too.
    addMissing(Schema.builder(record.getSimpleName(), schema.idField().name()));
    return addMissing(schema);
  }

  private List<MappedComponent> addMissing(Schema.Builder schema) {
    List<MappedComponent> mapped = new ArrayList<>();
    for (Described each : components) {
      Field known = schema.added(each.fieldName()).orElse(null);
      check(each, known, schema.idField());
      mapped.add(mapped(each, known == null ? added(each, schema) : known));
    }
    return mapped;
  }

  /** Returns the components with their fields of a schema. */
  List<MappedComponent> of(Schema schema) {
    List<MappedComponent> mapped = new ArrayList<>();
    for (Described each : components) {
      Field field = schema.field(each.fieldName()).orElse(null);
      if (field == null) {
        throw refused(
            each.component, "is no field of the schema " + schema, "one of " + schema.fields());
      }
      check(each, field, schema.idField());
      mapped.add(mapped(each, field));
    }
    return mapped;
  }

  private static Field added(Described each, Schema.Builder schema) {
    FieldBuilder<Field> builder = schema.field(each.fieldName(), each.type.fieldType);
    builder.tier(each.hints.tier()).unit(each.hints.unit());
    if (each.type == ComponentType.CONSTANT) {
      builder.collation(Collation.inOrder(List.copyOf(each.constants().keySet())));
    }
    if (each.type == ComponentType.BOOLEAN && !each.isNullable) {
      builder.absentAsFalse();
    } else if (!each.isNullable) {
      builder.required();
    }
    Field field = builder.add();
    if (each.hints.fold()) {
      schema.foldBy(field);
    }
    return field;
  }

  /** Checks that a component may stand for a field, or for a new one. */
  private static void check(Described each, @Nullable Field field, Field identifier) {
    if (field != null && !each.type.fits(field.type())) {
      String ofField = ", but the field " + field + " of the type " + field.type().label();
      throw refused(
          each.component,
          "is of the type " + typeOf(each.component) + ofField,
          "a component that fits its field");
    }
    if (each.hints.identifier() && field != identifier) {
      throw refused(
          each.component,
          "is the identifier under the name " + each.fieldName(),
          identifier + ", the identifier of the schema");
    }
    OfferField hints = each.hints;
    boolean saysMore = hints.fold() || hints.tier() != Tier.WARM || !hints.unit().isEmpty();
    if (field != null && saysMore) {
      throw refused(
          each.component,
          "has a tier, a unit or a fold, but its field was declared before",
          "a name and identifier alone");
    }
  }

  private static MappedComponent mapped(Described each, Field field) {
    return new MappedComponent(
        nameOf(each.component),
        each.type,
        each.component.getType(),
        each.isNullable,
        each.constants(),
        field);
  }

  private static String nameOf(RecordComponent component) {
    return component.getDeclaringRecord().getSimpleName() + "." + component.getName();
  }

  private static IllegalArgumentException refused(
      RecordComponent component, String problem, String allowed) {
    return new IllegalArgumentException(
        nameOf(component) + " " + problem + "; allowed: " + allowed);
  }
}
