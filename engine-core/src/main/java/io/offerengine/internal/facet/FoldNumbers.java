package io.offerengine.internal.facet;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.column.NumericColumn;
import io.offerengine.internal.segment.SegmentReader;
import io.offerengine.internal.segment.SegmentView;
import io.offerengine.schema.Field;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;

/**
 * Numbers the fold values of one search from 0 on. A row without a fold value has a number of its
 * own.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class FoldNumbers {
  private final Field field;
  private final Long2IntOpenHashMap numbers = new Long2IntOpenHashMap();
  private int next;

  FoldNumbers(Field field) {
    this.field = field;
    numbers.defaultReturnValue(-1);
  }

  /** Returns by row the number of its fold value, for the rows of some bitmaps. */
  int[] of(SegmentView view, SegmentReader reader, long[][] masks) {
    NumericColumn column = reader.numeric(field);
    int[] ofRows = new int[view.size()];
    long lastFold = 0;
    int last = -1;
    for (int i = 0; i < view.wordCount(); i++) {
      long word = 0;
      for (long[] mask : masks) {
        word |= mask[i];
      }
      for (long rest = word; rest != 0; rest &= rest - 1) {
        int row = (i << 6) + Long.numberOfTrailingZeros(rest);
        if (!column.isPresent(row)) {
          ofRows[row] = next++;
          continue;
        }
        // Rows of one fold often lie side by side, since they cost the same.
        long fold = column.key(row);
        last = last >= 0 && fold == lastFold ? last : number(fold);
        lastFold = fold;
        ofRows[row] = last;
      }
    }
    return ofRows;
  }

  private int number(long fold) {
    int known = numbers.get(fold);
    if (known < 0) {
      known = next++;
      numbers.put(fold, known);
    }
    return known;
  }

  /** Adds the numbers of some rows to a bitmap of numbers; returns the bitmap, grown if needed. */
  long[] addTo(long[] seen, MatchedRows rows) {
    int wordCount = Bits.wordCount(next);
    long[] grown = seen.length < wordCount ? Arrays.copyOf(seen, 2 * wordCount) : seen;
    rows.forEach((list, size) -> {
      for (int i = 0; i < size; i++) {
        Bits.set(grown, rows.fold(list[i]));
      }
    });
    return grown;
  }
}
