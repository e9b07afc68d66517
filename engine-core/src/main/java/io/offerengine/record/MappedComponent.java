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
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One component of a record, and the field that has its values.
 *
 * <p>It is a record, so that the compiler trusts its values where a method handle is bound to it.
 * Each value is read and written by a small method for its type, so that the JVM compiles the
 * methods of all components as one.
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
    Class<?> written = raw.isPrimitive() ? raw : Object.class;
    MethodHandle read = accessor.asType(accessor.type().changeReturnType(written));
    MethodHandle write = method("write", methodType(void.class, Offer.Builder.class, written));
    return MethodHandles.filterArguments(write, 1, read);
  }

  /** Returns a handle of the type {@code (Match)T} that reads the value of the field. */
  MethodHandle reader() {
    Class<?> read = raw.isPrimitive() ? raw : Object.class;
    return method("read", methodType(read, Match.class)).asType(methodType(raw, Match.class));
  }

  private MethodHandle method(String prefix, MethodType methodType) {
    String suffix = raw.isPrimitive() ? type.primitive : type.object;
    try {
      return LOOKUP.bind(this, prefix + suffix, methodType);
    } catch (NoSuchMethodException | IllegalAccessException e) {
      throw new LinkageError("a method of this class is missing", e);
    }
  }

  void writeLong(Offer.Builder offer, long value) {
    offer.put(field, value);
  }

  void writeInt(Offer.Builder offer, int value) {
    offer.put(field, (long) value);
  }

  void writeDouble(Offer.Builder offer, double value) {
    offer.put(field, value);
  }

  void writeBoolean(Offer.Builder offer, boolean value) {
    offer.put(field, value);
  }

  void writeBoxedInteger(Offer.Builder offer, @Nullable Object value) {
    if (value == null) {
      requireNullable();
    } else {
      offer.put(field, ((Number) value).longValue());
    }
  }

  void writeBoxedDouble(Offer.Builder offer, @Nullable Object value) {
    if (value == null) {
      requireNullable();
    } else {
      offer.put(field, (double) value);
    }
  }

  void writeBoxedBoolean(Offer.Builder offer, @Nullable Object value) {
    if (value == null) {
      requireNullable();
    } else {
      offer.put(field, (boolean) value);
    }
  }

  void writeText(Offer.Builder offer, @Nullable Object value) {
    if (value == null) {
      requireNullable();
    } else {
      offer.put(field, (String) value);
    }
  }

  @SuppressWarnings("unchecked") // the component is a List<String>
  void writeTexts(Offer.Builder offer, @Nullable Object value) {
    if (value == null) {
      requireNullable();
      return;
    }
    try {
      offer.put(field, (List<String>) value);
    } catch (NullPointerException nullInList) {
      throw new IllegalArgumentException(
          name + " has a null in " + value + "; a list has texts alone", nullInList);
    }
  }

  void writeConstant(Offer.Builder offer, @Nullable Object value) {
    if (value == null) {
      requireNullable();
    } else {
      offer.put(field, ((Enum<?>) value).name());
    }
  }

  void writeDate(Offer.Builder offer, @Nullable Object value) {
    if (value == null) {
      requireNullable();
    } else {
      offer.set((DateField) field, (LocalDate) value);
    }
  }

  void writeInstant(Offer.Builder offer, @Nullable Object value) {
    if (value == null) {
      requireNullable();
    } else {
      offer.set((InstantField) field, (Instant) value);
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
    return Double.isNaN(value) ? nothing(match) : (Object) value;
  }

  @Nullable Object readBoxedBoolean(Match match) {
    return isNullable && !match.has(field) ? null : (Object) readBoolean(match);
  }

  @Nullable Object readText(Match match) {
    String text = match.text(field);
    return text == null ? nothing(match) : text;
  }

  @Nullable Object readTexts(Match match) {
    List<String> texts = match.texts(field);
    return texts == null ? nothing(match) : texts;
  }

  @Nullable Object readConstant(Match match) {
    String text = match.text(field);
    if (text == null) {
      return nothing(match);
    }
    Object constant = constants.get(text);
    if (constant == null) {
      throw new IllegalStateException(
          name
              + " is one of "
              + constants.keySet()
              + ", but the offer "
              + match.id()
              + " has "
              + text);
    }
    return constant;
  }

  @Nullable Object readDate(Match match) {
    LocalDate date = match.get((DateField) field);
    return date == null ? nothing(match) : date;
  }

  @Nullable Object readInstant(Match match) {
    Instant instant = match.get((InstantField) field);
    return instant == null ? nothing(match) : instant;
  }

  /** Returns null for an absent value, unless the component needs a value. */
  private @Nullable Object nothing(Match match) {
    if (!isNullable) {
      throw absent(match);
    }
    return null;
  }

  private IllegalStateException absent(Match match) {
    return new IllegalStateException(
        name
            + " needs a value, but the offer "
            + match.id()
            + " has no "
            + field
            + "; absent values are allowed if the component's type is @Nullable");
  }
}
