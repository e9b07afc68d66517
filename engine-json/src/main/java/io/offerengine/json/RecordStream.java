package io.offerengine.json;

import static io.offerengine.query.ErrorCode.INVALID_OFFER;
import static io.offerengine.query.ErrorCode.INVALID_REQUEST;

import io.offerengine.schema.Schema;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonToken;
import tools.jackson.core.json.JsonFactory;

/**
 * Records read one after the other from a list of objects, from {@code {"offers": […]}}, or from
 * objects one a line: the text itself tells which. An object with an identifier is a record, and
 * one that holds a list of offers as well is refused.
 *
 * <p>It reads one record ahead of what it has handed out. After an error every further call fails
 * with the same error.
 *
 * <p><b>Cost.</b> Memory for two records, whatever the length of the text.
 *
 * <p><b>Threads.</b> Confined to one thread.
 *
 * @param <T> what a record is
 */
final class RecordStream<T> implements AutoCloseable {
  private final JsonInput in;
  private final Assembly<T> assembly;
  private final SkippedFields skipped;
  private final FieldReader fields;
  private Layout layout = Layout.UNKNOWN;
  private @Nullable T ahead;
  private Place placeAhead = Place.NONE;
  private Place place = Place.NONE;
  private @Nullable RuntimeException failure;

  /** Puts a record together from its fields. */
  interface Assembly<T> extends FieldTarget {
    /** Starts anew. */
    void begin();

    /**
     * Returns the record.
     *
     * @param in at the record's last token
     * @param start where the record begins
     */
    T end(JsonInput in, Place start);
  }

  private enum Layout {
    /** Nothing was read yet. */
    UNKNOWN,
    /** Within a list at the top. */
    LIST,
    /** Within the list of an object at the top. */
    WRAPPED,
    /** Between objects at the top. */
    LINES,
    /** After the end. */
    ENDED
  }

  RecordStream(
      Schema schema,
      JsonFactory factory,
      JsonLimits limits,
      InputStream source,
      Assembly<T> assembly) {
    this.in = new JsonInput(factory, source, limits);
    this.assembly = assembly;
    this.skipped = new SkippedFields(limits.maxSkippedNames());
    this.fields = new FieldReader(schema, in, skipped);
  }

  boolean hasNext() {
    if (failure != null) {
      throw failure;
    }
    if (ahead == null && layout != Layout.ENDED) {
      try {
        ahead = advance();
      } catch (RuntimeException e) {
        failure = e;
        throw e;
      }
    }
    return ahead != null;
  }

  T next() {
    T current = hasNext() ? ahead : null;
    if (current == null) {
      throw new NoSuchElementException("no record is left");
    }
    place = placeAhead;
    ahead = null;
    return current;
  }

  /** Returns where the record that was handed out last begins; no place before the first. */
  Place place() {
    return place;
  }

  Map<String, Long> skipped() {
    return skipped.counts();
  }

  private @Nullable T advance() {
    if (layout == Layout.UNKNOWN) {
      JsonToken first = in.next();
      if (first == JsonToken.START_OBJECT) {
        return first();
      }
      if (first != null && first != JsonToken.START_ARRAY) {
        throw in.refusal(
            INVALID_REQUEST,
            "offers come as a list, as {\"offers\": […]} or as one object a line, but got "
                + fields.got(first));
      }
      layout = first == null ? Layout.ENDED : Layout.LIST;
    } else if (layout == Layout.LINES) {
      JsonToken token = in.next();
      layout = token == null ? Layout.ENDED : Layout.LINES;
      return token == null ? null : record(token);
    }
    return layout == Layout.ENDED ? null : element();
  }

  private @Nullable T first() {
    in.beginRecord();
    placeAhead = in.place();
    assembly.begin();
    if (fields.readFirst(assembly)) {
      layout = Layout.WRAPPED;
      return element();
    }
    in.endRecord();
    layout = Layout.LINES;
    return assembly.end(in, placeAhead);
  }

  private @Nullable T element() {
    JsonToken token = in.require();
    if (token != JsonToken.END_ARRAY) {
      return record(token);
    }
    if (layout == Layout.WRAPPED) {
      in.beginPassage();
      fields.skipRest();
      in.endRecord();
    }
    if (in.next() != null) {
      throw in.refusal(INVALID_REQUEST, "nothing may follow the end of the offers");
    }
    layout = Layout.ENDED;
    return null;
  }

  private T record(JsonToken token) {
    if (token != JsonToken.START_OBJECT) {
      throw in.refusal(INVALID_OFFER, "an offer is an object, but got " + fields.got(token));
    }
    in.beginRecord();
    placeAhead = in.place();
    assembly.begin();
    fields.read(assembly);
    in.endRecord();
    return assembly.end(in, placeAhead);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
