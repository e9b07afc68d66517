package io.offerengine.query;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A number as a request writes it: exact, and with its digits kept, because a version is read from
 * them ({@code 22.04}).
 *
 * <p><b>Cost.</b> Proportional to the text's length, whatever the exponent.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class NumberLiteral {
  /** The longest literal, in characters. */
  public static final int MAX_LENGTH = 1000;

  /** JSON's number grammar (RFC 8259, section 6). */
  private static final Pattern GRAMMAR =
      Pattern.compile("-?(?:0|[1-9][0-9]*+)(?:\\.[0-9]++)?(?:[eE][+-]?[0-9]++)?");

  private static final BigDecimal BEYOND_LONG = BigDecimal.TEN.pow(30);
  private static final BigDecimal NEAR_ZERO = BigDecimal.ONE.movePointLeft(30);
  private static final int CLAMP_DIGITS = 30;

  private final String text;
  private final double doubleValue;

  /** The exact value where the text, the shortest that reads back as a double, is not exact. */
  private final @Nullable BigDecimal exact;

  private NumberLiteral(String text, double doubleValue, @Nullable BigDecimal exact) {
    this.text = text;
    this.doubleValue = doubleValue;
    this.exact = exact;
  }

  /** Returns the literal of a text, or empty if the text is no JSON number or is too long. */
  public static Optional<NumberLiteral> parse(String text) {
    if (text.length() > MAX_LENGTH || !GRAMMAR.matcher(text).matches()) {
      return Optional.empty();
    }
    return Optional.of(new NumberLiteral(text, Double.parseDouble(text), null));
  }

  static NumberLiteral of(long value) {
    return new NumberLiteral(Long.toString(value), value, null);
  }

  static NumberLiteral of(double value) {
    return new NumberLiteral(Double.toString(value), value, new BigDecimal(value));
  }

  static NumberLiteral of(BigDecimal value) {
    return new NumberLiteral(value.toString(), value.doubleValue(), null);
  }

  static NumberLiteral of(BigInteger value) {
    return new NumberLiteral(value.toString(), value.doubleValue(), null);
  }

  /** Returns the text as written. */
  public String text() {
    return text;
  }

  /** Returns the nearest double; infinite when the number exceeds them. */
  public double doubleValue() {
    return doubleValue;
  }

  /** Returns whether it is written without a fraction or an exponent. */
  public boolean isIntegerLiteral() {
    return text.chars().noneMatch(c -> c == '.' || c == 'e' || c == 'E');
  }

  /**
   * Returns the largest integer that is not above it; a stand-in beyond 64 bits where it is far
   * off.
   */
  BigInteger floor() {
    return clamped().setScale(0, RoundingMode.FLOOR).toBigInteger();
  }

  /**
   * Returns the smallest integer that is not below it; a stand-in beyond 64 bits where it is far
   * off.
   */
  BigInteger ceiling() {
    return clamped().setScale(0, RoundingMode.CEILING).toBigInteger();
  }

  /**
   * Returns a number with the same floor and ceiling, as far as 64 bits reach, and a small scale.
   */
  private BigDecimal clamped() {
    if (isZero()) {
      return BigDecimal.ZERO;
    }
    boolean negative = text.startsWith("-");
    BigDecimal value;
    try {
      value = exact == null ? new BigDecimal(text) : exact;
    } catch (NumberFormatException exponentBeyondInt) {
      return Double.isInfinite(doubleValue) ? far(negative) : near(negative);
    }
    long digitsBeforePoint = (long) value.precision() - value.scale();
    if (digitsBeforePoint > CLAMP_DIGITS) {
      return far(negative);
    }
    return digitsBeforePoint < -CLAMP_DIGITS ? near(negative) : value;
  }

  private boolean isZero() {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == 'e' || c == 'E') {
        return true;
      }
      if (c >= '1' && c <= '9') {
        return false;
      }
    }
    return true;
  }

  private static BigDecimal far(boolean negative) {
    return negative ? BEYOND_LONG.negate() : BEYOND_LONG;
  }

  private static BigDecimal near(boolean negative) {
    return negative ? NEAR_ZERO.negate() : NEAR_ZERO;
  }

  @Override
  public String toString() {
    return text;
  }
}
