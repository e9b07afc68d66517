package io.offerengine.json.template;

import io.offerengine.json.internal.token.UnicodeText;
import io.offerengine.json.internal.write.JsonOutput;
import io.offerengine.query.NumberLiteral;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * Writes parsed JSON in one form: equal content has equal bytes. The members of an object are in
 * the order of their names, and each number has one notation.
 */
final class CanonicalJson {
  private static final int PLAIN_DIGITS = 18;

  private CanonicalJson() {}

  /** Returns the members of a parsed object. */
  static Map<String, @Nullable Object> members(Object object) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    ((Map<?, ?>) object).forEach((key, value) -> members.put((String) key, value));
    return members;
  }

  /** Returns an object without its null members, which count as missing. */
  static Map<String, @Nullable Object> withoutNulls(Map<String, @Nullable Object> object) {
    Map<String, @Nullable Object> given = new LinkedHashMap<>(object);
    given.values().removeIf(Objects::isNull);
    return given;
  }

  /** Returns the UTF-8 bytes of some values. */
  static byte[] bytes(JsonOutput.Writing writing) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      JsonOutput.write(bytes, writing);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }

  /** Writes a parsed value, or a double. */
  static void write(JsonGenerator out, @Nullable Object value) {
    if (value instanceof Map<?, ?>) {
      out.writeStartObject();
      new TreeMap<>(members(value))
          .forEach((key, member) -> {
            out.writeName(UnicodeText.repaired(key));
            write(out, member);
          });
      out.writeEndObject();
    } else if (value instanceof List<?> list) {
      out.writeStartArray();
      list.forEach(element -> write(out, element));
      out.writeEndArray();
    } else if (value instanceof NumberLiteral number) {
      out.writeNumber(canonical(number));
    } else if (value instanceof Double number) {
      out.writeNumber(number);
    } else if (value instanceof Boolean flag) {
      out.writeBoolean(flag);
    } else if (value == null) {
      out.writeNull();
    } else {
      JsonOutput.writeText(out, (String) value);
    }
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
}
