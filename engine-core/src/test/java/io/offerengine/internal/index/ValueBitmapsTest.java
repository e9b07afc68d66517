package io.offerengine.internal.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.column.Footprint;
import io.offerengine.schema.Tier;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Bitmaps of values, and cumulative ones, have the rows that the values say. */
class ValueBitmapsTest {
  private static final int ROWS = 3000;
  private static final int VALUES = 70;

  /** Value 3 is in no row, value 69 in one; every eleventh row has none. */
  private final int[] values =
      IntStream.range(0, ROWS)
          .map(row -> row % 11 == 0 ? -1 : row == 1 ? 69 : row % 69 == 3 ? 4 : row % 69)
          .toArray();

  private final ValueBitmaps bitmaps = ValueBitmaps.of(values, VALUES, Tier.WARM);

  @Test
  void posting_ofEachValue_hasItsRows() {
    for (int value = 0; value <= VALUES; value++) {
      long[] rows = new long[Bits.wordCount(ROWS)];
      bitmaps.posting(value).orInto(rows);
      assertThat(rows).as("value %s", value).isEqualTo(rowsFrom(value, value + 1));
      assertThat(bitmaps.posting(value).count()).isEqualTo(Bits.count(rows));
    }
    assertThat(bitmaps.valueCount()).isEqualTo(VALUES);
  }

  @Test
  void count_ofARunOfValues_addsTheirRowsUp() {
    for (int from = 0; from <= VALUES; from++) {
      for (int to = from; to <= VALUES; to++) {
        assertThat(bitmaps.count(from, to)).isEqualTo(Bits.count(rowsFrom(from, to)));
      }
    }
  }

  @Test
  void select_ofSomeValues_returnsTheirPostingsOrAllOthers() {
    long[] selected = Bits.of(new int[] {0, 2, 63, 64, 69}, VALUES);

    assertThat(bitmaps.select(selected, false, true)).containsExactly(postings(0, 2, 63, 64, 69));
    assertThat(bitmaps.select(selected, true, true))
        .containsExactly(postings(0, 2, 63, 64, 69, VALUES));
    assertThat(bitmaps.select(selected, true, false))
        .containsExactly(
            postings(
                IntStream.range(0, VALUES).filter(value -> !Bits.get(selected, value)).toArray()));
    assertThat(bitmaps.select(selected, false, false))
        .containsExactly(
            postings(
                IntStream.rangeClosed(0, VALUES)
                    .filter(value -> value == VALUES || !Bits.get(selected, value))
                    .toArray()));
  }

  private Posting[] postings(int... chosen) {
    return Arrays.stream(chosen).mapToObj(bitmaps::posting).toArray(Posting[]::new);
  }

  /** Of 71 postings, absence among them, 36 are more than half. */
  @Test
  void selectsMost_ofSomeValues_countsAbsenceToo() {
    assertThat(bitmaps.selectsMost(first(35), false)).isFalse();
    assertThat(bitmaps.selectsMost(first(36), false)).isTrue();
    assertThat(bitmaps.selectsMost(first(35), true)).isTrue();
    assertThat(bitmaps.selectsMost(first(34), true)).isFalse();
  }

  private static long[] first(int count) {
    return Bits.of(IntStream.range(0, count).toArray(), VALUES);
  }

  @Test
  void used_ofValuesWithoutRows_leavesThemOut() {
    ValueBitmaps used = bitmaps.used();

    assertThat(used.valueCount()).isEqualTo(VALUES - 1);
    assertThat(used.posting(2)).isSameAs(bitmaps.posting(2));
    assertThat(used.posting(3)).isSameAs(bitmaps.posting(4));
    assertThat(used.posting(VALUES - 1)).isSameAs(bitmaps.posting(VALUES));
    assertThat(used.used()).isSameAs(used);
  }

  @Test
  void constant_presentOrAbsent_hasAllRowsAsOnePosting() {
    ValueBitmaps one = ValueBitmaps.constant(true, 70);
    ValueBitmaps none = ValueBitmaps.constant(false, 70);

    assertThat(one.valueCount()).isEqualTo(1);
    assertThat(one.posting(0).words()).isEqualTo(Bits.all(70));
    assertThat(one.posting(0).count()).isEqualTo(70);
    assertThat(one.posting(1).count()).isZero();
    assertThat(one.posting(1).words()).isEqualTo(new long[2]);
    assertThat(none.valueCount()).isZero();
    assertThat(none.posting(0).words()).isEqualTo(Bits.all(70));
  }

  @Test
  void bytes_ofBitmaps_addThePostingsUp() {
    long expected =
        Footprint.array(VALUES + 1, Footprint.REFERENCE)
            + Footprint.array(VALUES + 1, Integer.BYTES);
    for (int value = 0; value <= VALUES; value++) {
      expected += bitmaps.posting(value).bytes();
    }
    assertThat(bitmaps.bytes()).isEqualTo(expected);
  }

  @Test
  void cumulative_fromEachValue_hasItsRowsAndThoseOfGreaterOnes() {
    CumulativeBitmaps cumulative = CumulativeBitmaps.of(bitmaps, ROWS);
    long bytes = Footprint.object(5) + Footprint.array(VALUES, Footprint.REFERENCE);
    for (int value = 0; value < VALUES; value++) {
      Posting posting = Objects.requireNonNull(cumulative.from(value));
      assertThat(posting.words()).as("value %s", value).isEqualTo(rowsFrom(value, VALUES));
      bytes += posting.bytes();
    }
    assertThat(cumulative.bytes()).isEqualTo(bytes);
  }

  /** Where every row has a value, no bitmap is needed from the least on; the last one is shared. */
  @Test
  void cumulative_whereEveryRowHasAValue_hasNoneOfAllRows() {
    int[] three = IntStream.range(0, ROWS).map(row -> row % 3).toArray();
    ValueBitmaps single = ValueBitmaps.of(three, 3, Tier.WARM);
    CumulativeBitmaps cumulative = CumulativeBitmaps.of(single, ROWS);
    Posting middle = Objects.requireNonNull(cumulative.from(1));

    assertThat(cumulative.from(0)).isNull();
    assertThat(middle.count()).isEqualTo(2000);
    assertThat(cumulative.from(2)).isSameAs(single.posting(2));
    assertThat(cumulative.bytes())
        .isEqualTo(Footprint.object(5) + Footprint.array(3, Footprint.REFERENCE) + middle.bytes());
  }

  /** Returns the rows of a run of values; the last of all is absence. */
  private long[] rowsFrom(int from, int to) {
    return Bits.of(
        IntStream.range(0, ROWS)
            .filter(row -> {
              int value = values[row] < 0 ? VALUES : values[row];
              return value >= from && value < to;
            })
            .toArray(),
        ROWS);
  }
}
