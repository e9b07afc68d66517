package io.offerengine.internal.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.column.Footprint;
import io.offerengine.internal.column.PackedColumn;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.Schema;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A permutation with buckets finds the rows of every range of ranks, and says what that costs. */
class SortedPermutationTest {
  private static final Schema.Builder THINGS = Schema.builder("things", "id");
  private static final IntegerField RANKED = THINGS.integer("ranked").hot().add();

  /** A bucket starts at every fiftieth rank. */
  private static final int ROWS = 6400;

  private static final int BUCKET = 50;

  /** Too few for several buckets. */
  private static final int FEW_ROWS = 1001;

  private final SortedPermutation sorted = shuffled(ROWS);
  private final int words = Bits.wordCount(ROWS);

  @Test
  void narrow_ofAnyRange_leavesLessThanABucketBesideEachEnd() {
    for (int from = 0; from < ROWS; from += 7) {
      for (int to : new int[] {from + 1, Math.min(ROWS, from + 30), (from + ROWS + 1) / 2, ROWS}) {
        long[] narrowed = Bits.all(ROWS);
        sorted.narrow(narrowed, 0, words, from, to);
        int first = from / BUCKET * BUCKET;
        int end = (to + BUCKET - 1) / BUCKET * BUCKET;
        assertThat(narrowed).as("ranks %s to %s", from, to).isEqualTo(rowsOf(first, end));
      }
    }
    assertThat(sorted.narrowsExactly()).isFalse();
  }

  @Test
  void repairedRows_ofAnyRange_isTheWayToTheNearestBuckets() {
    for (int from = 0; from <= ROWS; from += 9) {
      for (int to = from; to <= ROWS; to += 911) {
        assertThat(sorted.repairedRows(from, to))
            .as("ranks %s to %s", from, to)
            .isEqualTo(toNearestBucket(from) + toNearestBucket(to));
      }
    }
  }

  private static int toNearestBucket(int rank) {
    return Math.min(rank % BUCKET, BUCKET - rank % BUCKET);
  }

  @Test
  void repairedRows_ofOneBucket_isTheWayToTheNearerEnd() {
    SortedPermutation small = shuffled(FEW_ROWS);
    for (int from = 0; from <= FEW_ROWS; from++) {
      int to = FEW_ROWS - from / 3;
      int expected = Math.min(from, FEW_ROWS - from) + Math.min(to, FEW_ROWS - to);
      assertThat(small.repairedRows(from, to)).as("ranks %s to %s", from, to).isEqualTo(expected);
    }
  }

  /** Where rows lie in the order anyway, ranks are rows. */
  @Test
  void everything_ofRowsThatLieInTheOrder_needsNoLook() {
    SortedPermutation lying = permutation(IntStream.range(0, ROWS).mapToLong(row -> row).toArray());
    assertThat(lying.narrowsExactly()).isTrue();
    assertThat(lying.repairedRows(130, 777)).isZero();
  }

  @Test
  void hasMoreValues_ofAnyNumber_countsTheValues() {
    long[] keys = new long[300];
    for (int row = 0; row < keys.length; row++) {
      keys[row] = row % 3 == 0 ? Long.MAX_VALUE : -(row % 100);
    }
    int values = (int) Arrays.stream(keys).distinct().count();
    SortedPermutation few = permutation(keys);

    assertThat(few.hasMoreValues(0)).isTrue();
    assertThat(few.hasMoreValues(values - 1)).isTrue();
    assertThat(few.hasMoreValues(values)).isFalse();
    assertThat(few.hasMoreValues(values + 1)).isFalse();
  }

  /** Four bytes a row, 24 bitmaps, or none for one bucket, and a key for every 128 ranks. */
  @Test
  void bytes_ofAPermutation_countsItsBitmapsAndSamples() {
    long lying = bytes(permutation(IntStream.range(0, ROWS).mapToLong(row -> row).toArray()));
    long few = bytes(shuffled(FEW_ROWS));
    long fewLying =
        bytes(permutation(IntStream.range(0, FEW_ROWS).mapToLong(row -> row).toArray()));
    long buckets = Footprint.object(2 * Footprint.REFERENCE + 2 * Integer.BYTES);
    long bitmaps =
        24 * Footprint.array(words, Long.BYTES)
            + Footprint.array(17, Footprint.REFERENCE)
            + Footprint.array(8, Footprint.REFERENCE);

    assertThat(bytes(sorted) - lying)
        .isEqualTo(Footprint.array(ROWS, Integer.BYTES) + buckets + bitmaps);
    assertThat(few - fewLying).isEqualTo(Footprint.array(FEW_ROWS, Integer.BYTES) + buckets);
    assertThat(lying - fewLying)
        .isEqualTo(Footprint.array(50, Long.BYTES) - Footprint.array(8, Long.BYTES));
  }

  private static long bytes(SortedPermutation sorted) {
    Footprint footprint = new Footprint();
    footprint.leaveOut(sorted.column());
    return footprint.of(sorted);
  }

  private long[] rowsOf(int from, int to) {
    long[] rows = new long[words];
    for (int rank = from; rank < to; rank++) {
      Bits.set(rows, sorted.row(rank));
    }
    return rows;
  }

  private static SortedPermutation shuffled(int rows) {
    return permutation(new Random(1).longs(rows).toArray());
  }

  private static SortedPermutation permutation(long[] keys) {
    FieldIndex index = FieldIndex.of(RANKED, PackedColumn.ofIntegers(keys, null), keys.length);
    return Objects.requireNonNull(index.permutation());
  }
}
