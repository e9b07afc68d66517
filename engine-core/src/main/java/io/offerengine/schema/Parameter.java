package io.offerengine.schema;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/**
 * An input of formulas and {@linkplain Requirement requirements} that is not a field, such as the
 * storage to be rented. A search gives its value.
 *
 * <p>A parameter is a number, a constant of an enum, or the clock. Its encoded value is a double
 * (the ordinal of an enum constant, the seconds of an instant since 1970), so that formulas read it
 * without boxing.
 *
 * <p><b>Threads.</b> Immutable.
 *
 * @param <T> the type of its values
 */
public final class Parameter<T> {
  private final String name;
  private final Class<T> valueType;
  private final double defaultValue;
  private final double minimum;
  private final int ordinal;

  Parameter(String name, Class<T> valueType, double defaultValue, double minimum, int ordinal) {
    this.name = name;
    this.valueType = valueType;
    this.defaultValue = defaultValue;
    this.minimum = minimum;
    this.ordinal = ordinal;
  }

  /** Returns the name of this parameter in messages and explanations. */
  public String name() {
    return name;
  }

  /** Returns the name of the object that requests have this parameter in; empty for none. */
  public String object() {
    return name.substring(0, Math.max(0, name.indexOf('.')));
  }

  /** Returns the name in that {@link #object}; the whole name if there is none. */
  public String memberName() {
    return name.substring(name.indexOf('.') + 1);
  }

  /** Returns the type of the values: {@link Double}, an enum, or {@link Instant} for a clock. */
  public Class<T> valueType() {
    return valueType;
  }

  /** Returns whether the default is the time of the search, in seconds since 1970. */
  public boolean isClock() {
    return valueType == Instant.class;
  }

  /** Returns the encoded default; it has no meaning for a clock. */
  public double defaultValue() {
    return defaultValue;
  }

  /** Returns the least value of a number parameter; negative infinity if it has none. */
  public double minimum() {
    return minimum;
  }

  /** Returns the index of this parameter in {@link Schema#parameters()}. */
  public int ordinal() {
    return ordinal;
  }

  /** Returns the constants of an enum parameter; empty for a number. */
  public List<T> choices() {
    T[] constants = valueType.getEnumConstants();
    return constants == null ? List.of() : Arrays.asList(constants);
  }

  /**
   * Returns the encoded form of a value.
   *
   * @throws IllegalArgumentException if the value is not finite or is below the minimum
   */
  public double encode(T value) {
    if (value instanceof Enum<?> constant) {
      return encodeConstant(constant);
    }
    if (value instanceof Instant instant) {
      return TimeKey.seconds(instant);
    }
    return checkNumber((Double) value);
  }

  /** Returns a number if it is finite and not below the minimum. */
  double checkNumber(double number) {
    if (!Double.isFinite(number) || number < minimum) {
      String limit = minimum == Double.NEGATIVE_INFINITY ? "" : " of at least " + minimum;
      throw new IllegalArgumentException(
          name + " must be a finite number" + limit + ", but is " + number);
    }
    return number;
  }

  /** Returns the encoded form of an enum constant; it is never stored or sent. */
  @SuppressWarnings("EnumOrdinal")
  static double encodeConstant(Enum<?> constant) {
    return constant.ordinal();
  }

  @Override
  public String toString() {
    return name;
  }
}
