package io.offerengine.internal.index;

import io.offerengine.internal.column.Bits;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The first places of a walk through a permutation whose rows several clauses accept, each of which
 * looks at one bit of a row.
 *
 * <p><b>Cost.</b> A word of each clause for 64 places.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
public final class MaskedHead {
  private final int places;
  private final long[][] bits;

  /** By bitmap: all ones where the rows that it does not have are accepted. */
  private final long[] flips;

  private int size;

  /** The clauses that are not among them. */
  private final List<Clause> rest;

  private MaskedHead(int places, int clauses) {
    this.places = places;
    this.bits = new long[clauses][];
    this.flips = new long[clauses];
    this.rest = new ArrayList<>(clauses);
  }

  /**
   * Returns the head of a walk; null where no clause looks at one bit.
   *
   * @param descending whether the walk begins with the greatest key
   */
  public static @Nullable MaskedHead of(
      SortedPermutation sorted, boolean descending, List<Clause> clauses) {
    boolean isMasked = false;
    for (int i = 0; i < clauses.size(); i++) {
      isMasked |= clauses.get(i).isMasked();
    }
    if (!isMasked) {
      return null;
    }
    WalkHeads heads = sorted.heads();
    MaskedHead head = new MaskedHead(heads.places(), clauses.size());
    for (int i = 0; i < clauses.size(); i++) {
      head.add(heads, descending, clauses.get(i));
    }
    return head.size == 0 ? null : head;
  }

  private void add(WalkHeads heads, boolean descending, Clause clause) {
    long[] mask = clause instanceof BitmapClause masked ? masked.mask() : null;
    long[] gathered = mask == null ? null : heads.of(mask, descending);
    if (gathered == null) {
      rest.add(clause);
    } else {
      bits[size] = gathered;
      flips[size++] = ((BitmapClause) clause).isInverted() ? -1L : 0;
    }
  }

  /** Returns how many places it tells of. */
  public int places() {
    return places;
  }

  /** Returns the clauses that remain to be asked, in their order. */
  public List<Clause> rest() {
    return rest;
  }

  /** Returns how many words it reads for 64 places. */
  public int bitmapCount() {
    return size;
  }

  /** Lists the accepted places of a run, ascending; returns how many. */
  public int list(int from, int to, int[] target) {
    int listed = 0;
    int last = (to - 1) >>> 6;
    for (int i = from >>> 6; i <= last; i++) {
      long word = i == last ? -1L >>> -to : -1L;
      word &= i == from >>> 6 ? -1L << from : -1L;
      for (int bitmap = 0; bitmap < size; bitmap++) {
        word &= bits[bitmap][i] ^ flips[bitmap];
      }
      listed = Bits.list(word, i, target, listed);
    }
    return listed;
  }
}
