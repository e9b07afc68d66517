package io.offerengine.json.internal.read;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.json.internal.token.InputRules;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.io.NumberInput;

/**
 * Reads the values of plain records; what it can't read is left where it stands, or at the end of
 * what was read of the text.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class ValueScanner {
  private static final int MOST_DIGITS = 18;
  private static final int MOST_EXPONENT_DIGITS = 3;
  private static final int LONGEST_NUMBER = 40;
  private static final long EXACT_DOUBLES = 1L << 53;

  /** The powers of ten that a double holds exactly. */
  private static final double[] POWERS = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22
  };

  /** Stands for bytes that are no UTF-8. */
  private static final char REPLACEMENT = '\uFFFD';

  private final LineBuffer in;
  private final InputRules rules;
  private final int longestNumber;
  private final TextPool texts = new TextPool();
  private long integer;
  private double number;

  ValueScanner(LineBuffer in, InputRules rules) {
    this.in = in;
    this.rules = rules;
    this.longestNumber = Math.min(LONGEST_NUMBER, rules.maxNumberLength());
  }

  /** Returns whether the record from the mark to here is within the limits. */
  boolean isShortEnough() {
    return in.at() - in.mark() <= rules.maxOfferLength();
  }

  /** Returns the integer that was read last. */
  long integer() {
    return integer;
  }

  /** Returns the number that was read last. */
  double number() {
    return number;
  }

  /** Reads a key behind its first quotation mark, up to the colon; null where it is left. */
  @Nullable String key() {
    String key = text();
    in.skipBlanks();
    return key != null && in.pass(':') ? key : null;
  }

  /** Reads a text behind its first quotation mark; null where it is left. */
  @Nullable String text() {
    byte[] bytes = in.bytes();
    int start = in.at();
    int at = start;
    int hash = 0;
    int highest = 0;
    byte c = bytes[at];
    while (c != '"' && c != '\\' && (c >= ' ' || c < 0)) {
      hash = 31 * hash + c;
      highest |= c;
      c = bytes[++at];
    }
    in.moveTo(at);
    int length = at - start;
    if (!in.pass('"') || length > rules.maxTextLength()) {
      return null;
    }
    if (highest >= 0) {
      return texts.get(bytes, start, length, hash);
    }
    String text = new String(bytes, start, length, UTF_8);
    return text.indexOf(REPLACEMENT) < 0 ? text : null;
  }

  /** Reads an integer of at most 18 digits, written as one. */
  boolean readInteger() {
    int start = in.at();
    boolean isNegative = in.pass('-');
    int first = in.at();
    long digits = digits(0);
    int count = in.at() - first;
    byte next = in.bytes()[in.at()];
    integer = isNegative ? -digits : digits;
    return isWhole(first, count)
        && count <= MOST_DIGITS
        && in.at() - start <= longestNumber
        && next != '.'
        && next != 'e'
        && next != 'E';
  }

  /** Returns the number that some more digits make, as long as they are few. */
  private long digits(long before) {
    byte[] bytes = in.bytes();
    int at = in.at();
    long digits = before;
    int digit = bytes[at] - '0';
    while (digit >= 0 && digit <= 9) {
      digits = 10 * digits + digit;
      digit = bytes[++at] - '0';
    }
    in.moveTo(at);
    return digits;
  }

  private boolean isWhole(int first, int count) {
    return count == 1 || (count > 1 && in.bytes()[first] != '0');
  }

  /** Reads a finite number. */
  boolean readNumber() {
    int start = in.at();
    boolean isNegative = in.pass('-');
    int first = in.at();
    long digits = digits(0);
    int count = in.at() - first;
    if (!isWhole(first, count)) {
      return false;
    }
    int decimals = 0;
    if (in.pass('.')) {
      int point = in.at();
      digits = digits(digits);
      decimals = in.at() - point;
      if (decimals == 0) {
        return false;
      }
    }
    int wholeEnd = in.at();
    int exponent = 0;
    if (in.pass('e') || in.pass('E')) {
      boolean isSmall = in.pass('-');
      if (!isSmall) {
        in.pass('+');
      }
      int from = in.at();
      exponent = (int) digits(0);
      exponent = isSmall ? -exponent : exponent;
      if (in.at() == from || in.at() - from > MOST_EXPONENT_DIGITS) {
        return false;
      }
    }
    int length = in.at() - start;
    boolean isInteger = wholeEnd == in.at() && decimals == 0;
    if (length > longestNumber || (isInteger && isNegative && digits == 0)) {
      return false; // The tokeniser reads -0 as an integer, which has no sign.
    }
    double magnitude = magnitude(digits, count + decimals, exponent - decimals);
    if (Double.isNaN(magnitude)) {
      String text = new String(in.bytes(), start, length, ISO_8859_1);
      number = NumberInput.parseDouble(text, true);
    } else {
      number = isNegative ? -magnitude : magnitude;
    }
    return Double.isFinite(number);
  }

  /**
   * Returns some digits times a power of ten where both are doubles, so that one rounding gives the
   * nearest double (Clinger, "How to read floating point numbers accurately", 1990); NaN elsewhere.
   */
  private static double magnitude(long digits, int count, int power) {
    if (count > MOST_DIGITS) {
      return Double.NaN;
    }
    if (power == 0) {
      return (double) digits;
    }
    if (digits > EXACT_DOUBLES || Math.abs(power) >= POWERS.length) {
      return Double.NaN;
    }
    return power > 0 ? digits * POWERS[power] : digits / POWERS[-power];
  }

  /** Reads a list of integers; null where it is left. */
  long @Nullable [] integers() {
    if (!in.pass('[')) {
      return null;
    }
    in.skipBlanks();
    if (in.pass(']')) {
      return new long[0];
    }
    long[] integers = new long[8];
    int size = 0;
    do {
      in.skipBlanks();
      if (!readInteger()) {
        return null;
      }
      integers = size == integers.length ? Arrays.copyOf(integers, 2 * size) : integers;
      integers[size++] = integer;
      in.skipBlanks();
    } while (in.pass(','));
    return in.pass(']') ? Arrays.copyOf(integers, size) : null;
  }

  /** Passes a value that is no object and no list. */
  boolean passScalar() {
    return in.pass('"')
        ? text() != null
        : in.passWord("true") || in.passWord("false") || in.passWord("null") || readNumber();
  }
}
