package io.offerengine.internal.index;

import io.offerengine.internal.column.Bits;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * What a search has for itself: its scratch memory, bitmaps and lists of rows, and its deadline.
 *
 * <p>It comes from a pool, so searches allocate no scratch memory once the pool is warm. A {@code
 * Search} takes it and gives it back; its planner, execution and collector borrow it. Bitmaps are
 * valid until {@link #reset}. The pool keeps as much of it as usual searches need, {@value
 * #MOST_KEPT} elements of each kind.
 *
 * <p><b>Threads.</b> Confined to one search; {@link #take} and {@link #release} are safe for all.
 */
public final class Scratch {
  /** The searches at a time that find their memory in the pool; further ones allocate it. */
  private static final int POOLED = 64;

  /** 8 MiB of bitmaps, which are 26 bitmaps of a segment of 2.5 million rows; 4 MiB of rows. */
  static final int MOST_KEPT = 1 << 20;

  /** The most bitmaps that the pool keeps: a list of thousands of values takes one for each. */
  private static final int MOST_BITMAPS = 256;

  /** The room for bitmaps at first, which doubles: a usual search takes fewer. */
  private static final int FEWEST_BITMAPS = 4;

  /** A bitmap has at least 4,096 rows, so that small segments of other sizes reuse it. */
  private static final int FEWEST_WORDS = 64;

  private static final Deadline NO_DEADLINE = new Deadline(null);

  /** The rows of a batch: their keys stay in the innermost cache. */
  public static final int BATCH = 256;

  /** The most rows that {@link #best} has room for. */
  public static final int MOST_BEST = 256;

  private static final AtomicReferenceArray<Scratch> POOL = new AtomicReferenceArray<>(POOLED);

  private long[][] bitmaps = new long[FEWEST_BITMAPS][];
  private final int[] batch = new int[BATCH];
  private final long[] numbers = new long[BATCH];
  private final long[] otherNumbers = new long[BATCH];
  private final Best best = new Best();
  private int[] rows = {};
  private int used;

  /** How many words all bitmaps have. */
  private long words;

  private Deadline deadline = NO_DEADLINE;

  /** Room for a few best rows, in order. */
  public static final class Best {
    /** First keys. */
    public final long[] firsts = new long[MOST_BEST];

    /** Second keys, of a query with a second order field. */
    public final long[] seconds = new long[MOST_BEST];

    /** The locations of the rows. */
    public final long[] locations = new long[MOST_BEST];

    /** The first key of the row of each fold value, in a query that collapses. */
    public final Long2LongOpenHashMap firstByFold = new Long2LongOpenHashMap(MOST_BEST);

    private Best() {}
  }

  /** Creates memory outside the pool. */
  public Scratch() {}

  /** Returns memory of the pool, or new memory, for a search with a deadline. */
  public static Scratch take(Deadline deadline) {
    Scratch taken = take();
    taken.deadline = deadline;
    return taken;
  }

  static Scratch take() {
    int start = (int) Thread.currentThread().getId();
    for (int i = 0; i < POOLED; i++) {
      int slot = (start + i) % POOLED;
      Scratch pooled = POOL.get(slot) == null ? null : POOL.getAndSet(slot, null);
      if (pooled != null) {
        return pooled;
      }
    }
    return new Scratch();
  }

  /** Gives the memory back to the pool. */
  public void release() {
    reset();
    deadline = NO_DEADLINE;
    if (words > MOST_KEPT || bitmaps.length > MOST_BITMAPS || rows.length > MOST_KEPT) {
      forgetMuch();
    }
    int start = (int) Thread.currentThread().getId();
    for (int i = 0; i < POOLED; i++) {
      int slot = (start + i) % POOLED;
      if (POOL.get(slot) == null && POOL.compareAndSet(slot, null, this)) {
        return;
      }
    }
  }

  /** Drops the memory that one unusual search needed, so that the pool does not keep it. */
  private void forgetMuch() {
    words = 0;
    int count = 0;
    while (count < bitmaps.length && count < MOST_BITMAPS) {
      int more = bitmaps[count] == null ? 0 : bitmaps[count].length;
      if (words + more > MOST_KEPT) {
        break;
      }
      words += more;
      count++;
    }
    bitmaps = Arrays.copyOf(Arrays.copyOf(bitmaps, count), Math.max(count, FEWEST_BITMAPS));
    rows = rows.length > MOST_KEPT ? new int[0] : rows;
  }

  /**
   * Checks the deadline of the search, during work that no other check divides.
   *
   * @throws io.offerengine.query.EngineException DEADLINE_EXCEEDED if the time is over
   */
  public void checkDeadline() {
    deadline.check();
  }

  /** Takes the bitmaps back that were handed out. */
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
      words -= bitmap == null ? 0 : bitmap.length;
      bitmap = new long[Math.max(wordCount, FEWEST_WORDS)];
      words += bitmap.length;
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

  /** Returns a list with room for {@link #BATCH} rows: always the same array. */
  public int[] batch() {
    return batch;
  }

  /**
   * Returns room for a key of each row of a batch: always the same array.
   *
   * <p>While rows are collected it has first keys. The collector fills it with those of the rows
   * that it is offered, and reads them before it returns. An index scan that has the first keys
   * fills it and offers it at once; the collector then fills nothing. So what one has written is
   * never overwritten before it was read. Counters of facets, which run afterwards, have the keys
   * of their field here.
   */
  public long[] numbers() {
    return numbers;
  }

  /**
   * Returns room for another key of each row of a batch: always the same array.
   *
   * <p>A collector of a search that collapses has fold values here; a {@code SmallTopK} of any
   * other search has identifiers.
   */
  public long[] otherNumbers() {
    return otherNumbers;
  }

  /** Returns room for the best rows: always the same object, valid until {@link #release}. */
  public Best best() {
    return best;
  }

  /** Returns a list with room for some rows, valid until the next call. */
  public int[] rows(int count) {
    if (rows.length < count) {
      rows = new int[Math.max(count, 2 * rows.length)];
    }
    return rows;
  }
}
