package io.offerengine.json;

import io.offerengine.json.internal.read.RecordStream;
import java.io.IOException;
import java.util.Iterator;
import java.util.Map;

/**
 * Reads offers, or changes to offers, one by one: an {@link OfferReader} or a {@link
 * ChangesReader}.
 *
 * <p><b>Threads.</b> Confined to one thread.
 *
 * @param <T> what is read
 */
public abstract class RecordReader<T> implements Iterator<T>, AutoCloseable {
  private final RecordStream<T> records;

  RecordReader(RecordStream<T> records) {
    this.records = records;
  }

  /**
   * Returns whether the text has another record.
   *
   * @throws JsonException if the next record can't be read; every further call throws it again
   * @throws java.io.UncheckedIOException if the stream fails
   */
  @Override
  public final boolean hasNext() {
    return records.hasNext();
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
    return records.next();
  }

  /** Returns the line where the last returned record begins, from 1; 0 before the first. */
  public final int line() {
    return records.position().line();
  }

  /**
   * Returns how often each unknown field, and each value that was given and not used, was skipped
   * so far, by name, in the order in which the names first occur. A member of an object field has a
   * name like {@code search.member}. Names beyond {@link JsonLimits#maxSkippedNames} share the name
   * {@code …}.
   */
  public final Map<String, Long> skippedFields() {
    return records.skipped();
  }

  /** Closes the stream. */
  @Override
  public final void close() throws IOException {
    records.close();
  }
}
