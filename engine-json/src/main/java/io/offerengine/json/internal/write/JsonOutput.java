package io.offerengine.json.internal.write;

import io.offerengine.query.NumberLiteral;
import io.offerengine.schema.Collation;
import io.offerengine.schema.Field;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.io.NumberOutput;
import tools.jackson.core.json.JsonFactory;

/**
 * Writes JSON in UTF-8 to a stream.
 *
 * <p>A double has the fewest digits that read back as the same value, as {@link
 * Double#toString(double)} prints it on JDK 19 and later, on every JDK.
 */
public final class JsonOutput {
  /**
   * Creates generators that print the shortest doubles and neither flush nor close the stream of
   * the caller.
   */
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
          .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
          .disable(StreamWriteFeature.AUTO_CLOSE_CONTENT)
          .disable(StreamWriteFeature.FLUSH_PASSED_TO_STREAM)
          .rootValueSeparator("\n")
          .build();

  /** Below this number, a double that is an integer is printed with all its digits. */
  private static final double EXACT = 1e15;

  private static final Pattern LONE_SURROGATE = Pattern.compile("\\p{Cs}");

  private JsonOutput() {}

  /**
   * Writes values; a line feed separates them.
   *
   * @param writing writes to a generator, which this method closes
   * @throws IOException if {@code target} throws it
   */
  public static void write(OutputStream target, Consumer<JsonGenerator> writing)
      throws IOException {
    try (JsonGenerator out = FACTORY.createGenerator(ObjectWriteContext.empty(), target)) {
      writing.accept(out);
    } catch (JacksonIOException e) {
      throw e.getCause();
    } catch (JacksonException e) {
      throw new IllegalStateException("the JSON could not be written", e);
    }
  }

  /** Returns the UTF-8 bytes of some values. */
  public static byte[] bytes(Consumer<JsonGenerator> writing) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      write(bytes, writing);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }

  /** Writes a number of a field; null for NaN. */
  public static void writeNumber(JsonGenerator out, Field field, double number) {
    if (Double.isNaN(number)) {
      out.writeNull();
    } else if (field.isPrintedAsInteger()) {
      out.writeNumber(likeInteger(number));
    } else {
      out.writeNumber(number);
    }
  }

  /**
   * Returns a number without an exponent, and without a fraction if it is an integer. The text
   * reads back as the same double, so that negative zero keeps its fraction.
   */
  static String likeInteger(double number) {
    if (Double.doubleToRawLongBits(number) == Long.MIN_VALUE) {
      return "-0.0";
    }
    if (number == Math.rint(number) && Math.abs(number) < EXACT) {
      return Long.toString((long) number);
    }
    return new BigDecimal(NumberOutput.toString(number, true)).stripTrailingZeros().toPlainString();
  }

  /** Writes a list of texts. */
  public static void writeTexts(JsonGenerator out, List<String> texts) {
    out.writeStartArray();
    texts.forEach(text -> writeText(out, text));
    out.writeEndArray();
  }

  /**
   * Writes a parsed value. Members keep their order, and numbers their notation: {@code 22.10} and
   * {@code 22.1} are different versions.
   */
  public static void writeTree(JsonGenerator out, @Nullable Object value) {
    if (value instanceof Map<?, ?> object) {
      out.writeStartObject();
      object.forEach((key, member) -> {
        out.writeName(repaired((String) key));
        writeTree(out, member);
      });
      out.writeEndObject();
    } else if (value instanceof List<?> list) {
      out.writeStartArray();
      list.forEach(element -> writeTree(out, element));
      out.writeEndArray();
    } else if (value instanceof NumberLiteral number) {
      out.writeNumber(number.text());
    } else if (value instanceof Boolean flag) {
      out.writeBoolean(flag);
    } else if (value instanceof Long whole) {
      out.writeNumber(whole);
    } else if (value instanceof Double number) {
      out.writeNumber(number);
    } else if (value == null) {
      out.writeNull();
    } else if (value instanceof Written written) {
      out.writeRawValue(written.json());
    } else if (value instanceof String text) {
      writeText(out, text);
    } else {
      throw new IllegalArgumentException("no JSON is written for " + value.getClass());
    }
  }

  /** JSON that {@link #writeTree} writes as it is. */
  public record Written(String json) {}

  /** Writes a text. Half of a surrogate pair becomes U+FFFD. */
  public static void writeText(JsonGenerator out, String text) {
    out.writeString(repaired(text));
  }

  /** Returns the text with U+FFFD in place of each surrogate without its other half. */
  static String repaired(String text) {
    return Collation.loneSurrogate(text) < 0
        ? text
        : LONE_SURROGATE.matcher(text).replaceAll("\uFFFD");
  }
}
