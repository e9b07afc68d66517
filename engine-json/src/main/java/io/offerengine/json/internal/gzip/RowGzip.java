package io.offerengine.json.internal.gzip;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Consumer;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;

/**
 * Compresses responses with gzip.
 *
 * <p>A response becomes one member with a block for the first row and a block for all others. Their
 * codes were trained on generated responses (decision 74). If the rows have another shape, {@link
 * java.util.zip.Deflater} compresses the response instead. The shape is another one if the blocks
 * have more bytes than the text before the second row and a third of the text after it.
 *
 * <p>Equal responses have equal results, whatever was compressed before.
 *
 * <p><b>Threads.</b> Safe for use by many threads. A pool holds the memory for one response of each
 * processor.
 *
 * <p>Source: RFC 1952.
 */
public final class RowGzip {
  /** The level of the general compressor. */
  private static final int LEVEL = 3;

  /**
   * If all rows but the first are compressed by less than this factor, they have another shape:
   * rows of the known shape are compressed to a fifth or less.
   */
  private static final int LEAST_FACTOR = 3;

  /** The longest response whose memory is used again. */
  private static final int LONGEST_POOLED = 1 << 20;

  private static final int HEADER_BYTES = 10;
  private static final int TRAILER_BYTES = 8;

  private final BlockingQueue<Memory> pool =
      new ArrayBlockingQueue<>(Runtime.getRuntime().availableProcessors());

  /** What the compression of a response needs. */
  private static final class Memory {
    private final DeflateWriter writer = new DeflateWriter();
    private final RowMatcher matcher = new RowMatcher(writer);
    private final CRC32 checksum = new CRC32();
    private byte[] text = {};
    private byte[] target = {};

    void reserve(int textBytes, int targetBytes) {
      text = text.length < textBytes ? new byte[textBytes] : text;
      target = target.length < targetBytes ? new byte[targetBytes] : target;
    }
  }

  /**
   * Returns a compressed response.
   *
   * <p>Wrong starts of rows cost size, never correctness.
   *
   * @param length the length of the response
   * @param first the start of the first row
   * @param second the start of the second row, {@code length} if there is none
   * @param writing writes the response, from the position of a buffer to its limit
   */
  public byte[] compress(int length, int first, int second, Consumer<ByteBuffer> writing) {
    Memory pooled = pool.poll();
    Memory memory = pooled == null ? new Memory() : pooled;
    byte[] compressed = compress(length, first, second, writing, memory);
    if (length <= LONGEST_POOLED) {
      pool.offer(memory);
    }
    return compressed;
  }

  private static byte[] compress(
      int length, int first, int second, Consumer<ByteBuffer> writing, Memory memory) {
    boolean isKnown =
        first >= 0
            && first < second
            && second - first <= RowMatcher.FARTHEST
            && second >= 2 * Long.BYTES
            && second <= Math.min(length, 2 * RowMatcher.FARTHEST);
    int most = isKnown ? second + (length - second) / LEAST_FACTOR : 0;
    memory.reserve(Math.addExact(length, Words.SLACK), 2 * most + 2 * DeflateWriter.SLACK);
    writing.accept(ByteBuffer.wrap(memory.text, 0, length).slice());
    if (isKnown) {
      int end = writeRows(memory, length, first, second);
      if (end > 0 && end <= most) {
        return withEnds(memory, end, length);
      }
    }
    return compressGenerally(memory.text, length);
  }

  /** Writes the blocks; returns their end, or 0 if the rows have another shape. */
  private static int writeRows(Memory memory, int length, int first, int second) {
    DeflateWriter writer = memory.writer;
    writer.start(memory.text, memory.target, HEADER_BYTES);
    boolean isOne = second == length;
    writer.beginBlock(DeflateCode.FIRST, isOne);
    memory.matcher.writeFirst(memory.text, second);
    writer.endBlock();
    if (!isOne) {
      writer.beginBlock(DeflateCode.ROWS, true);
      if (!memory.matcher.writeRows(memory.text, first, second, length)) {
        return 0;
      }
      writer.endBlock();
    }
    return writer.isFull() ? 0 : writer.finish();
  }

  private static byte[] withEnds(Memory memory, int end, int length) {
    byte[] member = Arrays.copyOf(memory.target, end + TRAILER_BYTES);
    member[0] = 0x1F;
    member[1] = (byte) 0x8B;
    member[2] = 8; // DEFLATE
    member[9] = (byte) 0xFF; // No operating system.
    memory.checksum.reset();
    memory.checksum.update(memory.text, 0, length);
    Words.setInt(member, end, (int) memory.checksum.getValue());
    Words.setInt(member, end + Integer.BYTES, length);
    return member;
  }

  private static byte[] compressGenerally(byte[] text, int length) {
    ByteArrayOutputStream member = new ByteArrayOutputStream(length / 4 + DeflateWriter.SLACK);
    try (GZIPOutputStream out = new LeveledStream(member)) {
      out.write(text, 0, length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return member.toByteArray();
  }

  private static final class LeveledStream extends GZIPOutputStream {
    LeveledStream(ByteArrayOutputStream target) throws IOException {
      super(target, 1 << 13);
      def.setLevel(LEVEL);
    }
  }
}
