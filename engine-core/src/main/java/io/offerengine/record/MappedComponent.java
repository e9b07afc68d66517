package io.offerengine.record;

import static java.lang.invoke.MethodType.methodType;

import io.offerengine.Match;
import io.offerengine.schema.DateField;
import io.offerengine.schema.Field;
import io.offerengine.schema.InstantField;
import io.offerengine.schema.Offer;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One component of a record, and the field that has its values.
 *
 * <p>It is a record because the compiler trusts the values of a record to which a method handle is
 * bound. So the compiler drops the branches for other types, and compiles the methods of all
 * components as one. Each type is read by a method of its own, which is small enough to be inlined.
 *
 * @param name the record and the component, for messages
 * @param type what the component holds
 * @param raw the class of the component
 * @param isNullable whether null stands for an absent value
 * @param constants the constants of an enum by their names; empty for another type
 * @param field the field
 */
record MappedComponent(
    String name,
    ComponentType type,
    Class<?> raw,
    boolean isNullable,
    Map<String, Object> constants,
    Field field) {
  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

  /**
   * Returns a handle of the type {@code (Offer.Builder, R)void} that sets the value of the field.
   *
   * @param accessor reads the component of a record
   */
  MethodHandle writer(MethodHandle accessor) {
    Class<?> written = !raw.isPrimitive() ? Object.class : raw == int.class ? long.class : raw;
    MethodHandle read = accessor.asType(accessor.type().changeReturnType(written));
    MethodHandle write = method("write", methodType(void.class, Offer.Builder.class, written));
    return MethodHandles.filterArguments(write, 1, read);
  }

  /** Returns a handle of the type {@code (Match)T} that reads the value of the field. */
  MethodHandle reader() {
    Class<?> read = raw.isPrimitive() ? raw : Object.class;
    String primitive = type.name().charAt(0) + type.name().substring(1).toLowerCase(Locale.ROOT);
    String method = "read" + (raw.isPrimitive() ? primitive : type.object);
    return method(method, methodType(read, Match.class)).asType(methodType(raw, Match.class));
  }

  private MethodHandle method(String method, MethodType methodType) {
    try {
      return LOOKUP.bind(this, method, methodType);
    } catch (NoSuchMethodException | IllegalAccessException e) {
      throw new LinkageError("a method of this class is missing", e);
    }
  }

  void write(Offer.Builder offer, long value) {
    offer.put(field, value);
  }

  void write(Offer.Builder offer, double value) {
    offer.put(field, value);
  }

  void write(Offer.Builder offer, boolean value) {
    offer.put(field, value);
  }

  void write(Offer.Builder offer, @Nullable Object value) {
    if (value == null) {
      requireNullable();
    } else if (type == ComponentType.TEXT) {
      offer.put(field, (String) value);
    } else if (type == ComponentType.CONSTANT) {
      offer.put(field, ((Enum<?>) value).name());
    } else if (type == ComponentType.LONG || type == ComponentType.INT) {
      offer.put(field, ((Number) value).longValue());
    } else if (type == ComponentType.DOUBLE) {
      offer.put(field, (double) value);
    } else if (type == ComponentType.BOOLEAN) {
      offer.put(field, (boolean) value);
    } else if (type == ComponentType.DATE) {
      offer.set((DateField) field, (LocalDate) value);
    } else if (type == ComponentType.INSTANT) {
      offer.set((InstantField) field, (Instant) value);
    } else {
      writeTexts(offer, value);
    }
  }

  @SuppressWarnings("unchecked") // the component is a List<String>
  private void writeTexts(Offer.Builder offer, Object value) {
    try {
      offer.put(field, (List<String>) value);
    } catch (NullPointerException nullInList) {
      throw new IllegalArgumentException(
          name + " has a null in " + value + "; a list has texts alone", nullInList);
    }
  }

  private void requireNullable() {
    if (!isNullable) {
      throw new IllegalArgumentException(
          name + " is null; null is allowed if the component's type is @Nullable");
    }
  }

  long readLong(Match match) {
    try {
      return match.integer(field);
    } catch (IllegalStateException absent) {
      throw absent(match);
    }
  }

  int readInt(Match match) {
    long value = readLong(match);
    if (value != (int) value) {
      throw new IllegalStateException(
          name + " is an int, but the offer " + match.id() + " has " + value + "; use a long");
    }
    return (int) value;
  }

  double readDouble(Match match) {
    double value = match.number(field);
    if (Double.isNaN(value)) {
      throw absent(match);
    }
    return value;
  }

  boolean readBoolean(Match match) {
    try {
      return match.flag(field);
    } catch (IllegalStateException absent) {
      throw absent(match);
    }
  }

  @Nullable Object readBoxedInteger(Match match) {
    if (isNullable && !match.has(field)) {
      return null;
    }
    return type == ComponentType.INT ? (Object) readInt(match) : (Object) readLong(match);
  }

  @Nullable Object readBoxedDouble(Match match) {
    double value = match.number(field);
    return required(Double.isNaN(value) ? null : (Object) value, match);
  }

  @Nullable Object readBoxedBoolean(Match match) {
    return isNullable && !match.has(field) ? null : (Object) readBoolean(match);
  }

  @Nullable Object readText(Match match) {
    return required(match.text(field), match);
  }

  @Nullable Object readTexts(Match match) {
    return required(match.texts(field), match);
  }

  @Nullable Object readConstant(Match match) {
    String text = match.text(field);
    Object constant = text == null ? null : constants.get(text);
    if (constant == null && text != null) {
      String allowed = name + " is one of " + constants.keySet();
      throw new IllegalStateException(allowed + ", but the offer " + match.id() + " has " + text);
    }
    return required(constant, match);
  }

  @Nullable Object readDate(Match match) {
    return required(match.get((DateField) field), match);
  }

  @Nullable Object readInstant(Match match) {
    return required(match.get((InstantField) field), match);
  }

  /** Returns a value, or null for an absent one, unless the component needs a value. */
  private @Nullable Object required(@Nullable Object value, Match match) {
    if (value == null && !isNullable) {
      throw absent(match);
    }
    return value;
  }

  private IllegalStateException absent(Match match) {
    String problem = name + " needs a value, but the offer " + match.id() + " has no " + field;
    return new IllegalStateException(
        problem + "; absent values are allowed if the component's type is @Nullable");
  }
}
