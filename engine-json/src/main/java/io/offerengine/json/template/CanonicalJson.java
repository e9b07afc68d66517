package io.offerengine.json.template;

import io.offerengine.query.NumberLiteral;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Schema;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Brings parsed JSON into one form, so that equal content has equal bytes. The members of an object
 * are in the order of their names, and each number has one notation.
 */
final class CanonicalJson {
  private static final int PLAIN_DIGITS = 18;

  private CanonicalJson() {}

  /** Returns an object without its null members, which count as missing. */
  static Map<String, @Nullable Object> withoutNulls(Map<String, @Nullable Object> object) {
    Map<String, @Nullable Object> given = new LinkedHashMap<>(object);
    given.values().removeIf(Objects::isNull);
    return given;
  }

  /** Returns the one form of a parsed value, or of a double. */
  static @Nullable Object of(@Nullable Object value) {
    if (value instanceof Map<?, ?> object) {
      Map<String, @Nullable Object> sorted = new TreeMap<>();
      object.forEach((key, member) -> sorted.put((String) key, of(member)));
      return sorted;
    }
    if (value instanceof List<?> list) {
      List<@Nullable Object> elements = new ArrayList<>();
      list.forEach(element -> elements.add(of(element)));
      return elements;
    }
    return value instanceof NumberLiteral number
        ? NumberLiteral.parse(canonical(number)).orElse(number)
        : value;
  }

  /**
   * Returns the one notation of a number, or its original notation if the canonical one would be
   * too long to be read back.
   *
   * <p>An integer of at most 18 digits is written in full; a longer one with an exponent, because
   * an integer field accepts {@code 1e30} but no integer literal beyond 64 bits.
   */
  private static String canonical(NumberLiteral number) {
    try {
      BigDecimal value = new BigDecimal(number.text()).stripTrailingZeros();
      String text = value.toString();
      if (value.scale() <= 0) {
        boolean isShort = (long) value.precision() - value.scale() <= PLAIN_DIGITS;
        text =
            isShort ? value.toPlainString() : value.unscaledValue() + "E" + -(long) value.scale();
      }
      return text.length() > NumberLiteral.MAX_LENGTH ? number.text() : text;
    } catch (ArithmeticException | NumberFormatException exponentBeyondInt) {
      return number.text();
    }
  }

  /**
   * Returns the normalised form of valid conditions. A null or empty condition is left out. A
   * number that is compared with a version becomes a text, because 22.10 and 22.1 are different
   * versions.
   */
  static Map<String, @Nullable Object> conditions(
      Schema schema, Map<String, @Nullable Object> conditions) {
    Map<String, @Nullable Object> canonical = withoutNulls(conditions);
    canonical.values().removeIf(Map.of()::equals);
    canonical.replaceAll((name, condition) ->
        schema.queryField(name).filter(field -> field.type() == FieldType.VERSION).isPresent()
            ? withTexts(condition)
            : condition);
    return canonical;
  }

  private static @Nullable Object withTexts(@Nullable Object value) {
    if (value instanceof NumberLiteral number) {
      return number.text();
    }
    if (value instanceof List<?> list) {
      List<@Nullable Object> texts = new ArrayList<>();
      list.forEach(element -> texts.add(withTexts(element)));
      return texts;
    }
    if (value instanceof Map<?, ?> condition) {
      Map<String, @Nullable Object> texts = new LinkedHashMap<>();
      condition.forEach((operator, operand) -> texts.put((String) operator, withTexts(operand)));
      return texts;
    }
    return value;
  }
}
