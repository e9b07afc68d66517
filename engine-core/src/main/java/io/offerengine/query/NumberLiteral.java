package io.offerengine.query;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Optional;
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

  /** The most digits of which every whole number is a double and a long. */
  private static final int EXACT_DIGITS = 15;

  /** Powers of ten that are doubles; a quotient of two doubles is rounded once. */
  private static final double[] TENS = {
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15
  };

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
    if (text.length() > MAX_LENGTH || !isNumber(text)) {
      return Optional.empty();
    }
    return Optional.of(new NumberLiteral(text, nearestDouble(text), null));
  }

  /** Returns whether a text follows JSON's grammar of numbers (RFC 8259, section 6). */
  private static boolean isNumber(String text) {
    int start = text.startsWith("-") ? 1 : 0;
    int at = endOfDigits(text, start);
    if (at == start || (at > start + 1 && text.charAt(start) == '0')) {
      return false;
    }
    if (at < text.length() && text.charAt(at) == '.') {
      int fraction = at + 1;
      at = endOfDigits(text, fraction);
      if (at == fraction) {
        return false;
      }
    }
    if (at < text.length() && (text.charAt(at) | ' ') == 'e') {
      boolean isSigned = text.startsWith("+", at + 1) || text.startsWith("-", at + 1);
      int exponent = at + (isSigned ? 2 : 1);
      at = endOfDigits(text, exponent);
      return at > exponent && at == text.length();
    }
    return at == text.length();
  }

  private static int endOfDigits(String text, int start) {
    int at = start;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    return at;
  }

  private static double nearestDouble(String text) {
    boolean isNegative = text.startsWith("-");
    int start = isNegative ? 1 : 0;
    int point = text.indexOf('.');
    int digits = text.length() - start - (point < 0 ? 0 : 1);
    if (digits > EXACT_DIGITS) {
      return Double.parseDouble(text);
    }
    long whole = 0;
    for (int i = start; i < text.length(); i++) {
      int digit = text.charAt(i) - '0';
      if (i != point) {
        if (digit > 9) {
          return Double.parseDouble(text);
        }
        whole = 10 * whole + digit;
      }
    }
    double number = whole / TENS[point < 0 ? 0 : text.length() - point - 1];
    return isNegative ? -number : number;
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
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '.' || c == 'e' || c == 'E') {
        return false;
      }
    }
    return true;
  }

  /** Returns whether it is an integer that is its double exactly, as nearly all are. */
  boolean isShortInteger() {
    return text.length() <= EXACT_DIGITS && isIntegerLiteral();
  }

  /**
   * Returns the largest integer that is not above it; a stand-in beyond 64 bits where it is far
   * off.
   */
  BigInteger floor() {
    return isShortInteger()
        ? BigInteger.valueOf((long) doubleValue)
        : clamped().setScale(0, RoundingMode.FLOOR).toBigInteger();
  }

  /**
   * Returns the smallest integer that is not below it; a stand-in beyond 64 bits where it is far
   * off.
   */
  BigInteger ceiling() {
    return isShortInteger()
        ? BigInteger.valueOf((long) doubleValue)
        : clamped().setScale(0, RoundingMode.CEILING).toBigInteger();
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
