package io.offerengine.json;

import io.offerengine.json.internal.read.OfferFormat;
import io.offerengine.json.internal.write.FieldNames;
import io.offerengine.json.internal.write.JsonOutput;
import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Schema;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Iterator;
import java.util.List;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.SerializableString;

/**
 * Reads offers from JSON and writes them back.
 *
 * <p>Three layouts are read, told apart by the text itself: a list of offers, a search response
 * {@code {"offers": […]}} (whose other keys are skipped), and one offer a line. Of an offer only
 * the identifier is required; null means absent. Values of fields that follow from others are
 * checked and dropped; unknown fields are skipped and counted. What is written reads back equal.
 *
 * <p><b>Threads.</b> Immutable; readers are confined to one thread each.
 */
public final class OfferCodec {
  private final OfferFormat format;
  private final List<Field> fields;
  private final SerializableString[] names;

  /** Creates a codec under the default limits. */
  public OfferCodec(Schema schema) {
    this(schema, JsonLimits.DEFAULTS);
  }

  /** Creates a codec. */
  public OfferCodec(Schema schema, JsonLimits limits) {
    this.format = OfferFormat.of(schema, limits.rules(), limits.maxSkippedNames());
    this.fields = schema.columns().stream().filter(Field::isStored).toList();
    this.names = FieldNames.of(fields);
  }

  /** Reads offers, of which each must have an identifier of its own. */
  public OfferReader read(InputStream source) {
    return read(source, DuplicatePolicy.ERROR);
  }

  /**
   * Reads offers.
   *
   * @param source JSON in UTF-8, read as far as the caller asks for offers
   * @param duplicates what an identifier that occurs twice means
   */
  public OfferReader read(InputStream source, DuplicatePolicy duplicates) {
    return new OfferReader(format, source, duplicates);
  }

  /** Reads changes to offers, in the same three layouts. */
  public ChangesReader readChanges(InputStream source) {
    return new ChangesReader(format, source);
  }

  /**
   * Writes offers one a line: their stored values, absent ones left out.
   *
   * @param target neither flushed nor closed
   * @throws IOException if {@code target} throws it
   */
  public void writeLines(Iterator<Offer> offers, OutputStream target) throws IOException {
    if (!offers.hasNext()) {
      return;
    }
    JsonOutput.write(
        target,
        out -> {
          while (offers.hasNext()) {
            write(offers.next(), out);
          }
          out.writeRaw('\n');
        });
  }

  /**
   * Writes offers as a list: their stored values, absent ones left out.
   *
   * @param target neither flushed nor closed
   * @throws IOException if {@code target} throws it
   */
  public void writeList(Iterator<Offer> offers, OutputStream target) throws IOException {
    JsonOutput.write(
        target,
        out -> {
          out.writeStartArray();
          while (offers.hasNext()) {
            write(offers.next(), out);
          }
          out.writeEndArray();
        });
  }

  private void write(Offer offer, JsonGenerator out) {
    out.writeStartObject();
    for (int i = 0; i < names.length; i++) {
      Field field = fields.get(i);
      if (offer.has(field)) {
        out.writeName(names[i]);
        writeValue(offer, field, out);
      }
    }
    out.writeEndObject();
  }

  private static void writeValue(Offer offer, Field field, JsonGenerator out) {
    switch (field.type()) {
      case INTEGER -> out.writeNumber(offer.integer(field));
      case NUMBER -> out.writeNumber(offer.number(field));
      case BOOLEAN -> out.writeBoolean(offer.flag(field));
      case TEXT, VERSION, PLACE -> {
        String text = offer.text(field);
        if (text != null) {
          JsonOutput.writeText(out, text);
        }
      }
      case INTEGER_LIST -> {
        long[] integers = offer.integers(field);
        if (integers != null) {
          out.writeArray(integers, 0, integers.length);
        }
      }
      case OBJECT -> throw new IllegalStateException(field + " is never stored");
    }
  }
}
