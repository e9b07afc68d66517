package io.offerengine.json.internal.read;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.json.internal.token.InputRules;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.io.NumberInput;

/**
 * Reads single values for {@link FastLineReader} from a {@link LineBuffer}.
 *
 * <p>A method that can't read a value returns null or false. The position is then undefined; the
 * caller returns to the mark.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class ValueScanner {
  private static final int MOST_DIGITS = 18;
  private static final int MOST_EXPONENT_DIGITS = 3;
  private static final int LONGEST_NUMBER = 40;
  private static final long EXACT_DOUBLES = 1L << 53;

  /** The powers of ten that a double represents exactly. */
  private static final double[] POWERS = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22
  };

  /** Java decodes bytes that are not UTF-8 to this character. */
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

  /** Returns whether the record from the mark to the position is within the limits. */
  boolean isShortEnough() {
    return in.at() - in.mark() <= rules.maxOfferLength();
  }

  /** Returns the last integer that was read. */
  long integer() {
    return integer;
  }

  /** Returns the last number that was read. */
  double number() {
    return number;
  }

  /**
   * Reads a key and the colon after it; the position is after the opening quotation mark. Null if
   * it can't be read here.
   */
  @Nullable String key() {
    String key = text();
    in.skipBlanks();
    return key != null && in.pass(':') ? key : null;
  }

  /**
   * Reads a text; the position is after the opening quotation mark. Null if it can't be read here.
   */
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

  /** Reads an integer of at most 18 digits, without fraction or exponent. */
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

  /**
   * Reads digits and returns the number that they continue; it overflows if there are many digits.
   */
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
   * Returns {@code digits * 10^power} if both factors are exact doubles, because one rounding then
   * gives the nearest double (Clinger, "How to read floating point numbers accurately", 1990).
   * Returns NaN otherwise.
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

  /**
   * Reads a list or an object.
   *
   * @param element reads an element or a member; false if it can't be read here
   * @return false if it can't be read here
   */
  boolean readEach(char open, char close, BooleanSupplier element) {
    if (!in.pass(open)) {
      return false;
    }
    in.skipBlanks();
    if (in.pass(close)) {
      return true;
    }
    do {
      in.skipBlanks();
      if (!element.getAsBoolean()) {
        return false;
      }
      in.skipBlanks();
    } while (in.pass(','));
    return in.pass(close);
  }

  /** Reads a list of integers; null if it can't be read here. */
  long @Nullable [] integers() {
    LongArrayList integers = new LongArrayList(8);
    boolean isRead = readEach('[', ']', () -> readInteger() && integers.add(integer));
    return isRead ? integers.toLongArray() : null;
  }

  /** Reads a list of texts; null if it can't be read here. */
  @Nullable List<String> texts() {
    List<String> list = new ArrayList<>();
    boolean isRead =
        readEach(
            '[',
            ']',
            () -> {
              String text = in.pass('"') ? text() : null;
              return text != null && list.add(text);
            });
    return isRead ? list : null;
  }

  /** Consumes a value that is neither an object nor a list. */
  boolean passScalar() {
    return in.pass('"')
        ? text() != null
        : in.passWord("true") || in.passWord("false") || in.passWord("null") || readNumber();
  }
}
