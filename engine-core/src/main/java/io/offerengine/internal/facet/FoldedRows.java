package io.offerengine.internal.facet;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.segment.FoldGroups;
import io.offerengine.internal.segment.SealedSegment;
import io.offerengine.schema.Field;
import java.util.Arrays;
import java.util.List;

/**
 * Rows of a sealed segment whose folds are counted.
 *
 * <p>Of a fold with one value of a field, one row is counted like any row. Of the folds with
 * several values, and of those that other segments have, too, the pairs of a value and a fold are
 * counted.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class FoldedRows extends MatchedRows {
  private final FoldGroups groups;

  /** One row of each fold that no other segment has, counted as a row. */
  private final MatchedRows firsts;

  /** The rows of the other folds. */
  private final MatchedRows others;

  private FoldedRows(
      MatchedRows all, FoldGroups groups, int[] folds, long[] firsts, long[] others) {
    super(all, all.words, folds);
    this.groups = groups;
    this.firsts = new MatchedRows(all, firsts, null);
    this.others = new MatchedRows(all, others, folds);
  }

  /**
   * Returns rows whose folds are counted.
   *
   * @param folds by row: the number of its fold value
   */
  static MatchedRows of(MatchedRows all, FoldNumbers numbers, int[] folds) {
    if (!(all.view.segment() instanceof SealedSegment sealed)) {
      return new MatchedRows(all, all.words, folds);
    }
    long[] firsts = all.scratch.emptyBitmap(sealed.size());
    long[] others = all.scratch.emptyBitmap(sealed.size());
    long[] seen = all.scratch.emptyBitmap(numbers.count());
    all.forEach((rows, size) -> {
      for (int i = 0; i < size; i++) {
        int fold = folds[rows[i]];
        if (numbers.isShared(fold)) {
          Bits.set(others, rows[i]);
        } else if (!Bits.get(seen, fold)) {
          Bits.set(seen, fold);
          Bits.set(firsts, rows[i]);
        }
      }
    });
    return new FoldedRows(all, sealed.foldGroups(), folds, firsts, others);
  }

  @Override
  List<MatchedRows> parts(Field field) {
    long[] mixed = groups.mixedRows(field);
    if (mixed == null) {
      return List.of(this);
    }
    if (mixed.length == 0) {
      return List.of(firsts, others);
    }
    long[] uniform = Arrays.copyOf(firsts.words, mixed.length);
    long[] paired = Arrays.copyOf(words, mixed.length);
    Bits.andNot(uniform, mixed, 0, mixed.length);
    Bits.and(paired, mixed, 0, mixed.length);
    Bits.or(paired, others.words, 0, mixed.length);
    return List.of(new MatchedRows(this, uniform, null), new MatchedRows(this, paired, folds));
  }
}
