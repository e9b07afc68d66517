package io.offerengine.internal.facet;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.index.Scratch;
import io.offerengine.internal.segment.FoldGroups;
import io.offerengine.internal.segment.SealedSegment;
import io.offerengine.internal.segment.SegmentView;
import io.offerengine.schema.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a segment that match one variant of a query, as facets count them: all of them, or
 * their folds.
 *
 * <p>Of a fold with one value of a field, one row is counted like any row. Of the folds with
 * several values, and of those that other segments have, too, the pairs of a value and a fold are
 * counted.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class VariantRows {
  private final MatchedRows all;

  /** How folds are counted; null in a tail, and if rows are counted. */
  private final @Nullable Folds folds;

  /**
   * The rows by their folds.
   *
   * @param split one row of each fold that no other segment has, and the rows of the other folds
   */
  private record Folds(FoldGroups groups, Split split) {}

  /** The rows of which one stands for its fold, and those of which pairs are counted. */
  private record Split(MatchedRows firsts, MatchedRows others) {}

  /** What is read in the end. */
  private final List<MatchedRows> read = new ArrayList<>();

  private VariantRows(MatchedRows all, @Nullable Folds folds) {
    this.all = all;
    this.folds = folds;
    read.add(all);
  }

  /** Returns rows that are counted as rows. */
  static VariantRows ofRows(MatchedRows all) {
    return new VariantRows(all, null);
  }

  /** Returns rows whose folds are counted. */
  static VariantRows ofFolds(MatchedRows all, FoldNumbers numbers, Scratch scratch) {
    SegmentView view = all.view();
    if (!(view.segment() instanceof SealedSegment sealed)) {
      return ofRows(all);
    }
    long[] firsts = scratch.emptyBitmap(view.size());
    long[] others = scratch.emptyBitmap(view.size());
    long[] seen = scratch.emptyBitmap(numbers.count());
    all.forEach((rows, size) -> {
      for (int i = 0; i < size; i++) {
        int row = rows[i];
        int fold = all.fold(row);
        if (numbers.isShared(fold)) {
          Bits.set(others, row);
        } else if (!Bits.get(seen, fold)) {
          Bits.set(seen, fold);
          Bits.set(firsts, row);
        }
      }
    });
    Split split = new Split(all.withoutFolds(firsts), all.withRows(others));
    return new VariantRows(all, new Folds(sealed.foldGroups(), split));
  }

  /** Returns all rows. */
  MatchedRows all() {
    return all;
  }

  /** Returns how many folds no other segment has; 0 in a tail. */
  int firstCount() {
    return folds == null ? 0 : folds.split.firsts.count();
  }

  /** Returns the rows of the other folds. */
  MatchedRows others() {
    return folds == null ? all : folds.split.others;
  }

  private @Nullable Split split(Field field, Folds known) {
    long[] mixed = known.groups.mixedRows(field);
    if (mixed == null) {
      return null;
    }
    if (mixed.length == 0) {
      return known.split;
    }
    long[] firsts = Arrays.copyOf(known.split.firsts.words(), mixed.length);
    long[] paired = Arrays.copyOf(all.words(), mixed.length);
    Bits.andNot(firsts, mixed, 0, mixed.length);
    Bits.and(paired, mixed, 0, mixed.length);
    Bits.or(paired, known.split.others.words(), 0, mixed.length);
    return new Split(all.withoutFolds(firsts), all.withRows(paired));
  }

  /** Begins to count a facet: at once, or when the rows are {@linkplain #readRows read}. */
  void count(Field field, Function<MatchedRows, @Nullable RowCounter> facet) {
    Split split = folds == null ? null : split(field, folds);
    if (split == null) {
      all.count(facet);
      return;
    }
    split.firsts.count(facet);
    split.others.count(facet);
    if (!read.contains(split.firsts)) {
      read.add(split.firsts);
      read.add(split.others);
    }
  }

  /** Reads the rows for all facets that need them. */
  void readRows() {
    read.forEach(MatchedRows::readRows);
  }

  /** Returns the rows of which most are counted for a field. */
  MatchedRows counted(Field field) {
    Split split = folds == null ? null : split(field, folds);
    return split == null ? all : split.firsts;
  }
}
