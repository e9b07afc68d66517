package io.offerengine.json;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.offerengine.Matches;
import io.offerengine.schema.Schema;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

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
    Chunks chunks = new Chunks();
    try {
      write(matches, chunks);
    } catch (IOException e) {
      throw new IllegalStateException("chunks can't fail", e);
    }
    return chunks.toArray();
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
        if (out.size() >= FLUSHED) {
          out.flushTo(target);
        }
      }
    }
    if (assembly != null) {
      writeAll(rows, count, assembly, out);
    }
    out.raw(CLOSING);
    out.flushTo(target);
  }

  private static void writeAll(byte[][] rows, int count, RowAssembly assembly, JsonBytes out) {
    for (int i = 0; i < count; i++) {
      assembly.write(rows[i], out);
    }
  }

  /** A response in pieces, so that no large array grows by being copied again and again. */
  private static final class Chunks extends OutputStream {
    private final List<byte[]> chunks = new ArrayList<>();
    private int size;

    @Override
    public void write(int b) {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] source, int from, int length) {
      chunks.add(Arrays.copyOfRange(source, from, from + length));
      size = Math.addExact(size, length);
    }

    byte[] toArray() {
      if (chunks.size() == 1) {
        return chunks.get(0);
      }
      byte[] all = new byte[size];
      int at = 0;
      for (byte[] chunk : chunks) {
        System.arraycopy(chunk, 0, all, at, chunk.length);
        at += chunk.length;
      }
      return all;
    }
  }
}
