package io.offerengine.internal.index;

import io.offerengine.internal.column.Bits;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Checks the first positions of an index scan by a {@link PrefixCache}: cached bits for clauses
 * that read one bit, cached keys for clauses that accept one range.
 *
 * <p><b>Cost.</b> A word of each bitmap for 64 positions, and a key of each range for every
 * position that is accepted so far.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
public final class PrefixFilter {
  private final int rowCount;
  private final int positions;

  /** The cached entries: bitmaps from the first slot on, keys of ranges from the last slot on. */
  private final long[][] entries;

  /** By slot: of an inverted bitmap all ones, of another bitmap 0, of a range its least key. */
  private final long[] operands;

  /** By slot of a range: its greatest key minus its least. */
  private final long[] widths;

  private int bitmaps;
  private int ranges;

  /** The share of rows that the cached clauses accept, if they are independent. */
  private double passing = 1;

  /** The clauses that are not cached. */
  private final List<Clause> rest;

  private PrefixFilter(int rowCount, int positions, int clauses) {
    this.rowCount = rowCount;
    this.positions = positions;
    this.entries = new long[clauses][];
    this.operands = new long[clauses];
    this.widths = new long[clauses];
    this.rest = new ArrayList<>();
  }

  /**
   * Returns the filter of a scan; null if no clause is cached.
   *
   * @param descending whether the scan starts at the greatest key
   * @param clauses in the order in which they check a row
   */
  public static @Nullable PrefixFilter of(
      SortedPermutation sorted, boolean descending, List<Clause> clauses) {
    if (clauses.isEmpty()) {
      return null;
    }
    PrefixCache cache = sorted.prefixCache();
    PrefixFilter filter = new PrefixFilter(sorted.rowCount(), cache.positions(), clauses.size());
    for (int i = 0; i < clauses.size(); i++) {
      filter.add(cache, descending, clauses.get(i));
    }
    return filter.bitmaps + filter.ranges == 0 ? null : filter;
  }

  private void add(PrefixCache cache, boolean descending, Clause clause) {
    if (addBits(cache, descending, clause) || addKeys(cache, descending, clause)) {
      passing *= (double) clause.estimate() / rowCount;
    } else {
      rest.add(clause);
    }
  }

  private boolean addBits(PrefixCache cache, boolean descending, Clause clause) {
    long[] mask = clause instanceof BitmapClause masked ? masked.mask() : null;
    boolean isRange = mask != null && clause.keyRange() != null;
    long[] gathered = mask == null ? null : cache.of(mask, isRange, descending);
    if (gathered == null) {
      return false;
    }
    entries[bitmaps] = gathered;
    operands[bitmaps++] = ((BitmapClause) clause).isInverted() ? -1L : 0;
    return true;
  }

  private boolean addKeys(PrefixCache cache, boolean descending, Clause clause) {
    KeyRange range = clause.keyRange();
    long[] gathered = range == null ? null : cache.keys(range, descending);
    if (range == null || gathered == null) {
      return false;
    }
    int slot = entries.length - ++ranges;
    entries[slot] = gathered;
    operands[slot] = range.low();
    widths[slot] = range.high() - range.low();
    return true;
  }

  /** Returns the number of positions. */
  public int positions() {
    return positions;
  }

  /** Returns the clauses that still have to check rows, in their order. */
  public List<Clause> rest() {
    return rest;
  }

  /**
   * Returns how many checks the {@link #rest} has to make for each position, if the clauses are
   * independent.
   */
  public double checksPerPosition() {
    return rest.size() * passing;
  }

  /** Returns how many words the filter reads for 64 positions. */
  public int bitmapCount() {
    return bitmaps;
  }

  /** Returns how many keys the filter reads for a position at most. */
  public int rangeCount() {
    return ranges;
  }

  /** Lists the accepted positions of a run, ascending; returns how many. */
  public int list(int from, int to, int[] target) {
    int listed = 0;
    int last = (to - 1) >>> 6;
    for (int i = from >>> 6; i <= last; i++) {
      long word = i == last ? -1L >>> -to : -1L;
      word &= i == from >>> 6 ? -1L << from : -1L;
      for (int bitmap = 0; bitmap < bitmaps; bitmap++) {
        word &= entries[bitmap][i] ^ operands[bitmap];
      }
      listed = Bits.list(word, i, target, listed);
    }
    for (int range = 1; range <= ranges && listed > 0; range++) {
      int slot = entries.length - range;
      listed = retain(entries[slot], operands[slot], widths[slot], target, listed);
    }
    return listed;
  }

  /** Retains the positions whose keys are in a range, without a branch for each. */
  private static int retain(long[] keys, long low, long width, int[] positions, int size) {
    int left = 0;
    for (int i = 0; i < size; i++) {
      int position = positions[i];
      positions[left] = position;
      left += Long.compareUnsigned(keys[position] - low, width) <= 0 ? 1 : 0;
    }
    return left;
  }
}
