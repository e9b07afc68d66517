package io.offerengine.internal.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.column.IntegerColumn;
import io.offerengine.internal.column.NumericColumn;
import io.offerengine.query.NumericSet;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Schema;
import io.offerengine.schema.Tier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is kept of the first rows of walks agrees with the permutation and the clauses. */
class MaskedHeadTest {
  private static final Schema.Builder THINGS = Schema.builder("things", "id");
  private static final Field RANKED =
      THINGS.field("ranked", FieldType.INTEGER).tier(Tier.HOT).add();
  private static final Field FLAG = THINGS.field("flag", FieldType.INTEGER).add();
  private static final int[] SIZES = {300, 2047, 2048, 2049, 6000};
  private static final int RUNS = 40;

  private final Random random = new Random();
  private final long seed = Long.getLong("seed", random.nextLong());

  @Test
  void list_ofAnyRun_tellsThePlacesThatTheClausesAccept() {
    random.setSeed(seed);
    for (int rows : SIZES) {
      SortedPermutation sorted = permutation(rows);
      List<Clause> clauses = clauses(rows);
      for (boolean descending : new boolean[] {false, true}) {
        MaskedHead head = MaskedHead.of(sorted, descending, clauses);
        assertThat(head).isNotNull();
        assertThat(head.rest()).containsExactly(clauses.get(1));
        assertThat(head.places()).isEqualTo(Math.min(WalkHeads.PLACES, sorted.presentCount()));
        for (int i = 0; i < RUNS; i++) {
          int from = random.nextInt(head.places());
          int to = from + 1 + random.nextInt(Math.min(256, head.places() - from));
          int[] listed = new int[to - from];
          int size = head.list(from, to, listed);
          assertThat(Arrays.copyOf(listed, size))
              .as("seed %s, %s rows, %s to %s", seed, rows, from, to)
              .isEqualTo(
                  IntStream.range(from, to)
                      .filter(place ->
                          clauses.get(0).accepts(row(sorted, descending, place))
                              && clauses.get(2).accepts(row(sorted, descending, place)))
                      .toArray());
        }
      }
    }
  }

  @Test
  void firstKeys_ofEitherEnd_areThoseOfThePermutation() {
    random.setSeed(seed);
    for (int rows : SIZES) {
      SortedPermutation sorted = permutation(rows);
      for (boolean descending : new boolean[] {false, true}) {
        long[] keys = sorted.firstKeys(descending);
        assertThat(keys).hasSize(Math.min(WalkHeads.PLACES, sorted.presentCount()));
        for (int place = 0; place < keys.length; place++) {
          assertThat(keys[place])
              .as("seed %s, place %s of %s", seed, place, rows)
              .isEqualTo(sorted.keyOf(row(sorted, descending, place)));
        }
      }
    }
  }

  @Test
  void of_withoutMasks_isNothing() {
    random.setSeed(seed);
    SortedPermutation sorted = permutation(SIZES[0]);

    assertThat(MaskedHead.of(sorted, true, List.of())).isNull();
    assertThat(MaskedHead.of(sorted, true, clauses(SIZES[0]).subList(1, 2))).isNull();
  }

  /** What is not kept is asked for row by row: nothing is gathered again and again. */
  @Test
  void of_moreBitmapsThanAreKept_leavesTheLastToBeAsked() {
    random.setSeed(seed);
    int rows = SIZES[1];
    SortedPermutation sorted = permutation(rows);
    List<Clause> clauses = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      clauses.add(flag(rows).bind(NumericSet.of(1), new Scratch()));
    }

    MaskedHead head = MaskedHead.of(sorted, true, clauses);

    assertThat(head).isNotNull();
    assertThat(head.bitmapCount()).isEqualTo(16);
    assertThat(head.rest()).isEqualTo(clauses.subList(16, 20));
  }

  private static int row(SortedPermutation sorted, boolean descending, int place) {
    return sorted.row(descending ? sorted.presentCount() - 1 - place : place);
  }

  /** Sorts rows of which some are tied and some have no value. */
  private SortedPermutation permutation(int rows) {
    SortedPermutation sorted = FieldIndex.of(RANKED, column(rows, 2 * rows), rows).permutation();
    assertThat(sorted).isNotNull();
    return sorted;
  }

  /** Returns a clause of one bitmap, one that has none, and one of all rows but those of one. */
  private List<Clause> clauses(int rows) {
    Scratch scratch = new Scratch();
    return List.of(
        flag(rows).bind(NumericSet.of(1), scratch),
        ScanClause.of(RANKED, column(rows, rows), NumericSet.range(0, rows / 2), rows),
        flag(rows).bind(NumericSet.of(0).withAbsent(true), scratch));
  }

  private FieldIndex flag(int rows) {
    return FieldIndex.of(FLAG, column(rows, 2), rows);
  }

  private NumericColumn column(int rows, int values) {
    long[] keys = new long[rows];
    long[] present = new long[Bits.wordCount(rows)];
    for (int row = 0; row < rows; row++) {
      keys[row] = random.nextInt(values);
      if (random.nextInt(20) > 0) {
        Bits.set(present, row);
      }
    }
    return IntegerColumn.of(keys, present);
  }
}
