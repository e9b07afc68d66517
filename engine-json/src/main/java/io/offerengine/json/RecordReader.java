package io.offerengine.json;

import io.offerengine.json.internal.read.Assembly;
import io.offerengine.json.internal.read.FastLineReader;
import io.offerengine.json.internal.read.OfferFormat;
import io.offerengine.json.internal.read.SkippedFields;
import io.offerengine.json.internal.read.TokenRecordReader;
import io.offerengine.json.internal.token.Position;
import io.offerengine.query.ErrorCode;
import io.offerengine.schema.Schema;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * Reads offers, or changes to offers, one by one: an {@link OfferReader} or a {@link
 * ChangesReader}. The reader is one record ahead of its caller.
 *
 * <p><b>Threads.</b> Confined to one thread.
 *
 * @param <T> what is read
 */
public abstract class RecordReader<T> implements Iterator<T>, AutoCloseable {
  private final OfferFormat format;
  private final InputStream source;
  private final SkippedFields skipped;

  /** Reads the simple lines at the start of the text. */
  private final FastLineReader<T> lines;

  /** Reads the part that the fast reader left; null while the fast reader is active. */
  private @Nullable TokenRecordReader<T> rest;

  private @Nullable T ahead;
  private boolean isEnded;
  private Position positionAhead = Position.NONE;
  private Position position = Position.NONE;
  private @Nullable RuntimeException failure;

  RecordReader(OfferFormat format, InputStream source, Assembly<T> assembly) {
    this.format = format;
    this.source = source;
    this.skipped = new SkippedFields(format.maxSkippedNames());
    this.lines = new FastLineReader<>(format, source, assembly, skipped);
  }

  /**
   * Returns whether the text has another record.
   *
   * @throws JsonException if the next record can't be read; every further call throws it again
   * @throws java.io.UncheckedIOException if the stream fails
   */
  @Override
  public final boolean hasNext() {
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

  /**
   * Returns the next record.
   *
   * @throws JsonException if the next record can't be read; every further call throws it again
   * @throws java.io.UncheckedIOException if the stream fails
   * @throws java.util.NoSuchElementException at the end of the text
   */
  @Override
  public final T next() {
    T current = hasNext() ? ahead : null;
    if (current == null) {
      throw new NoSuchElementException("no record is left");
    }
    position = positionAhead;
    ahead = null;
    return current;
  }

  /** Returns the line where the last returned record begins, from 1; 0 before the first. */
  public final int line() {
    return position.line();
  }

  /**
   * Returns how often each unknown field, and each value that was given and not used, was skipped
   * so far, by name, in the order in which the names first occur. A member of an object field has a
   * name like {@code search.member}. Names beyond {@link JsonLimits#maxSkippedNames} share the name
   * {@code …}.
   */
  public final Map<String, Long> skippedFields() {
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
      throw format
          .rules()
          .error(ErrorCode.UNKNOWN_FIELD, skipped.firstPath(), positionAhead, problem);
    }
  }

  private @Nullable T advance() {
    if (rest == null) {
      T record = plainLine();
      if (record != null) {
        positionAhead = lines.position();
        return record;
      }
      rest = lines.restByTokens();
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

  /** Closes the stream. */
  @Override
  public final void close() throws IOException {
    try (source) {
      if (rest != null) {
        rest.close();
      }
    }
  }
}
