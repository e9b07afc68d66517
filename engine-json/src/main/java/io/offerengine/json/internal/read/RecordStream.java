package io.offerengine.json.internal.read;

import io.offerengine.json.internal.token.JsonInput;
import io.offerengine.json.internal.token.Position;
import io.offerengine.query.ErrorCode;
import io.offerengine.schema.Schema;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The records of one text, one after the other.
 *
 * <p>{@link FastLineReader} reads the simple lines at the start of the text. {@link
 * TokenRecordReader} reads the rest, or the whole text if it is a list. The stream is one record
 * ahead of its caller. After an error, every call throws the same error.
 *
 * <p><b>Cost.</b> Memory for two records, for any length of the text.
 *
 * <p><b>Threads.</b> Confined to one thread.
 *
 * @param <T> the type of a record
 */
public final class RecordStream<T> implements AutoCloseable {
  private final OfferFormat format;
  private final InputStream source;
  private final Assembly<T> assembly;
  private final SkippedFields skipped;
  private final FastLineReader<T> lines;

  /** Reads the part that the fast reader left; null while the fast reader is active. */
  private @Nullable TokenRecordReader<T> rest;

  private @Nullable T ahead;
  private boolean isEnded;
  private Position positionAhead = Position.NONE;
  private Position position = Position.NONE;
  private @Nullable RuntimeException failure;

  /**
   * Builds a record from its fields.
   *
   * @param <T> the type of a record
   */
  public interface Assembly<T> extends FieldTarget {
    /** Returns the receiver of values that are not stored. */
    UnstoredValues unstored();

    /** Starts a new record. */
    void begin();

    /**
     * Completes the record and returns it.
     *
     * @param path returns the JSON Pointer of the record's last token
     * @param start the position where the record begins
     * @param unused receives the names of given values that say something and are not used
     */
    T end(Supplier<String> path, Position start, Consumer<String> unused);
  }

  /** Creates a stream that reads records from a source, one at a time. */
  public RecordStream(OfferFormat format, InputStream source, Assembly<T> assembly) {
    this.format = format;
    this.source = source;
    this.assembly = assembly;
    this.skipped = new SkippedFields(format.maxSkippedNames());
    this.lines = new FastLineReader<>(format, source, assembly, skipped);
  }

  /** Returns whether the source holds another record, which this method reads. */
  public boolean hasNext() {
    if (failure != null) {
      throw failure;
    }
    if (ahead == null && !isEnded) {
      try {
        ahead = advance();
        isEnded = ahead == null;
        if (format.refusesUnknown()) {
          requireNothingSkipped();
        }
      } catch (Throwable e) {
        failure =
            e instanceof RuntimeException exception
                ? exception
                : new IllegalStateException("reading failed earlier: " + e, e);
        throw e;
      }
    }
    return ahead != null;
  }

  /** Returns the next record. */
  public T next() {
    T current = hasNext() ? ahead : null;
    if (current == null) {
      throw new NoSuchElementException("no record is left");
    }
    position = positionAhead;
    ahead = null;
    return current;
  }

  /**
   * Returns the position where the last returned record begins; {@link Position#NONE} before the
   * first.
   */
  public Position position() {
    return position;
  }

  /** Returns how often each unknown field was skipped so far, by its name. */
  public Map<String, Long> skipped() {
    return skipped.counts();
  }

  private void requireNothingSkipped() {
    for (String name : skipped.counts().keySet()) {
      Schema schema = format.schema();
      String problem =
          schema.queryField(name).isPresent()
              ? name + " is worked out from other values, which are missing; give those"
              : "no offer field is called "
                  + name
                  + schema
                      .likeliestName(name)
                      .map(near -> "; did you mean " + near + "?")
                      .orElse("");
      throw format.rules().error(ErrorCode.UNKNOWN_FIELD, "/" + name, positionAhead, problem);
    }
  }

  private @Nullable T advance() {
    if (rest == null) {
      T record = plainLine();
      if (record != null) {
        positionAhead = lines.position();
        return record;
      }
      rest =
          new TokenRecordReader<>(format, restOfText(), assembly, skipped, lines.isBeforeFirst());
    }
    T record = rest.next();
    positionAhead = rest.position();
    return record;
  }

  private @Nullable T plainLine() {
    try {
      return lines.next();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private JsonInput restOfText() {
    LineBuffer left = lines.rest();
    return lines.isBeforeFirst()
        ? format.rules().open(left.toStream())
        : format.rules().open(left.toStream(), left.position());
  }

  @Override
  public void close() throws IOException {
    if (rest == null) {
      source.close();
    } else {
      rest.close();
    }
  }
}
