package io.offerengine.internal.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Working memory is handed out once until it is reset, and goes back to the pool. */
class ScratchTest {
  @Test
  void take_afterARelease_isTheSameMemory() {
    Scratch first = Scratch.take();
    long[] bitmap = first.bitmap(70);
    Scratch second = Scratch.take();
    first.release();
    Scratch third = Scratch.take();

    assertThat(second).isNotSameAs(first);
    assertThat(third).isSameAs(first);
    assertThat(third.bitmap(70)).isSameAs(bitmap);
    second.release();
    third.release();
  }

  @Test
  void take_moreThanThePoolHolds_makesNewMemory() {
    List<Scratch> taken = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      Scratch scratch = Scratch.take();
      assertThat(taken).doesNotContain(scratch);
      taken.add(scratch);
    }
    taken.forEach(Scratch::release);

    assertThat(taken).contains(Scratch.take());
  }

  @Test
  void release_afterAnUnusualSearch_keepsWhatUsualSearchesNeed() {
    Scratch manyBitmaps = Scratch.take();
    List<long[]> handedOut = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      handedOut.add(manyBitmaps.bitmap(64));
    }
    manyBitmaps.release();
    assertThat(kept(Scratch.take(), handedOut, 64)).isEqualTo(256);

    Scratch largeBitmaps = Scratch.take();
    int[] rows = largeBitmaps.rows(Scratch.MOST_KEPT + 1);
    handedOut.clear();
    for (int i = 0; i < 30; i++) {
      handedOut.add(largeBitmaps.bitmap(Scratch.MOST_KEPT / 10));
    }
    largeBitmaps.release();
    Scratch again = Scratch.take();
    assertThat(again).isSameAs(largeBitmaps);
    assertThat(again.rows(1)).isNotSameAs(rows);
    assertThat(kept(again, handedOut, Scratch.MOST_KEPT / 10)).isEqualTo(10);
  }

  private static int kept(Scratch scratch, List<long[]> handedOut, int words) {
    Set<long[]> earlier = Collections.newSetFromMap(new IdentityHashMap<>());
    earlier.addAll(handedOut);
    int kept = 0;
    for (int i = 0; i < handedOut.size(); i++) {
      kept += earlier.contains(scratch.bitmap(words)) ? 1 : 0;
    }
    return kept;
  }

  /** Small lists fill a batch together: each batch costs as much as many rows. */
  @Test
  void batches_ofSeveralLists_areFull() {
    int[] listed = {9, 8, 7};
    RowBatches joined = RowBatches.joined(4, list -> RowBatches.of(listed, 0, list));
    int[] batch = new int[4];

    assertThat(joined.next(batch)).isEqualTo(4);
    assertThat(batch).containsExactly(9, 9, 8, 9);
    assertThat(joined.next(batch)).isEqualTo(2);
    assertThat(batch).startsWith(8, 7);
    assertThat(joined.next(batch)).isZero();
  }
}
