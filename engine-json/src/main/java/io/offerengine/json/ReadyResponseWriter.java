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
 * <p><b>Cost.</b> Two passes over a batch of rows: the first only finds the texts, so that the
 * reads of memory that it waits for overlap.
 *
 * <p><b>Threads.</b> Safe for all; buffers are shared one after the other.
 */
final class ReadyResponseWriter {
  private static final byte[] OPENING = "{\"offers\":[".getBytes(US_ASCII);
  private static final byte[] CLOSING = "]}".getBytes(US_ASCII);
  private static final int BATCH = 64;
  private static final int FIRST_CAPACITY = 1 << 18;
  private static final int LARGEST_KEPT = 1 << 20;
  private static final int FLUSHED = 1 << 16;

  private final RowLayout layout;
  private final RowText texts;
  private final BlockingQueue<JsonBytes> buffers =
      new ArrayBlockingQueue<>(Runtime.getRuntime().availableProcessors());

  ReadyResponseWriter(Schema schema) {
    this.layout = new RowLayout(schema);
    this.texts = new RowText(schema, layout);
  }

  byte[] write(Matches matches) {
    JsonBytes out = buffer();
    try {
      writeTo(matches, out, null);
    } catch (IOException e) {
      throw new IllegalStateException("there is no stream to fail", e);
    }
    byte[] response = out.toArray();
    giveBack(out);
    return response;
  }

  void write(Matches matches, OutputStream target) throws IOException {
    JsonBytes out = buffer();
    writeTo(matches, out, target);
    out.flushTo(target);
    giveBack(out);
  }

  private JsonBytes buffer() {
    JsonBytes free = buffers.poll();
    return free == null ? new JsonBytes(FIRST_CAPACITY) : free;
  }

  private void giveBack(JsonBytes buffer) {
    if (buffer.capacity() <= LARGEST_KEPT) {
      buffer.clear();
      buffers.offer(buffer);
    }
  }

  private void writeTo(Matches matches, JsonBytes out, @Nullable OutputStream target)
      throws IOException {
    out.raw(OPENING);
    byte[][] rows = new byte[BATCH][];
    RowAssembly assembly = null;
    int count = 0;
    while (matches.next()) {
      if (assembly == null) {
        assembly = new RowAssembly(layout, matches.arguments(), matches.isFolded());
      }
      rows[count++] = matches.attached(texts);
      if (count == BATCH) {
        writeAll(rows, count, assembly, out);
        count = 0;
        if (target != null && out.size() >= FLUSHED) {
          out.flushTo(target);
        }
      }
    }
    if (assembly != null) {
      writeAll(rows, count, assembly, out);
    }
    out.raw(CLOSING);
  }

  private static void writeAll(byte[][] rows, int count, RowAssembly assembly, JsonBytes out) {
    for (int i = 0; i < count; i++) {
      assembly.write(rows[i], out);
    }
  }
}
