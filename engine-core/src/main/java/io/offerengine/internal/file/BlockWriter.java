package io.offerengine.internal.file;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Writes numbers, arrays and texts to a file. A {@link BlockReader} reads them in the same order.
 *
 * <p>Each class that is saved has a method {@code write}, which takes a writer, and a static method
 * {@code read}, which takes a reader.
 *
 * <p><b>Layout.</b> The mark {@link #MARK}, the {@link #VERSION} of the format, and blocks. A block
 * is its number of bytes, its checksum, and its bytes; the last block is empty. The checksum is the
 * CRC-32C of the block's position among the blocks and of its bytes, so that blocks can't change
 * places. Numbers are little-endian.
 *
 * <p><b>Cost.</b> A quarter of a megabyte of memory for any size of the file. The file is synced
 * from time to time, so that other writers of the disk never wait for the whole file.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
public final class BlockWriter {
  /** The version of this layout, which every later build reads. */
  static final int VERSION = 2;

  /** The first bytes of a file. */
  static final byte[] MARK = "OfferEng".getBytes(US_ASCII);

  /** The bytes before the blocks. */
  static final int HEAD_BYTES = MARK.length + Integer.BYTES;

  /** The bytes of a block before its content. */
  static final int BLOCK_HEAD_BYTES = 2 * Integer.BYTES;

  /** The most bytes of a block, which stays in the cache of the CPU until it is written. */
  static final int BLOCK_BYTES = 1 << 18;

  /** The length of an array that is null. */
  static final int NULL = -1;

  private static final String DRAFT = ".part";

  private static final long SYNC_EVERY_BYTES = 16L << 20;

  private final FileChannel channel;
  private final ByteBuffer block =
      ByteBuffer.allocateDirect(BLOCK_BYTES).order(ByteOrder.LITTLE_ENDIAN);
  private int blocks;
  private long unsynced;

  /** Writes objects of one class. */
  @FunctionalInterface
  public interface Content<T> {
    /** Writes an object. */
    void write(T object, BlockWriter out) throws IOException;
  }

  /** Copies some elements of an array to the block, or from the block. */
  @FunctionalInterface
  interface Part<A> {
    void copy(A array, int from, int count);
  }

  private BlockWriter(FileChannel channel) throws IOException {
    this.channel = channel;
    block.put(MARK).putInt(VERSION).flip();
    writeFully();
    block.position(BLOCK_HEAD_BYTES);
  }

  /**
   * Writes an object to a file under another name, syncs the file, and gives it its name.
   * Afterwards the file outlives a crash of the machine. If this throws or the process dies, a file
   * of this name stays as it was. If this throws, it deletes what it wrote, so that a full disk
   * gets room again.
   *
   * @param file replaced if it exists
   */
  public static <T> void write(Path file, T object, Content<T> content) throws IOException {
    Path draft = file.resolveSibling(file.getFileName() + DRAFT);
    FileChannel channel = FileChannel.open(draft, CREATE, TRUNCATE_EXISTING, WRITE);
    try (channel) {
      BlockWriter out = new BlockWriter(channel);
      content.write(object, out);
      out.end();
    } catch (IOException | RuntimeException | Error e) {
      try {
        Files.deleteIfExists(draft);
      } catch (IOException alsoFailed) {
        e.addSuppressed(alsoFailed);
      }
      throw e;
    }
    Files.move(draft, file, ATOMIC_MOVE);
    sync(file.toAbsolutePath().getParent());
  }

  /** Syncs the names in a directory, where the system opens directories. */
  private static void sync(@Nullable Path directory) throws IOException {
    if (directory == null) {
      return;
    }
    FileChannel names;
    try {
      names = FileChannel.open(directory, READ);
    } catch (IOException e) {
      // Windows opens no directories: a rename may then get lost, but never half of one.
      return;
    }
    try (names) {
      names.force(true);
    }
  }

  /** Writes an integer. */
  public void writeInt(int value) throws IOException {
    room(Integer.BYTES);
    block.putInt(value);
  }

  /** Writes a flag. */
  public void writeFlag(boolean value) throws IOException {
    writeInt(value ? 1 : 0);
  }

  /** Writes an integer. */
  public void writeLong(long value) throws IOException {
    room(Long.BYTES);
    block.putLong(value);
  }

  /** Writes a number, bit by bit. */
  public void writeDouble(double value) throws IOException {
    writeLong(Double.doubleToRawLongBits(value));
  }

  /** Writes a text, which is valid Unicode. */
  public void writeText(String text) throws IOException {
    write(text.getBytes(UTF_8));
  }

  /** Writes texts, each of them valid Unicode. */
  public void writeTexts(String[] texts) throws IOException {
    writeInt(texts.length);
    for (String text : texts) {
      writeText(text);
    }
  }

  /**
   * Writes an object, or that it is null.
   *
   * @param content writes an object that is not null
   */
  public <T> void writeOptional(@Nullable T object, Content<T> content) throws IOException {
    writeFlag(object != null);
    if (object != null) {
      content.write(object, this);
    }
  }

  /** Writes an array. */
  public void write(byte @Nullable [] values) throws IOException {
    write(values, Byte.BYTES, (array, from, n) -> block.slice().put(array, from, n));
  }

  /** Writes an array. */
  public void write(short @Nullable [] values) throws IOException {
    write(values, Short.BYTES, (array, from, n) -> block.asShortBuffer().put(array, from, n));
  }

  /** Writes an array. */
  public void write(int @Nullable [] values) throws IOException {
    write(values, Integer.BYTES, (array, from, n) -> block.asIntBuffer().put(array, from, n));
  }

  /** Writes an array. */
  public void write(long @Nullable [] values) throws IOException {
    write(values, Long.BYTES, (array, from, n) -> block.asLongBuffer().put(array, from, n));
  }

  private <A> void write(@Nullable A array, int width, Part<A> part) throws IOException {
    int length = array == null ? NULL : Array.getLength(array);
    writeInt(length);
    for (int from = 0; array != null && from < length; ) {
      room(width);
      int count = Math.min(length - from, block.remaining() / width);
      part.copy(array, from, count);
      block.position(block.position() + count * width);
      from += count;
    }
  }

  /** Ends the block unless it has room for some bytes. */
  private void room(int bytes) throws IOException {
    if (block.remaining() < bytes) {
      endBlock();
    }
  }

  private void endBlock() throws IOException {
    block.flip();
    block.putInt(0, block.limit() - BLOCK_HEAD_BYTES);
    block.putInt(Integer.BYTES, checksum(blocks++, block));
    block.position(0);
    writeFully();
    block.position(BLOCK_HEAD_BYTES);
  }

  /**
   * Returns the checksum of a block.
   *
   * @param position the number of blocks before it
   * @param block with the head of the block, and its content up to the limit
   */
  static int checksum(int position, ByteBuffer block) {
    CRC32C checksum = new CRC32C();
    for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
      checksum.update(position >>> shift);
    }
    checksum.update(block.duplicate().position(BLOCK_HEAD_BYTES));
    return (int) checksum.getValue();
  }

  private void writeFully() throws IOException {
    unsynced += block.remaining();
    while (block.hasRemaining()) {
      channel.write(block);
    }
    block.clear();
    if (unsynced >= SYNC_EVERY_BYTES) {
      channel.force(false);
      unsynced = 0;
    }
  }

  private void end() throws IOException {
    if (block.position() > BLOCK_HEAD_BYTES) {
      endBlock();
    }
    endBlock();
    channel.force(true);
  }
}
