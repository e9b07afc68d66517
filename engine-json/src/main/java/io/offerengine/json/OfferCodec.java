package io.offerengine.json;

import io.offerengine.json.internal.read.OfferFormat;
import io.offerengine.json.internal.write.JsonOutput;
import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TimeKey;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.SerializableString;
import tools.jackson.core.io.SerializedString;

/**
 * Reads offers from JSON and writes offers as JSON.
 *
 * <p>A text has one of three layouts, and the reader recognises which: a list of offers, a search
 * response {@code {"offers": […]}} whose other keys are skipped, or one offer after the other, such
 * as one on each line.
 *
 * <p>An offer needs its identifier; every other field may be absent or null. The values of computed
 * and derived fields are checked and dropped, and computed anew; if an input is missing, they are
 * counted like unknown fields. A value under an alias counts if there is none under the field's own
 * name. Unknown fields are skipped and counted. An offer that this class writes reads back as an
 * equal offer.
 *
 * <p><b>Threads.</b> Immutable. A reader that this class creates is confined to one thread.
 */
public final class OfferCodec {
  private final OfferFormat format;
  private final List<Field> fields;
  private final SerializableString[] names;

  /** Creates a codec with {@link JsonLimits#DEFAULTS}. */
  public OfferCodec(Schema schema) {
    this(schema, JsonLimits.DEFAULTS);
  }

  /**
   * Creates a codec.
   *
   * @param schema the fields of an offer
   * @param limits the limits of the texts
   */
  public OfferCodec(Schema schema, JsonLimits limits) {
    this(OfferFormat.of(schema, limits.rules(), limits.maxSkippedNames()));
  }

  private OfferCodec(OfferFormat format) {
    this.format = format;
    this.fields = format.schema().columns().stream().filter(Field::isStored).toList();
    this.names =
        fields.stream()
            .map(field -> new SerializedString(field.name()))
            .toArray(SerializableString[]::new);
  }

  /**
   * Returns a codec that refuses unknown fields, and values that are given and not used, in place
   * of skipping them. It suits changes that people write: a misspelt field is an error.
   */
  public OfferCodec refusingUnknownFields() {
    return new OfferCodec(format.refusingUnknown());
  }

  /**
   * Reads offers; an identifier that occurs twice is an error.
   *
   * @param source JSON in UTF-8; the reader closes it
   */
  public OfferReader read(InputStream source) {
    return read(source, DuplicatePolicy.ERROR);
  }

  /**
   * Reads offers.
   *
   * <p><b>Cost.</b> Lines with one simple object each are read several times faster than the other
   * layouts.
   *
   * @param source JSON in UTF-8; the reader closes it
   * @param duplicates what happens if an identifier occurs twice
   */
  public OfferReader read(InputStream source, DuplicatePolicy duplicates) {
    return new OfferReader(format, source, duplicates);
  }

  /**
   * Reads changes to offers, in the same three layouts.
   *
   * @param source JSON in UTF-8; the reader closes it
   */
  public ChangesReader readChanges(InputStream source) {
    return new ChangesReader(format, source);
  }

  /**
   * Writes the stored values of each offer on a line of its own. Absent values are left out.
   *
   * @param target is neither flushed nor closed
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
   * Writes the stored values of offers as a list. Absent values are left out.
   *
   * @param target is neither flushed nor closed
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
      case NUMBER -> JsonOutput.writeNumber(out, field, offer.number(field));
      case BOOLEAN -> out.writeBoolean(offer.flag(field));
      case DATE, INSTANT -> out.writeString(TimeKey.text(field.type(), offer.integer(field)));
      case TEXT, VERSION, PLACE ->
          JsonOutput.writeText(out, Objects.requireNonNull(offer.text(field)));
      case INTEGER_LIST -> {
        long[] integers = Objects.requireNonNull(offer.integers(field));
        out.writeArray(integers, 0, integers.length);
      }
      case TEXT_LIST -> JsonOutput.writeTexts(out, Objects.requireNonNull(offer.texts(field)));
      case OBJECT -> throw new IllegalStateException(field + " is never stored");
    }
  }
}
