package io.offerengine.internal.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.internal.column.Footprint;
import io.offerengine.internal.column.Numbered;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The memory of bitmaps of values and of cumulative ones. Which rows they have is what {@link
 * ClauseAgreementTest} is about.
 */
class ValueBitmapsTest {
  private static final int ROWS = 3000;
  private static final int VALUES = 70;

  /** Value 3 is in no row, value 69 in one; every eleventh row has none. */
  private final int[] values =
      IntStream.range(0, ROWS)
          .map(row -> row % 11 == 0 ? -1 : row == 1 ? 69 : row % 69 == 3 ? 4 : row % 69)
          .toArray();

  private final ValueBitmaps bitmaps = ValueBitmaps.ofTexts(values, VALUES);

  @Test
  void bytes_ofBitmaps_addThePostingsUp() {
    long expected = Footprint.array(VALUES + 1, Footprint.REFERENCE);
    for (int value = 0; value <= VALUES; value++) {
      expected += new Footprint().of(bitmaps.posting(value));
    }
    assertThat(new Footprint().of(bitmaps.postings())).isEqualTo(expected);
  }

  /** Where every row has a value, no bitmap is needed from the least on; the last one is shared. */
  @Test
  void cumulative_whereEveryRowHasAValue_hasNoneOfAllRows() {
    int[] three = IntStream.range(0, ROWS).map(row -> row % 3).toArray();
    ValueBitmaps single = ValueBitmaps.ofNumbers(new Numbered(new long[] {0, 1, 2}, three), true);
    @Nullable Posting[] cumulative = Objects.requireNonNull(single.cumulative());
    Posting middle = Objects.requireNonNull(cumulative[1]);

    assertThat(cumulative[0]).isNull();
    assertThat(middle.count()).isEqualTo(2000);
    assertThat(cumulative[2]).isSameAs(single.posting(2));
    Footprint footprint = new Footprint();
    footprint.leaveOut(single.posting(2));
    assertThat(footprint.of(cumulative))
        .isEqualTo(Footprint.array(3, Footprint.REFERENCE) + new Footprint().of(middle));
  }
}
