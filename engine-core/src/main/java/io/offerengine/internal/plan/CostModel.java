package io.offerengine.internal.plan;

import io.offerengine.internal.index.Scratch;

/**
 * Every weight by which plans are compared, scans are bounded, and collectors and counters of
 * facets choose between two ways. A weight is in nanoseconds unless its comment says otherwise.
 *
 * <p>The weights are those of one machine: 2 cores of an AMD EPYC, JDK 17. Each comment names the
 * benchmark that set the weight, or says that none did; {@code PlanConstants} ran over 250,000
 * rows. Results never depend on a weight. {@code PlanWorkTest} holds the chosen plan to four times
 * the work of the best plan. Decision 13 has the figures.
 */
public final class CostModel {
  // Bitmaps.

  /** Intersecting one word of a bitmap. {@code PlanConstants}. */
  static final double WORD = 0.2;

  /** The words that stay in the inner caches: 256 KB. {@code versions} (decision 13). */
  static final int CACHED_WORDS = 32_768;

  /** What a word beyond {@link #CACHED_WORDS} costs in addition. {@code versions} (decision 13). */
  static final double UNCACHED_WORD = 0.8;

  /** Looking for rows in one word of a bitmap. {@code PlanConstants}: 1.6; in loops 1.1. */
  static final double LIST_WORD = 1.1;

  /** What each clause adds to an intersection, however short its bitmap. A loop over clauses. */
  static final double CLAUSE = 20;

  /** Repairing one row next to the end of a range, between two bitmaps. A loop over ranges. */
  static final double REPAIRED_ROW = 3;

  // Single rows.

  /** Reading one bit of a row. {@code PlanConstants}. */
  static final double BIT = 2.5;

  /** Reading a column at rows in storage order. {@code PlanConstants}: 3.1, twice that here. */
  static final double NEAR_READ = 6.5;

  /** Reading a column at rows in another order. {@code PlanConstants}: 10, 2.5 times that here. */
  static final double FAR_READ = 25;

  /** Coming to the next row of a list or permutation. A loop over a permutation. */
  static final double RANK = 1.2;

  /** Checking one rank of a prefix filter. {@code versions} (decision 45). */
  static final double PREFIX_RANK = 6;

  // The collector.

  /** Offering a row that matches. A loop over rows. */
  static final double OFFER = 3;

  /** Inserting one row into a {@code SmallTopK}. A loop over rows. */
  static final double INSERT = 15;

  /** Sorting one row of a {@code LargeTopK}. A loop over rows. */
  static final double SORT = 30;

  /** The most rows that a {@code SmallTopK} collects: a limit of its memory. */
  static final int SMALL_K = Scratch.MOST_BEST;

  /**
   * A {@code SmallTopK} does not merge a run of rows if a second key has to order more tied rows.
   * {@code versions} (decision 43).
   */
  public static final int MOST_TIED_ROWS = 8;

  /**
   * A {@code SmallTopK} does not merge a run of rows if ordering its tied rows would take more
   * moves per row. {@code versions} (decision 43).
   */
  public static final int MOVES_PER_TIED_ROW = 4;

  // Bounds of scans, as ratios of work.

  /**
   * An index scan checks at least so many ranks before it falls back. A greater number makes more
   * scans of small segments check ranks in vain, a lesser one makes more of them intersect bitmaps
   * just before they end. No benchmark set it.
   */
  static final int LEAST_BUDGET = 64;

  /**
   * A slice costs what its list says, a scan may cost more than it seems: a scan is preferred to a
   * slice if it seems so many times cheaper. {@code PlanWorkTest}.
   */
  static final double SCAN_DISTRUST = 3;

  /**
   * Rows that a clustered scan reads, in bitmaps, in the time in which an index scan reads a rank.
   * A loop over rows.
   */
  static final int CLUSTERED_ROWS_PER_RANK = 16;

  /**
   * Ranks that an index scan asks for their bit in the time in which one matching row is gathered
   * and offered. {@code versions} (decision 46).
   */
  public static final int RANKS_PER_GATHERED_ROW = 4;

  /**
   * The same where rows in no order replace others of their fold, or so many rows are wanted that
   * they have to be sorted. {@code versions} (decision 46).
   */
  public static final int RANKS_PER_REPLACED_ROW = 16;

  /**
   * A prefix filter extends the budget of a scan to its own end if it leaves at most so many checks
   * per rank to other clauses. {@code versions} (decision 45).
   */
  public static final double MOST_CHECKS_PER_PREFIX_RANK = 0.25;

  /**
   * An index scan passes this share of ranks more at once than should have the rows wanted: the
   * rows are not spread evenly. {@code versions} (decision 43).
   */
  public static final double SPARE_RANKS = 1.0 / 8;

  /**
   * Words that a grouped scan reads in the time in which one matching row is gathered and offered.
   * {@code PlanWorkTest}.
   */
  public static final int WORDS_PER_GATHERED_ROW = 4;

  /**
   * Words that a grouped scan reads in the time in which it checks a listed row. {@code
   * PlanWorkTest}.
   */
  public static final int WORDS_PER_LISTED_ROW = 8;

  /**
   * Words of bitmaps that are read, or ranks that are passed, in the time in which one row is
   * examined: what {@code PlanWorkTest} counts work by.
   */
  public static final int WORDS_PER_EXAMINED_ROW = 8;

  /**
   * A tail lists the rows of one text if at most this share of rows has it; a longer list costs
   * more than a look at every row. Reads beside updates (decision 42).
   */
  static final double MOST_LISTED_SHARE = 0.25;

  // Facets.

  /**
   * Words of bitmaps that a facet of intervals or quantiles reads in the time in which it reads the
   * number of one row. No kept benchmark measures it.
   */
  public static final int WORDS_PER_COUNTED_NUMBER = 8;

  /**
   * Words of bitmaps that a facet of values reads in the time in which it reads the value of one
   * row. No kept benchmark measures it.
   */
  public static final int WORDS_PER_COUNTED_VALUE = 6;

  /** The same for the list of one row. No kept benchmark measures it. */
  public static final int WORDS_PER_COUNTED_LIST = 40;

  /**
   * Codes that an array is made for in the time in which the text of one row is looked up. A loop
   * over 200,000 codes: a quarter of a nanosecond each.
   */
  public static final int CODES_PER_COUNTED_ROW = 512;

  private CostModel() {}

  /** Returns what intersecting some words costs. */
  static double words(double count) {
    return WORD * count + UNCACHED_WORD * Math.max(0, count - CACHED_WORDS);
  }

  /** Returns what collecting the best of some rows costs. */
  static double collecting(double rows, int wanted) {
    return Math.min(rows, wanted) * (wanted > SMALL_K ? SORT : INSERT);
  }
}
