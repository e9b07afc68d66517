package io.offerengine.internal.index;

import io.offerengine.internal.column.Bits;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The working memory of one search: bitmaps and lists of rows that are needed for a moment.
 *
 * <p>Taken from a pool and given back, so that searches allocate nothing for it once the pool is
 * warm. What is handed out is valid until {@link #reset}.
 *
 * <p><b>Threads.</b> Confined to one search; {@link #take} and {@link #release} are safe for all.
 */
public final class Scratch {
  /** As many searches at once find their memory in the pool; further ones make their own. */
  private static final int POOLED = 64;

  /** So many rows are looked at together: their numbers stay in the innermost cache. */
  public static final int BATCH = 256;

  /** So many best rows at most are kept in {@link #best}. */
  public static final int MOST_BEST = 256;

  private static final AtomicReferenceArray<Scratch> POOL = new AtomicReferenceArray<>(POOLED);

  private long[][] bitmaps = new long[4][];
  private final int[] batch = new int[BATCH];
  private final long[] numbers = new long[BATCH];
  private final long[] otherNumbers = new long[BATCH];
  private final Best best = new Best();
  private int[] rows = {};
  private int used;

  /** Room for a few best rows, in order. */
  public static final class Best {
    /** First numbers. */
    public final long[] firsts = new long[MOST_BEST];

    /** Second numbers, of a query with a second key. */
    public final long[] seconds = new long[MOST_BEST];

    /** Where the rows are. */
    public final long[] places = new long[MOST_BEST];

    /** The first number of the row of each fold value, in a query that folds. */
    public final Long2LongOpenHashMap firstByFold = new Long2LongOpenHashMap(MOST_BEST);

    private Best() {}
  }

  /** Creates working memory outside the pool. */
  public Scratch() {}

  /** Returns working memory of the pool, or new one. */
  public static Scratch take() {
    int start = (int) Thread.currentThread().getId();
    for (int i = 0; i < POOLED; i++) {
      int place = (start + i) % POOLED;
      Scratch pooled = POOL.get(place) == null ? null : POOL.getAndSet(place, null);
      if (pooled != null) {
        return pooled;
      }
    }
    return new Scratch();
  }

  /** Gives the memory back to the pool. */
  public void release() {
    reset();
    int start = (int) Thread.currentThread().getId();
    for (int i = 0; i < POOLED; i++) {
      int place = (start + i) % POOLED;
      if (POOL.get(place) == null && POOL.compareAndSet(place, null, this)) {
        return;
      }
    }
  }

  /** Takes back what was handed out. */
  public void reset() {
    used = 0;
  }

  /** Returns a bitmap of at least some words, with any contents. */
  public long[] bitmap(int wordCount) {
    if (used == bitmaps.length) {
      bitmaps = Arrays.copyOf(bitmaps, 2 * used);
    }
    long[] bitmap = bitmaps[used];
    if (bitmap == null || bitmap.length < wordCount) {
      bitmap = new long[Math.max(wordCount, 64)];
      bitmaps[used] = bitmap;
    }
    used++;
    return bitmap;
  }

  /** Returns a bitmap for some rows, none of which is set. */
  public long[] emptyBitmap(int rowCount) {
    int wordCount = Bits.wordCount(rowCount);
    long[] bitmap = bitmap(wordCount);
    Arrays.fill(bitmap, 0, wordCount, 0);
    return bitmap;
  }

  /** Returns a list with room for {@link #BATCH} rows: the same one always. */
  public int[] batch() {
    return batch;
  }

  /** Returns room for a number of each row of a batch: the same one always. */
  public long[] numbers() {
    return numbers;
  }

  /** Returns room for another number of each row of a batch: the same one always. */
  public long[] otherNumbers() {
    return otherNumbers;
  }

  /** Returns room for a search's best rows: the same one always, valid until {@link #release}. */
  public Best best() {
    return best;
  }

  /** Returns a list with room for some rows, valid until the next one is asked for. */
  public int[] rows(int count) {
    if (rows.length < count) {
      rows = new int[Math.max(count, 2 * rows.length)];
    }
    return rows;
  }
}
