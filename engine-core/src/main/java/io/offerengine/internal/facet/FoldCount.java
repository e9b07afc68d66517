package io.offerengine.internal.facet;

import io.offerengine.facet.Facets;
import io.offerengine.internal.column.Bits;
import io.offerengine.internal.column.KeyChains;
import io.offerengine.internal.segment.SegmentView;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * How many folds matching rows have, and how many rows some folds have.
 *
 * <p><b>Cost.</b> A read of each matching row; for each fold whose rows are counted, a walk over
 * its rows in all segments.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class FoldCount {
  private final List<Long> sizesOf;
  private final long[] sizes;

  /** How many folds one segment alone has. */
  private long ofOneSegment;

  /** The numbers of all other folds, as a bitmap. */
  private long[] others = {};

  /**
   * Creates a count of nothing.
   *
   * @param sizesOf the fold values whose rows are counted
   */
  FoldCount(List<Long> sizesOf) {
    this.sizesOf = sizesOf;
    this.sizes = new long[sizesOf.size()];
  }

  /** Adds the rows of a segment, whose folds are counted. */
  void add(MatchedRows rows, FoldNumbers numbers) {
    others = Arrays.copyOf(others, Bits.wordCount(numbers.count()));
    for (MatchedRows part : rows.parts()) {
      if (part.countsFolds()) {
        part.forEach((list, size) -> {
          for (int i = 0; i < size; i++) {
            Bits.set(others, part.fold(list[i]));
          }
        });
      } else {
        ofOneSegment += part.count();
      }
    }
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] += count(rows, sizesOf.get(i));
    }
  }

  private static int count(MatchedRows rows, long fold) {
    SegmentView view = rows.view();
    KeyChains chains = Objects.requireNonNull(view.segment().foldRows());
    int count = 0;
    int row = chains.latest(fold, view.size());
    for (; row != KeyChains.NONE; row = chains.earlier(fold, row)) {
      count += Bits.get(rows.words(), row) ? 1 : 0;
    }
    return count;
  }

  /** Returns the number of different folds. */
  long different() {
    return ofOneSegment + Bits.count(others);
  }

  /** Returns the number of different folds, and the sizes that were asked for. */
  Facets.Folds result() {
    return new Facets.Folds(different(), Arrays.stream(sizes).boxed().toList());
  }
}
