package io.offerengine.internal.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.column.PackedColumn;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.Schema;
import io.offerengine.testing.Seeds;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Counts and extremes of some rows beside a look at each, in any order and in storage order. */
class RankCountsTest {
  private static final Schema.Builder THINGS = Schema.builder("things", "id");
  private static final IntegerField RANKED = THINGS.integer("ranked").hot().add();
  private static final int[] SIZES = {300, 1001, 4097, 9000};
  private static final int[] SHARES = {1, 2, 9, 400};

  @Test
  void counts_ofAnyRows_areThoseOfTheirKeys() {
    long seed = Seeds.first();
    Random random = new Random(seed);
    for (int i = 0; i < 200; i++) {
      int size = SIZES[random.nextInt(SIZES.length)];
      boolean isOrdered = random.nextBoolean();
      int present = random.nextBoolean() ? size : size - random.nextInt(size / 2);
      long[] keys = new long[size];
      Arrays.setAll(keys, row -> isOrdered ? row / 2 : random.nextInt(size));
      // Rows without a key lie last in storage order.
      long[] hasKey = new long[Bits.wordCount(size)];
      Bits.setRange(hasKey, 0, present);
      FieldIndex index = FieldIndex.of(RANKED, PackedColumn.ofIntegers(keys, hasKey), size);
      SortedPermutation sorted = Objects.requireNonNull(index.permutation());
      int share = SHARES[random.nextInt(SHARES.length)];
      int some = random.nextInt(present);
      int[] rows =
          IntStream.range(0, size)
              .filter(row -> row == some || random.nextInt(share) == 0)
              .toArray();
      long[] words = Bits.of(rows, size);
      RankCounts counts = new RankCounts(sorted, words, words.length, rows.length);
      String what = "seed " + seed + ", case " + i;

      assertThat(counts.least())
          .as(what)
          .isEqualTo(keysOf(rows, present, keys).min().orElseThrow());
      assertThat(counts.greatest())
          .as(what)
          .isEqualTo(keysOf(rows, present, keys).max().orElseThrow());
      assertThat(counts.present()).as(what).isEqualTo(keysOf(rows, present, keys).count());
      for (int draw = 0; draw < 20; draw++) {
        int rank = random.nextInt(size + 1);
        long key = random.nextInt(size + 1);
        assertThat(counts.below(rank))
            .as("%s, below rank %s", what, rank)
            .isEqualTo(
                IntStream.range(0, rank).filter(at -> Bits.get(words, sorted.row(at))).count());
        assertThat(counts.belowKey(key))
            .as("%s, below key %s", what, key)
            .isEqualTo(keysOf(rows, present, keys).filter(other -> other < key).count());
      }
    }
  }

  private static LongStream keysOf(int[] rows, int present, long[] keys) {
    return Arrays.stream(rows).filter(row -> row < present).mapToLong(row -> keys[row]);
  }
}
