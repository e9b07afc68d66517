package io.offerengine.internal.index;

import io.offerengine.internal.column.Bits;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The first places of a walk through a permutation, and those clauses that are told of them by what
 * is kept beside each other: bits of clauses that look at one, keys of those that accept one range.
 *
 * <p><b>Cost.</b> A word of each bitmap for 64 places, and a key of each range for every place that
 * is accepted so far.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
public final class PrefixFilter {
  private final int rowCount;
  private final int places;

  /** By clause that is told: bitmaps from the first place on, keys of ranges from the last. */
  private final long[][] kept;

  /**
   * Of a bitmap all ones where the rows that it does not have are accepted; a range's least key.
   */
  private final long[] operands;

  /** By how much a range's greatest key exceeds the least. */
  private final long[] widths;

  private int bitmaps;
  private int ranges;

  /** The share of rows that all of these clauses accept, if they are independent. */
  private double passing = 1;

  /** The clauses that are not among them. */
  private final List<Clause> rest;

  private PrefixFilter(int rowCount, int places, int clauses) {
    this.rowCount = rowCount;
    this.places = places;
    this.kept = new long[clauses][];
    this.operands = new long[clauses];
    this.widths = new long[clauses];
    this.rest = new ArrayList<>();
  }

  /**
   * Returns the head of a walk; null where no clause is told of it.
   *
   * @param descending whether the walk begins with the greatest key
   * @param leading the clauses in the order in which they check a row
   * @param residual those that come after them
   */
  public static @Nullable PrefixFilter of(
      SortedPermutation sorted, boolean descending, List<Clause> leading, List<Clause> residual) {
    int clauses = leading.size() + residual.size();
    if (clauses == 0) {
      return null;
    }
    PrefixCache heads = sorted.heads();
    PrefixFilter head = new PrefixFilter(sorted.rowCount(), heads.places(), clauses);
    for (int i = 0; i < leading.size(); i++) {
      head.add(heads, descending, leading.get(i));
    }
    for (int i = 0; i < residual.size(); i++) {
      head.add(heads, descending, residual.get(i));
    }
    return head.bitmaps + head.ranges == 0 ? null : head;
  }

  private void add(PrefixCache heads, boolean descending, Clause clause) {
    if (addBits(heads, descending, clause) || addKeys(heads, descending, clause)) {
      passing *= (double) clause.estimate() / rowCount;
    } else {
      rest.add(clause);
    }
  }

  private boolean addBits(PrefixCache heads, boolean descending, Clause clause) {
    long[] mask = clause instanceof BitmapClause masked ? masked.mask() : null;
    boolean isRange = mask != null && clause.keyRange() != null;
    long[] gathered = mask == null ? null : heads.of(mask, isRange, descending);
    if (gathered == null) {
      return false;
    }
    kept[bitmaps] = gathered;
    operands[bitmaps++] = ((BitmapClause) clause).isInverted() ? -1L : 0;
    return true;
  }

  private boolean addKeys(PrefixCache heads, boolean descending, Clause clause) {
    KeyRange range = clause.keyRange();
    long[] gathered = range == null ? null : heads.keys(range, descending);
    if (range == null || gathered == null) {
      return false;
    }
    int slot = kept.length - ++ranges;
    kept[slot] = gathered;
    operands[slot] = range.low();
    widths[slot] = range.high() - range.low();
    return true;
  }

  /** Returns how many places it tells of. */
  public int places() {
    return places;
  }

  /** Returns the clauses that remain to be asked, in their order. */
  public List<Clause> rest() {
    return rest;
  }

  /**
   * Returns of how many rows for each place the {@link #rest} is asked, at most and if clauses are
   * independent.
   */
  public double asked() {
    return rest.size() * passing;
  }

  /** Returns how many words it reads for 64 places. */
  public int bitmapCount() {
    return bitmaps;
  }

  /** Returns how many keys it reads for a place at most. */
  public int rangeCount() {
    return ranges;
  }

  /** Lists the accepted places of a run, ascending; returns how many. */
  public int list(int from, int to, int[] target) {
    int listed = 0;
    int last = (to - 1) >>> 6;
    for (int i = from >>> 6; i <= last; i++) {
      long word = i == last ? -1L >>> -to : -1L;
      word &= i == from >>> 6 ? -1L << from : -1L;
      for (int bitmap = 0; bitmap < bitmaps; bitmap++) {
        word &= kept[bitmap][i] ^ operands[bitmap];
      }
      listed = Bits.list(word, i, target, listed);
    }
    for (int range = 1; range <= ranges && listed > 0; range++) {
      int slot = kept.length - range;
      listed = keep(kept[slot], operands[slot], widths[slot], target, listed);
    }
    return listed;
  }

  /** Keeps those of some places whose keys are in a range; without a branch for each. */
  private static int keep(long[] keys, long low, long width, int[] places, int size) {
    int kept = 0;
    for (int i = 0; i < size; i++) {
      int place = places[i];
      places[kept] = place;
      kept += Long.compareUnsigned(keys[place] - low, width) <= 0 ? 1 : 0;
    }
    return kept;
  }
}
