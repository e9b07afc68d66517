package io.offerengine.internal.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Working memory is handed out once until it is reset, and goes back to the pool. */
class ScratchTest {
  @Test
  void bitmap_beforeAReset_isAnotherOneEachTime() {
    Scratch scratch = new Scratch();
    List<long[]> handedOut = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      long[] bitmap = scratch.bitmap(100 + i);
      assertThat(bitmap.length).isGreaterThanOrEqualTo(100 + i);
      handedOut.forEach(earlier -> assertThat(bitmap).isNotSameAs(earlier));
      handedOut.add(bitmap);
    }
    scratch.reset();

    assertThat(scratch.bitmap(100)).isSameAs(handedOut.get(0));
    assertThat(scratch.bitmap(101)).isSameAs(handedOut.get(1));
    assertThat(scratch.bitmap(5000)).isNotSameAs(handedOut.get(2)).hasSizeGreaterThan(4999);
  }

  @Test
  void emptyBitmap_afterUse_isEmptyAgain() {
    Scratch scratch = new Scratch();
    long[] used = scratch.emptyBitmap(6400);
    Arrays.fill(used, -1);
    scratch.reset();
    long[] empty = scratch.emptyBitmap(6400);

    assertThat(empty).isSameAs(used);
    assertThat(Arrays.copyOf(empty, 100)).containsOnly(0);
  }

  @Test
  void rows_ofAnyCount_haveRoomForThem() {
    Scratch scratch = new Scratch();
    int[] few = scratch.rows(10);
    int[] more = scratch.rows(11);

    assertThat(few).hasSizeGreaterThanOrEqualTo(10);
    assertThat(more).hasSizeGreaterThanOrEqualTo(20);
    assertThat(scratch.rows(15)).isSameAs(more);
    assertThat(scratch.rows(20)).isSameAs(more);
    assertThat(scratch.rows(100)).hasSizeGreaterThanOrEqualTo(100);
    assertThat(scratch.batch()).hasSize(Scratch.BATCH).isSameAs(scratch.batch());
    assertThat(scratch.numbers()).hasSize(Scratch.BATCH).isSameAs(scratch.numbers());
    assertThat(scratch.otherNumbers())
        .hasSize(Scratch.BATCH)
        .isSameAs(scratch.otherNumbers())
        .isNotSameAs(scratch.numbers());
  }

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
