package io.offerengine.internal.index;

import io.offerengine.internal.column.Bits;
import java.util.Arrays;

/** Asks a clause about rows. */
public final class AcceptedRows {
  private AcceptedRows() {}

  /** Returns whether a clause accepts a row. */
  public static boolean accepts(Clause clause, int row) {
    return clause.filter(new int[] {row}, 1) == 1;
  }

  /** Retains the accepted rows of a bitmap as a search does: bitmaps first, then single rows. */
  public static void retain(Clause clause, long[] words) {
    if (!clause.retain(words, words.length)) {
      int[] rows = Bits.list(words, Bits.count(words));
      int left = clause.filter(rows, rows.length);
      Arrays.fill(words, 0);
      for (int i = 0; i < left; i++) {
        Bits.set(words, rows[i]);
      }
    }
  }
}
