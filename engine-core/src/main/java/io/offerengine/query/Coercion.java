package io.offerengine.query;

import static io.offerengine.query.ErrorCode.INVALID_VALUE;

import io.offerengine.schema.Collation;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.NumericKey;
import io.offerengine.schema.Operator;
import io.offerengine.schema.TimeKey;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Converts the value of a condition to the type of its field. Clients send numbers as strings,
 * fractions for integer fields, and booleans in several spellings.
 *
 * <p>If a value does not fit, the methods throw an error with an empty path. The caller adds the
 * path of the value.
 *
 * <p>Source: docs/query-language.md (values).
 */
final class Coercion {
  /** The most characters of a text that a message shows: a message stays a line. */
  private static final int MAX_SHOWN = 60;

  /** A version without a dot is packed if it is at least this number. */
  private static final BigInteger FIRST_PACKED = BigInteger.valueOf(1_000_000);

  private static final BigInteger PACKED_PART = BigInteger.valueOf(1000);

  private Coercion() {}

  /** Returns the key of a value for {@code eq}; null if no value of the field can equal it. */
  static @Nullable Long equalKey(Field field, @Nullable Object value) {
    if (field.type() == FieldType.BOOLEAN) {
      return flag(field, value) ? 1L : 0L;
    }
    if (field.type().isTime()) {
      return timeKey(field, value);
    }
    NumberLiteral number = number(field, value);
    if (field.type() == FieldType.NUMBER) {
      return NumericKey.of(number.doubleValue());
    }
    if (number.isShortInteger()) {
      return (long) number.doubleValue();
    }
    BigInteger floor = number.rounded(RoundingMode.FLOOR);
    return fitsLong(floor) && floor.equals(number.rounded(RoundingMode.CEILING))
        ? floor.longValue()
        : null;
  }

  private static boolean fitsLong(BigInteger integer) {
    return integer.bitLength() < Long.SIZE;
  }

  /** Returns the keys that {@code gt}, {@code gte}, {@code lt} or {@code lte} accepts. */
  static NumericSet numericRange(Field field, Operator operator, @Nullable Object value) {
    boolean fromBelow = operator == Operator.LTE || operator == Operator.LT;
    boolean isStrict = operator == Operator.GT || operator == Operator.LT;
    Long key = equalKey(field, value);
    if (key == null) {
      // The next key within the bound: a strict bound accepts it, too.
      RoundingMode within = fromBelow ? RoundingMode.FLOOR : RoundingMode.CEILING;
      BigInteger next = number(field, value).rounded(within);
      if (!fitsLong(next)) {
        return fromBelow == next.signum() > 0 ? NumericSet.present() : NumericSet.none();
      }
      key = next.longValue();
      isStrict = false;
    }
    if (isStrict && key == (fromBelow ? Long.MIN_VALUE : Long.MAX_VALUE)) {
      return NumericSet.none();
    }
    int excluded = isStrict ? 1 : 0;
    return fromBelow
        ? NumericSet.range(Long.MIN_VALUE, key - excluded)
        : NumericSet.range(key + excluded, Long.MAX_VALUE);
  }

  /** Returns the keys that are at least a bound; the bound may be infinite. */
  static NumericSet atLeast(Field field, double bound) {
    if (Double.isInfinite(bound)) {
      return bound < 0 ? NumericSet.present() : NumericSet.none();
    }
    return field.type() == FieldType.NUMBER
        ? NumericSet.range(NumericKey.of(bound), Long.MAX_VALUE)
        : numericRange(field, Operator.GTE, bound);
  }

  /** Reads a date or an instant: as such, or as ISO text. */
  private static long timeKey(Field field, @Nullable Object value) {
    FieldType type = field.type();
    boolean fits = type == FieldType.DATE ? value instanceof LocalDate : value instanceof Instant;
    OptionalLong key =
        fits || value instanceof String
            ? TimeKey.parse(type, String.valueOf(value))
            : OptionalLong.empty();
    if (key.isPresent()) {
      return key.getAsLong();
    }
    throw mismatch(field, value, TimeKey.example(type));
  }

  /** Reads the value of a condition on a boolean field. */
  static boolean flag(Field field, @Nullable Object value) {
    if (value instanceof Boolean flag) {
      return flag;
    }
    if (value instanceof String text) {
      return switch (text) {
        case "true", "True", "1" -> true;
        case "false", "False", "0" -> false;
        default -> throw mismatch(field, value, "true or false");
      };
    }
    NumberLiteral literal = literal(field, value);
    double number = literal == null ? Double.NaN : literal.doubleValue();
    if (number == 0 || number == 1) {
      return number == 1;
    }
    throw mismatch(field, value, "true or false");
  }

  /**
   * Returns a value as an element of a list field: a Long, or a collation key. A number that no
   * 64-bit integer equals is returned as it is; no list has it.
   */
  static Object element(Field field, @Nullable Object value) {
    if (field.type() == FieldType.TEXT_LIST) {
      return textKey(field, value);
    }
    Long key = equalKey(field, value);
    return key == null ? number(field, value).text() : key;
  }

  /** Returns the collation key of a value for a text, version or place field. */
  static String textKey(Field field, @Nullable Object value) {
    boolean isVersion = field.type() == FieldType.VERSION;
    String allowed = isVersion ? "a version such as 535.86.05, 580 or 535086005" : "a text";
    String text;
    if (value instanceof String given) {
      text = given;
    } else if (isVersion && (value instanceof Number || value instanceof NumberLiteral)) {
      text = number(field, value).text();
    } else {
      throw mismatch(field, value, allowed);
    }
    if (Collation.loneSurrogate(text) >= 0) {
      throw refusal(field, "valid Unicode", Collation.describeLoneSurrogate(text));
    }
    String key = field.collation().key(text);
    if (isVersion && !Collation.isReadableVersion(key)) {
      throw mismatch(field, value, allowed);
    }
    return isVersion && text.indexOf('.') < 0 ? field.collation().key(unpack(text)) : key;
  }

  /**
   * Returns the version that digits without a dot stand for: {@code 580} is a major version, and
   * {@code 535086005} is {@code 535.86.5}, packed.
   */
  private static String unpack(String digits) {
    BigInteger packed = new BigInteger(digits);
    if (packed.compareTo(FIRST_PACKED) < 0) {
      return digits;
    }
    BigInteger[] patch = packed.divideAndRemainder(PACKED_PART);
    BigInteger[] minor = patch[0].divideAndRemainder(PACKED_PART);
    return minor[0] + "." + minor[1] + "." + patch[1];
  }

  /** Returns the version keys on one side of a key, without texts that are not versions. */
  static TextSet versionRange(Operator operator, String key) {
    boolean fromBelow = operator == Operator.LTE || operator == Operator.LT;
    boolean isAfterKey = operator == Operator.LTE || operator == Operator.GT;
    TextSet.Cut end = new TextSet.Cut(key, isAfterKey);
    return fromBelow
        ? TextSet.between(new TextSet.Cut("", false), end)
        : TextSet.between(end, new TextSet.Cut(Collation.UNREADABLE, false));
  }

  /**
   * Returns a value whose numbers are in units of the field.
   *
   * @param value whatever is no number stays as it is
   * @param unit how many units of the field make one unit of the value
   */
  static @Nullable Object times(Field field, @Nullable Object value, int unit) {
    if (unit == 1) {
      return value;
    }
    if (value instanceof Collection<?> list) {
      List<@Nullable Object> converted = new ArrayList<>(list.size());
      list.forEach(each -> converted.add(times(field, each, unit)));
      return converted;
    }
    NumberLiteral number = literal(field, value);
    return number == null ? value : number.times(unit);
  }

  private static NumberLiteral number(Field field, @Nullable Object value) {
    NumberLiteral number = literal(field, value);
    if (number == null) {
      String allowed = field.acceptsBooleans() ? "a number, true or false" : "a number";
      throw mismatch(field, value, allowed);
    }
    if (!Double.isFinite(number.doubleValue())) {
      throw mismatch(field, value, "a finite number");
    }
    boolean beyondLong =
        (field.type() == FieldType.INTEGER || field.type() == FieldType.INTEGER_LIST)
            && !number.isShortInteger()
            && number.isIntegerLiteral()
            && !fitsLong(number.rounded(RoundingMode.FLOOR));
    if (beyondLong) {
      throw mismatch(field, value, "an integer of at most 64 bits");
    }
    return number;
  }

  private static @Nullable NumberLiteral literal(Field field, @Nullable Object value) {
    if (value instanceof NumberLiteral literal) {
      return literal;
    }
    if (value instanceof String text) {
      return field.acceptsBooleans() && isFlag(text)
          ? NumberLiteral.of(text.equalsIgnoreCase("true") ? 1L : 0L)
          : NumberLiteral.parse(text).orElse(null);
    }
    if (value instanceof Boolean flag) {
      return field.acceptsBooleans() ? NumberLiteral.of(flag ? 1L : 0L) : null;
    }
    if (value instanceof Double || value instanceof Float) {
      return NumberLiteral.ofDouble(((Number) value).doubleValue());
    }
    return value instanceof Long
            || value instanceof Integer
            || value instanceof Short
            || value instanceof Byte
            || value instanceof BigDecimal
            || value instanceof BigInteger
        ? NumberLiteral.of((Number) value)
        : null;
  }

  private static boolean isFlag(String text) {
    return List.of("true", "True", "false", "False").contains(text);
  }

  private static InvalidQueryException mismatch(
      Field field, @Nullable Object value, String allowed) {
    return refusal(field, allowed, show(value));
  }

  private static InvalidQueryException refusal(Field field, String allowed, String got) {
    String problem = field + " is of type " + field.type().label() + " and takes " + allowed;
    return new InvalidQueryException(INVALID_VALUE, "", problem + ", but got " + got);
  }

  /** Returns a value as messages show it: texts in quotes, long values cut. */
  static String show(@Nullable Object value) {
    if (value instanceof Collection<?> list) {
      return "a list of " + list.size();
    }
    String text = cut(String.valueOf(value));
    return value instanceof String ? "the text '" + text + "'" : text;
  }

  /** Returns a name as messages show it: in quotes if it is not one word, cut if it is long. */
  static String showName(String name) {
    boolean word =
        !name.isEmpty() && name.chars().allMatch(c -> c == '_' || Character.isLetterOrDigit(c));
    return word ? cut(name) : "'" + cut(name) + "'";
  }

  private static String cut(String text) {
    return text.length() > MAX_SHOWN ? text.substring(0, MAX_SHOWN) + "…" : text;
  }
}
