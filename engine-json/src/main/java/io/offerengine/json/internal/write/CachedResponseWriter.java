package io.offerengine.json.internal.write;

import io.offerengine.Matches;
import io.offerengine.schema.Schema;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * Writes the same bytes as {@link PlainResponseWriter}, from renderer of rows that are kept between
 * responses.
 *
 * <p>Computed values are computed for every response. Where a value has the bits of the one that
 * the row's text shows, the text is taken as it is; elsewhere the value is printed anew.
 *
 * <p><b>Cost.</b> Two passes over a batch of rows: the first finds the renderer and computes, so
 * that the reads of memory that it waits for overlap, and the length is known before anything is
 * written. Every byte is copied once; to a stream, by way of a buffer.
 *
 * <p><b>Threads.</b> Safe for all; buffers are shared one after the other.
 */
public final class CachedResponseWriter {
  /** Where a typical response still comes in one piece. */
  private static final int BUFFER_BYTES = 1 << 19;

  private final RowTemplate template;
  private final RowRenderer renderer;
  private final BlockingQueue<ByteBuffer> buffers =
      new ArrayBlockingQueue<>(Runtime.getRuntime().availableProcessors());

  public CachedResponseWriter(Schema schema) {
    this.template = new RowTemplate(schema);
    this.renderer = new RowRenderer(schema, template);
  }

  /** Returns the rows of all matches; null if there are none. */
  public @Nullable ResponseAssembler gather(Matches matches) {
    return gather(matches, matches.size());
  }

  public void write(Matches matches, OutputStream target) throws IOException {
    ByteBuffer free = buffers.poll();
    ByteBuffer buffer = free == null ? ByteBuffer.allocate(BUFFER_BYTES) : free;
    try {
      write(matches, buffer, target);
    } finally {
      buffers.offer(buffer.clear());
    }
  }

  private void write(Matches matches, ByteBuffer buffer, OutputStream target) throws IOException {
    buffer.put(ResponseAssembler.OPENING);
    ResponseAssembler rows = gather(matches, ResponseAssembler.BATCH);
    while (rows != null) {
      write(rows, buffer, target);
      if (!rows.isFull()) {
        break;
      }
      rows.clear();
      rows.addAll(matches, renderer);
    }
    if (buffer.remaining() < ResponseAssembler.CLOSING.length) {
      flush(buffer, target);
    }
    flush(buffer.put(ResponseAssembler.CLOSING), target);
  }

  private static void write(ResponseAssembler rows, ByteBuffer buffer, OutputStream target)
      throws IOException {
    if (rows.size() > buffer.remaining()) {
      flush(buffer, target);
    }
    if (rows.size() <= buffer.remaining()) {
      rows.writeTo(buffer);
      return;
    }
    ByteBuffer large = ByteBuffer.allocate(rows.size());
    rows.writeTo(large);
    flush(large, target);
  }

  private static void flush(ByteBuffer written, OutputStream target) throws IOException {
    target.write(written.array(), written.arrayOffset(), written.position());
    written.clear();
  }

  /** Returns the next rows, so many at most; null if there are none. */
  private @Nullable ResponseAssembler gather(Matches matches, int most) {
    if (!matches.next()) {
      return null;
    }
    ResponseAssembler rows =
        new ResponseAssembler(template, matches.arguments(), matches.isFolded(), most);
    rows.add(matches.attached(renderer));
    rows.addAll(matches, renderer);
    return rows;
  }
}
