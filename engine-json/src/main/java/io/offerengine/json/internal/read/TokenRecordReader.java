package io.offerengine.json.internal.read;

import static io.offerengine.query.ErrorCode.INVALID_OFFER;
import static io.offerengine.query.ErrorCode.INVALID_REQUEST;

import io.offerengine.json.internal.token.JsonInput;
import io.offerengine.json.internal.token.Position;
import io.offerengine.query.EngineException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonToken;

/**
 * Reads records from tokens, in all three layouts: a list of objects, an object {@code {"offers":
 * […]}}, and one object after the other.
 *
 * <p>The first tokens of the text decide which layout it has.
 *
 * <p><b>Cost.</b> Memory for one record, for any length of the text.
 *
 * <p><b>Threads.</b> Confined to one thread.
 *
 * @param <T> the type of a record
 */
public final class TokenRecordReader<T> implements AutoCloseable {
  private final JsonInput in;
  private final Assembly<T> assembly;
  private final FieldReader fields;
  private final SkippedFields skipped;
  private Layout layout;
  private Position position = Position.NONE;

  private enum Layout {
    /** Nothing has been read. */
    UNKNOWN,
    /** Within a list at the top level. */
    LIST,
    /** Within the list of an object at the top level. */
    WRAPPED,
    /** Between objects at the top level. */
    LINES,
    /** After the end. */
    ENDED
  }

  /**
   * Creates a reader.
   *
   * @param isBeforeFirst whether {@code in} is at the start of the whole text; if not, records have
   *     been read and objects follow
   */
  TokenRecordReader(
      OfferFormat format,
      JsonInput in,
      Assembly<T> assembly,
      SkippedFields skipped,
      boolean isBeforeFirst) {
    this.in = in;
    this.assembly = assembly;
    this.fields = new FieldReader(format.schema(), in, skipped, assembly);
    this.skipped = skipped;
    this.layout = isBeforeFirst ? Layout.UNKNOWN : Layout.LINES;
  }

  /** Returns the position where the last record begins; {@link Position#NONE} before the first. */
  public Position position() {
    return position;
  }

  /**
   * Returns the next record; null at the end.
   *
   * @throws EngineException if the text or a record is refused
   */
  public @Nullable T next() {
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

  /**
   * Returns the only record of a text; null if the text is anything else. No record was completed
   * in that case.
   *
   * @throws EngineException if the text or the record is refused
   */
  @Nullable T only() {
    boolean isRecord = in.next() == JsonToken.START_OBJECT && readObject();
    return isRecord && in.next() == null ? end() : null;
  }

  private @Nullable T first() {
    if (readObject()) {
      layout = Layout.LINES;
      return end();
    }
    layout = Layout.WRAPPED;
    return element();
  }

  /**
   * Reads the object at the current token; false if it is not a record but the first object of a
   * text, which holds the list that begins at the current token.
   */
  private boolean readObject() {
    in.beginRecord();
    position = in.position();
    assembly.begin();
    if (layout != Layout.UNKNOWN) {
      fields.read();
    } else if (fields.readFirst()) {
      return false;
    }
    in.endRecord();
    return true;
  }

  private T end() {
    return assembly.end(in::path, position, skipped::add);
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
    readObject();
    return end();
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
