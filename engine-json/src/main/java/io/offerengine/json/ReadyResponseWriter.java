package io.offerengine.json;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.offerengine.Matches;
import io.offerengine.schema.Schema;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * Writes the same bytes as {@link PlainResponseWriter}, from texts of rows that are kept between
 * responses.
 *
 * <p>Computed values are computed for every response. Where a value has the bits of the one that
 * the row's text shows, the text is taken as it is; elsewhere the value is written in its place.
 *
 * <p><b>Cost.</b> Two passes over a batch of rows: the first finds the texts and computes, so that
 * the reads of memory that it waits for overlap, and the length is known before anything is
 * written. An array is written once; a stream gets what a buffer holds.
 *
 * <p><b>Threads.</b> Safe for all; buffers are shared one after the other.
 */
final class ReadyResponseWriter {
  private static final byte[] OPENING = "{\"offers\":[".getBytes(US_ASCII);
  private static final byte[] CLOSING = "]}".getBytes(US_ASCII);
  private static final int BATCH = 64;
  private static final int FIRST_CAPACITY = 1 << 19;
  private static final int LARGEST_KEPT = 1 << 20;

  /** Where a typical response still comes in one piece. */
  private static final int FLUSHED = 3 << 16;

  private final RowLayout layout;
  private final RowText texts;
  private final BlockingQueue<JsonBytes> buffers =
      new ArrayBlockingQueue<>(Runtime.getRuntime().availableProcessors());

  ReadyResponseWriter(Schema schema) {
    this.layout = new RowLayout(schema);
    this.texts = new RowText(schema, layout);
  }

  byte[] write(Matches matches) {
    GatheredRows rows = gather(matches, matches.size());
    int length = OPENING.length + (rows == null ? 0 : rows.size()) + CLOSING.length;
    JsonBytes out = new JsonBytes(length);
    out.raw(OPENING);
    if (rows != null) {
      rows.writeTo(out);
    }
    out.raw(CLOSING);
    return out.whole();
  }

  void write(Matches matches, OutputStream target) throws IOException {
    JsonBytes free = buffers.poll();
    JsonBytes out = free == null ? new JsonBytes(FIRST_CAPACITY) : free;
    try {
      writeTo(matches, out, target);
    } finally {
      out.clear();
      if (out.capacity() <= LARGEST_KEPT) {
        buffers.offer(out);
      }
    }
  }

  private void writeTo(Matches matches, JsonBytes out, OutputStream target) throws IOException {
    out.raw(OPENING);
    GatheredRows rows = gather(matches, BATCH);
    while (rows != null) {
      boolean isLast = !rows.isFull();
      rows.writeTo(out);
      if (out.size() >= FLUSHED) {
        out.flushTo(target);
      }
      if (isLast) {
        break;
      }
      addAll(matches, rows);
    }
    out.raw(CLOSING);
    out.flushTo(target);
  }

  /** Returns the next rows, so many at most; null if there are none. */
  private @Nullable GatheredRows gather(Matches matches, int most) {
    if (!matches.next()) {
      return null;
    }
    GatheredRows rows = new GatheredRows(layout, matches.arguments(), matches.isFolded(), most);
    rows.add(matches.attached(texts));
    addAll(matches, rows);
    return rows;
  }

  private void addAll(Matches matches, GatheredRows rows) {
    while (!rows.isFull() && matches.next()) {
      rows.add(matches.attached(texts));
    }
  }
}
