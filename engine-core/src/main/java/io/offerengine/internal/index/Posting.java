package io.offerengine.internal.index;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.file.BlockReader;
import io.offerengine.internal.file.BlockWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.BatchIterator;
import org.roaringbitmap.IntConsumer;
import org.roaringbitmap.RoaringBitmap;

/**
 * The rows of a segment that have one value, or one of several values.
 *
 * <p><b>Layout.</b> A dense bitmap if the value is frequent, a list if few rows have it, a
 * RoaringBitmap between the two. A cumulative posting is dense however many rows it has.
 *
 * <p><b>Threads.</b> Immutable.
 *
 * @param words the dense bitmap; null if the rows have another form
 * @param roaring null unless the rows are in a RoaringBitmap
 * @param listed the rows, ascending; null unless few rows have the value
 * @param count how many rows have the value
 */
record Posting(
    @SuppressWarnings("ArrayRecordComponent") long @Nullable [] words,
    @Nullable RoaringBitmap roaring,
    @SuppressWarnings("ArrayRecordComponent") int @Nullable [] listed,
    int count) {
  /**
   * A value in more than one of this many rows is dense: there a Roaring bitmap saves no memory,
   * and adding it to a dense one costs several times a loop over words.
   */
  private static final int FREQUENT_SHARE = 64;

  /** The most rows of a list: reading it takes less time than reading a Roaring bitmap. */
  private static final int MAX_LISTED = 256;

  /** Returns whether the posting of so many rows is a dense bitmap. */
  static boolean isFrequent(int count, int rowCount) {
    return (long) count * FREQUENT_SHARE > rowCount;
  }

  /** Returns the posting of a bitmap, which it owns from now on. */
  static Posting dense(long[] words, int count) {
    return new Posting(words, null, null, count);
  }

  /** Returns the posting of a list of rows, ascending, which it may own from now on. */
  static Posting sparse(int[] rows) {
    if (rows.length <= MAX_LISTED) {
      return new Posting(null, null, rows, rows.length);
    }
    RoaringBitmap roaring = new RoaringBitmap();
    roaring.addN(rows, 0, rows.length);
    roaring.trim();
    return new Posting(null, roaring, null, rows.length);
  }

  /** Returns the posting of a list of rows, ascending, which it may own from now on. */
  static Posting ofRows(int[] rows, int rowCount) {
    return isFrequent(rows.length, rowCount)
        ? dense(Bits.of(rows, rowCount), rows.length)
        : sparse(rows);
  }

  /** Returns a new list of the rows, ascending. */
  int[] rows() {
    if (listed != null) {
      return listed.clone();
    }
    return roaring == null ? Bits.list(Objects.requireNonNull(words), count) : roaring.toArray();
  }

  void write(BlockWriter out) throws IOException {
    out.writeInt(count);
    out.write(words);
    out.write(listed);
    byte[] bytes = roaring == null ? null : new byte[roaring.serializedSizeInBytes()];
    if (roaring != null && bytes != null) {
      roaring.serialize(ByteBuffer.wrap(bytes));
    }
    out.write(bytes);
  }

  static Posting read(BlockReader in) throws IOException {
    int count = in.readInt();
    long[] words = in.readLongs();
    int[] listed = in.readInts();
    byte[] bytes = in.readBytes();
    RoaringBitmap roaring = bytes == null ? null : new RoaringBitmap();
    if (bytes != null && roaring != null) {
      roaring.deserialize(ByteBuffer.wrap(bytes));
    }
    // Earlier builds wrote a dense bitmap beside some lists.
    return new Posting(bytes == null && listed == null ? words : null, roaring, listed, count);
  }

  /** Adds the rows to a bitmap of the segment's rows. */
  void orInto(long[] target) {
    if (listed != null) {
      for (int row : listed) {
        Bits.set(target, row);
      }
    } else if (roaring != null) {
      roaring.forEach((IntConsumer) row -> Bits.set(target, row));
    } else if (words != null) {
      Bits.or(target, words, 0, words.length);
    }
  }

  /**
   * Returns how many of the rows a bitmap of the segment has.
   *
   * @param wordCount the first words of the bitmap, which have all its rows
   */
  int countIn(long[] rows, int wordCount) {
    if (words != null) {
      return Bits.countBoth(words, rows, wordCount);
    }
    int found = 0;
    if (listed != null) {
      for (int row : listed) {
        found += (int) (rows[row >>> 6] >>> row & 1);
      }
      return found;
    }
    RowBatches batches = batches();
    int[] batch = new int[Scratch.BATCH];
    for (int size = batches.next(batch); size > 0; size = batches.next(batch)) {
      for (int i = 0; i < size; i++) {
        found += (int) (rows[batch[i] >>> 6] >>> batch[i] & 1);
      }
    }
    return found;
  }

  /** Returns whether the rows are listed, and there is no dense bitmap. */
  boolean isListed() {
    return words == null;
  }

  /** Lists the rows, ascending, a batch at a time. */
  RowBatches batches() {
    if (listed != null) {
      return RowBatches.of(listed, 0, listed.length);
    }
    if (roaring == null) {
      return RowBatches.of(Objects.requireNonNull(words));
    }
    BatchIterator next = roaring.getBatchIterator();
    return (rows, kept) -> {
      if (!next.hasNext()) {
        return 0;
      }
      if (kept == 0) {
        return next.nextBatch(rows);
      }
      int[] more = new int[rows.length - kept];
      int size = next.nextBatch(more);
      System.arraycopy(more, 0, rows, kept, size);
      return size;
    };
  }
}
