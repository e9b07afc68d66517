package io.offerengine.internal.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.query.UnusableFilesException;
import io.offerengine.query.UnusableFilesException.Reason;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Reads a file of a {@link BlockWriter}. A value is returned only if its block has the checksum
 * that was written.
 *
 * <p>Each method throws an {@link UnusableFilesException} if the file ends too early or is damaged.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
public final class BlockReader implements Closeable {
  private static final byte[] NO_BYTES = {};

  private final Path file;
  private final FileChannel channel;
  private final long fileBytes;
  private final ByteBuffer block =
      ByteBuffer.allocateDirect(BlockWriter.BLOCK_BYTES).order(ByteOrder.LITTLE_ENDIAN);
  private int blocks;
  private byte[] text = NO_BYTES;

  /** Reads objects of one class. */
  @FunctionalInterface
  public interface Content<T> {
    /** Reads an object. */
    T read(BlockReader in) throws IOException;
  }

  private BlockReader(Path file, FileChannel channel) throws IOException {
    this.file = file;
    this.channel = channel;
    this.fileBytes = channel.size();
  }

  /**
   * Opens a file.
   *
   * @throws UnusableFilesException if there is no file, or none that a writer of this version wrote
   */
  public static BlockReader open(Path file) throws IOException {
    try {
      FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
      try {
        BlockReader reader = new BlockReader(file, channel);
        reader.readHead();
        return reader;
      } catch (IOException | RuntimeException | Error e) {
        channel.close();
        throw e;
      }
    } catch (NoSuchFileException e) {
      throw new UnusableFilesException(Reason.MISSING, file + " does not exist");
    }
  }

  /**
   * Reads an object from a file that has nothing else.
   *
   * @throws UnusableFilesException if there is no such file, or the object can't be made of it
   */
  public static <T> T read(Path file, Content<T> content) throws IOException {
    try (BlockReader in = open(file)) {
      try {
        T object = content.read(in);
        in.end();
        return object;
      } catch (RuntimeException e) {
        UnusableFilesException damaged = in.damaged("has content that does not fit: " + e);
        damaged.initCause(e);
        throw damaged;
      }
    }
  }

  /** Returns whether a file is as it was written, by its checksums; it is read once. */
  public static boolean isWhole(Path file) {
    try (BlockReader in = open(file)) {
      in.passRest();
      in.end();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private void readHead() throws IOException {
    byte[] mark = new byte[BlockWriter.MARK.length];
    fill(Math.min(fileBytes, BlockWriter.HEAD_BYTES));
    block.get(mark, 0, Math.min(mark.length, block.remaining()));
    if (!Arrays.equals(mark, BlockWriter.MARK)) {
      throw unusable(Reason.FOREIGN, "is not a file of saved offers");
    }
    if (block.remaining() < Integer.BYTES) {
      throw truncated();
    }
    int version = block.getInt();
    if (version != BlockWriter.VERSION) {
      throw unusable(
          Reason.VERSION,
          "has version " + version + " of the format, but expected " + BlockWriter.VERSION);
    }
  }

  /** Reads an integer. */
  public int readInt() throws IOException {
    require(Integer.BYTES);
    return block.getInt();
  }

  /** Reads a flag. */
  public boolean readFlag() throws IOException {
    return readInt() != 0;
  }

  /** Reads an integer. */
  public long readLong() throws IOException {
    require(Long.BYTES);
    return block.getLong();
  }

  /** Reads a number. */
  public double readDouble() throws IOException {
    return Double.longBitsToDouble(readLong());
  }

  /** Reads a text. */
  public String readText() throws IOException {
    int length = present(readLength(Byte.BYTES));
    if (text.length < length) {
      text = new byte[Math.max(length, 2 * text.length)];
    }
    readParts(text, length, Byte.BYTES, this::getBytes);
    return new String(text, 0, length, UTF_8);
  }

  /** Reads texts. */
  public String[] readTexts() throws IOException {
    String[] texts = new String[present(readLength(Integer.BYTES))];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = readText();
    }
    return texts;
  }

  /** Reads an object or null. */
  public <T> @Nullable T readOptional(Content<T> content) throws IOException {
    return readFlag() ? content.read(this) : null;
  }

  /** Reads an array. */
  public byte @Nullable [] readBytes() throws IOException {
    return readArray(Byte.BYTES, byte[]::new, this::getBytes);
  }

  private void getBytes(byte[] array, int from, int count) {
    block.slice().get(array, from, count);
  }

  /** Reads an array. */
  public short @Nullable [] readShorts() throws IOException {
    return readArray(
        Short.BYTES,
        short[]::new,
        (array, from, count) -> block.asShortBuffer().get(array, from, count));
  }

  /** Reads an array. */
  public int @Nullable [] readInts() throws IOException {
    return readArray(
        Integer.BYTES,
        int[]::new,
        (array, from, count) -> block.asIntBuffer().get(array, from, count));
  }

  /** Reads an array that is not null. */
  public int[] readPresentInts() throws IOException {
    return present(readInts());
  }

  /** Reads an array. */
  public long @Nullable [] readLongs() throws IOException {
    return readArray(
        Long.BYTES,
        long[]::new,
        (array, from, count) -> block.asLongBuffer().get(array, from, count));
  }

  /** Reads an array that is not null. */
  public long[] readPresentLongs() throws IOException {
    return present(readLongs());
  }

  private <A> @Nullable A readArray(int width, IntFunction<A> ofLength, BlockWriter.Part<A> part)
      throws IOException {
    Integer length = readLength(width);
    if (length == null) {
      return null;
    }
    A array = ofLength.apply(length);
    readParts(array, length, width, part);
    return array;
  }

  /** Passes everything that is left, and compares its checksums; only {@link #end} may follow. */
  public void passRest() throws IOException {
    block.position(block.limit());
    while (channel.position() < fileBytes - BlockWriter.BLOCK_HEAD_BYTES) {
      readBlock();
      block.position(block.limit());
    }
  }

  /** Requires that nothing is left to read. */
  public void end() throws IOException {
    if (block.hasRemaining()) {
      throw damaged("has more values than expected");
    }
    readBlock();
    if (block.hasRemaining() || channel.position() != fileBytes) {
      throw damaged("goes on where it should end");
    }
  }

  /** Returns the error that says that the content is not what was written. */
  public UnusableFilesException damaged(String problem) {
    return unusable(Reason.DAMAGED, problem);
  }

  private UnusableFilesException truncated() {
    return unusable(Reason.TRUNCATED, "ends too early, after " + fileBytes + " bytes");
  }

  /** Returns the error that says that files can't be used, and names this one. */
  public UnusableFilesException unusable(Reason reason, String problem) {
    return new UnusableFilesException(reason, file + " " + problem);
  }

  /** Returns a length that the file has room for, so that memory suffices; null for no array. */
  private @Nullable Integer readLength(int width) throws IOException {
    int length = readInt();
    if (length < BlockWriter.NULL || (long) length * width > fileBytes) {
      throw damaged("has an array of the length " + length);
    }
    return length == BlockWriter.NULL ? null : (Integer) length;
  }

  private <A> A present(@Nullable A read) throws IOException {
    if (read == null) {
      throw damaged("lacks an array");
    }
    return read;
  }

  private <A> void readParts(A array, int length, int width, BlockWriter.Part<A> part)
      throws IOException {
    for (int from = 0; from < length; ) {
      require(width);
      int count = Math.min(length - from, block.remaining() / width);
      part.copy(array, from, count);
      block.position(block.position() + count * width);
      from += count;
    }
  }

  private void require(int bytes) throws IOException {
    if (!block.hasRemaining()) {
      readBlock();
    }
    if (block.remaining() < bytes) {
      throw damaged("lacks a value");
    }
  }

  private void readBlock() throws IOException {
    long start = channel.position();
    fill(BlockWriter.BLOCK_HEAD_BYTES);
    int length = block.getInt();
    int checksum = block.getInt();
    if (length < 0 || length > BlockWriter.BLOCK_BYTES - BlockWriter.BLOCK_HEAD_BYTES) {
      throw damaged("has a block of " + length + " bytes at byte " + start);
    }
    block.limit(BlockWriter.BLOCK_HEAD_BYTES + length);
    readFully();
    if (checksum != BlockWriter.checksum(blocks++, block)) {
      throw damaged("has a block at byte " + start + " that does not match its checksum");
    }
    block.position(BlockWriter.BLOCK_HEAD_BYTES);
  }

  /** Replaces the content of the block by the next bytes of the file. */
  private void fill(long bytes) throws IOException {
    block.position(0).limit((int) bytes);
    readFully();
    block.position(0);
  }

  private void readFully() throws IOException {
    while (block.hasRemaining()) {
      if (channel.read(block) < 0) {
        throw truncated();
      }
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
