package io.offerengine.internal.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a list of rows to its end. */
final class ListedRows {
  /** Less than most lists have, so that they are read in parts. */
  private static final int ROWS = 50;

  private ListedRows() {}

  /** Returns the rows of a list that has to be there, in its order. */
  static List<Integer> of(@Nullable RowBatches batches) {
    assertThat(batches).isNotNull();
    List<Integer> listed = new ArrayList<>();
    int[] batch = new int[ROWS];
    for (int size = batches.next(batch); size > 0; size = batches.next(batch)) {
      Arrays.stream(batch, 0, size).forEach(listed::add);
    }
    assertThat(batches.next(batch)).isZero();
    return listed;
  }
}
