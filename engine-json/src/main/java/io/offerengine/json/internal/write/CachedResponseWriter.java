package io.offerengine.json.internal.write;

import io.offerengine.Matches;
import io.offerengine.schema.Field;
import io.offerengine.schema.Schema;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * Writes search responses from cached texts of rows.
 *
 * <p>The engine caches the text of each row as a {@link io.offerengine.RowAttachment}, which a
 * {@link RowRenderer} creates. A {@link ResponseAssembler} joins the texts and prints the computed
 * values that differ from the cached text.
 *
 * <p><b>Cost.</b> One copy of each byte; a response to a stream goes through a buffer.
 *
 * <p><b>Threads.</b> Safe for use by many threads. A pool holds one buffer for each processor.
 */
public final class CachedResponseWriter {
  /** The size of a buffer: a typical response fits. */
  private static final int BUFFER_BYTES = 1 << 19;

  private final Schema schema;
  private final RowTemplate template;
  private final RowRenderer renderer;
  private final BlockingQueue<ByteBuffer> buffers =
      new ArrayBlockingQueue<>(Runtime.getRuntime().availableProcessors());

  /** Creates a writer of responses for offers of a schema. */
  public CachedResponseWriter(Schema schema) {
    this.schema = schema;
    this.template = new RowTemplate(schema);
    this.renderer = new RowRenderer(schema, template);
  }

  /** Returns the rows of all matches; null if there are none. */
  public @Nullable ResponseAssembler gather(Matches matches) {
    if (matches.isEmpty()) {
      return null;
    }
    ResponseAssembler rows = assembler(template, matches, matches.size());
    rows.addAll(matches, 0, renderer);
    return rows;
  }

  /**
   * Returns the rows of all matches with some fields; null if there are none. Their texts are
   * neither read from the cache nor put there.
   *
   * @param fields shown fields, in the order of the text; at least one
   */
  public @Nullable ResponseAssembler render(Matches matches, List<Field> fields) {
    if (matches.isEmpty()) {
      return null;
    }
    RowTemplate ofFields = new RowTemplate(schema, fields);
    RowRenderer anew = new RowRenderer(schema, ofFields);
    ResponseAssembler rows = assembler(ofFields, matches, matches.size());
    matches.forEach(match -> rows.add(anew.make(match)));
    return rows;
  }

  /** Writes a response to a stream. */
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
    if (!matches.isEmpty()) {
      ResponseAssembler rows = assembler(template, matches, ResponseAssembler.BATCH);
      for (int done = 0; done < matches.size(); done += ResponseAssembler.BATCH) {
        rows.clear();
        rows.addAll(matches, done, renderer);
        write(rows, buffer, target);
      }
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

  /** Returns an assembler of at most {@code most} rows of some matches, of which it has none. */
  private static ResponseAssembler assembler(RowTemplate template, Matches matches, int most) {
    return new ResponseAssembler(template, matches.get(0).arguments(), matches.isFolded(), most);
  }
}
