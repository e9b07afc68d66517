package io.offerengine.query;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Optional;

/**
 * A number with all digits of its text. Conditions on versions use these digits: {@code 22.10} is
 * another version than {@code 22.1}.
 *
 * <p><b>Cost.</b> Proportional to the length of the text, however large the exponent is.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class NumberLiteral {
  /** The longest literal, in characters. */
  public static final int MAX_LENGTH = 1000;

  /** Every integer of at most so many digits is exact as a double and as a long. */
  private static final int EXACT_DIGITS = 15;

  /** Stands for every greater number: it has few digits, and is beyond 64 bits. */
  private static final double FAR = 1e30;

  /** Stands for every smaller number but zero: it has few digits, and is less than 1. */
  private static final double NEAR = 1e-30;

  private final String text;
  private final double doubleValue;

  /** Whether the double is exact, and the text rounded. */
  private final boolean isDouble;

  private NumberLiteral(String text, double doubleValue, boolean isDouble) {
    this.text = text;
    this.doubleValue = doubleValue;
    this.isDouble = isDouble;
  }

  /** Returns the literal of a text; empty if the text is not a JSON number or is too long. */
  public static Optional<NumberLiteral> parse(String text) {
    return text.length() <= MAX_LENGTH && isNumber(text)
        ? Optional.of(new NumberLiteral(text, Double.parseDouble(text), false))
        : Optional.empty();
  }

  /** Returns whether a text is a number by the grammar of JSON (RFC 8259, section 6). */
  private static boolean isNumber(String text) {
    int whole = text.startsWith("-") ? 1 : 0;
    int end = endOfDigits(text, whole);
    if (end == whole || (end > whole + 1 && text.charAt(whole) == '0')) {
      return false;
    }
    if (text.startsWith(".", end)) {
      int fraction = end + 1;
      end = endOfDigits(text, fraction);
      if (end == fraction) {
        return false;
      }
    }
    return end == text.length() || isExponent(text, end);
  }

  /** Returns the index behind the digits that begin at an index; the index if there are none. */
  private static int endOfDigits(String text, int start) {
    int end = start;
    while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
      end++;
    }
    return end;
  }

  /** Returns whether a text ends with an exponent that begins at an index. */
  private static boolean isExponent(String text, int start) {
    if ((text.charAt(start) | ' ') != 'e') {
      return false;
    }
    boolean isSigned = text.startsWith("+", start + 1) || text.startsWith("-", start + 1);
    int first = start + (isSigned ? 2 : 1);
    int end = endOfDigits(text, first);
    return end > first && end == text.length();
  }

  /** Returns the literal of an integer or a decimal. */
  static NumberLiteral of(Number value) {
    return new NumberLiteral(value.toString(), value.doubleValue(), false);
  }

  static NumberLiteral ofDouble(double value) {
    return new NumberLiteral(Double.toString(value), value, true);
  }

  /**
   * Returns this number, as written, times a unit. An integer literal beyond 64 bits, which no
   * condition takes, a number whose exponent exceeds 32 bits, and one that is not finite are
   * returned as they are.
   */
  NumberLiteral times(int unit) {
    try {
      BigDecimal product = new BigDecimal(text).multiply(BigDecimal.valueOf(unit));
      if (product.scale() != 0 || isLong(product)) {
        return of(product);
      }
      return isLong(new BigDecimal(text)) ? of(product.setScale(1)) : this;
    } catch (ArithmeticException | NumberFormatException notMultiplied) {
      return this;
    }
  }

  private static boolean isLong(BigDecimal integer) {
    return integer.unscaledValue().bitLength() < Long.SIZE;
  }

  /** Returns the text as written. */
  public String text() {
    return text;
  }

  /** Returns the nearest double; infinite if the number is beyond the greatest double. */
  public double doubleValue() {
    return doubleValue;
  }

  /** Returns whether the text has neither a fraction nor an exponent. */
  public boolean isIntegerLiteral() {
    return text.indexOf('.') < 0 && text.indexOf('e') < 0 && text.indexOf('E') < 0;
  }

  /** Returns whether this is an integer of so few digits that its double is certainly exact. */
  boolean isShortInteger() {
    return text.length() <= EXACT_DIGITS && isIntegerLiteral();
  }

  /**
   * Returns this number, rounded to an integer. If the number is far beyond 64 bits, the result is
   * some integer beyond 64 bits.
   */
  BigInteger rounded(RoundingMode mode) {
    return clamped().setScale(0, mode).toBigInteger();
  }

  /**
   * Returns a number of few digits with the same floor and ceiling. If these are beyond 64 bits,
   * they may differ.
   */
  private BigDecimal clamped() {
    boolean isNegative = text.startsWith("-");
    double magnitude = Math.abs(doubleValue);
    if (magnitude > FAR) {
      return BigDecimal.valueOf(isNegative ? -FAR : FAR);
    }
    if (magnitude < NEAR) {
      return isZero() ? BigDecimal.ZERO : BigDecimal.valueOf(isNegative ? -NEAR : NEAR);
    }
    return isDouble ? new BigDecimal(doubleValue) : new BigDecimal(text);
  }

  private boolean isZero() {
    return text.chars().takeWhile(c -> c != 'e' && c != 'E').noneMatch(c -> c >= '1' && c <= '9');
  }

  @Override
  public String toString() {
    return text;
  }
}
