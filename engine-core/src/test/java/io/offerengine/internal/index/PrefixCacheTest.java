package io.offerengine.internal.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.column.Footprint;
import io.offerengine.internal.column.PackedColumn;
import io.offerengine.query.NumericSet;
import io.offerengine.schema.Field;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.Schema;
import java.util.List;
import java.util.Objects;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A prefix cache holds what filters asked for, each once, and tells its memory. */
class PrefixCacheTest {
  private static final Schema.Builder THINGS = Schema.builder("things", "id");
  private static final IntegerField HOT = THINGS.integer("hot").hot().add();
  private static final IntegerField WARM = THINGS.integer("warm").add();
  private static final int ROWS = 8000;

  /** An eighth of the rows. */
  private static final int PREFIX = 1000;

  private final SortedPermutation sorted =
      Objects.requireNonNull(index(HOT, row -> (row * 7919L) % 8009).permutation());
  private final long empty = sorted.bytes();

  private static FieldIndex index(Field field, IntToLongFunction values) {
    long[] keys = IntStream.range(0, ROWS).mapToLong(values).toArray();
    return FieldIndex.of(field, PackedColumn.ofIntegers(keys, null), ROWS);
  }

  private static Clause flag(int every) {
    return index(WARM, row -> row % every == 0 ? 1 : 0).bind(NumericSet.of(1), new Scratch());
  }

  private static Clause range(long high) {
    return index(WARM, row -> (row * 31L) % 4001).bind(NumericSet.range(0, high), new Scratch());
  }

  @Test
  void bytes_ofTheKeysOfBothEnds_countEachEndOnce() {
    sorted.firstKeys(false);
    assertThat(sorted.bytes() - empty).isEqualTo(Footprint.array(PREFIX, Long.BYTES));
    sorted.firstKeys(false);
    assertThat(sorted.firstKeys(true)).hasSize(PREFIX).isSameAs(sorted.firstKeys(true));
    assertThat(sorted.bytes() - empty).isEqualTo(2 * Footprint.array(PREFIX, Long.BYTES));
  }

  @Test
  void bytes_ofBitmaps_countEachBitmapAndEndOnce() {
    long each =
        Footprint.object(2 * Footprint.REFERENCE + 1)
            + Footprint.array(Bits.wordCount(PREFIX), Long.BYTES);
    Clause third = flag(3);
    PrefixFilter.of(sorted, false, List.of(third));
    PrefixFilter.of(sorted, false, List.of(third));
    assertThat(sorted.bytes() - empty).isEqualTo(each + Footprint.array(1, Footprint.REFERENCE));
    PrefixFilter.of(sorted, true, List.of(third, flag(5), flag(7)));
    assertThat(sorted.bytes() - empty)
        .isEqualTo(4 * each + Footprint.array(4, Footprint.REFERENCE));
  }

  @Test
  void bytes_ofColumns_countEachColumnAndEndOnce() {
    long each = Footprint.object(2 * Footprint.REFERENCE + 2) + Footprint.array(PREFIX, Long.BYTES);
    Clause range = range(2000);
    PrefixFilter.of(sorted, false, List.of(range));
    PrefixFilter.of(sorted, false, List.of(range));
    assertThat(sorted.bytes() - empty).isEqualTo(each + Footprint.array(1, Footprint.REFERENCE));
    PrefixFilter.of(sorted, true, List.of(range, range(100), range(300)));
    assertThat(sorted.bytes() - empty)
        .isEqualTo(4 * each + Footprint.array(4, Footprint.REFERENCE));
  }

  /** A range of the order's own column is told by its own keys. */
  @Test
  void bytes_ofARangeOfTheSameColumn_countItsKeysOnly() {
    FieldIndex index = index(HOT, row -> (row * 7919L) % 8009);
    SortedPermutation own = Objects.requireNonNull(index.permutation());
    Clause range = index.bind(NumericSet.range(10, 300), new Scratch());
    PrefixFilter filter = Objects.requireNonNull(PrefixFilter.of(own, false, List.of(range)));
    int[] listed = new int[PREFIX];

    assertThat(own.bytes() - empty).isEqualTo(Footprint.array(PREFIX, Long.BYTES));
    assertThat(filter.list(0, PREFIX, listed)).isEqualTo(range.estimate());
  }

  @Test
  void of_severalClauses_tellsWhatItReadsAndWhatRemains() {
    Clause text = new ConstantClause(WARM, true, ROWS);
    Clause other = new ConstantClause(WARM, false, ROWS);
    Clause fourth = flag(4);
    PrefixFilter filter =
        Objects.requireNonNull(
            PrefixFilter.of(sorted, false, List.of(fourth, text, range(2000), other)));

    assertThat(filter.positions()).isEqualTo(PREFIX);
    assertThat(filter.bitmapCount()).isEqualTo(1);
    assertThat(filter.rangeCount()).isEqualTo(1);
    assertThat(filter.rest()).containsExactly(text, other);
    assertThat(filter.checksPerPosition()).isEqualTo(2 * 0.25);
    assertThat(PrefixFilter.of(sorted, false, List.of(text, other))).isNull();
  }

  /** Fewer rows than an eighth have a value: the prefix ends with them. */
  @Test
  void firstKeys_ofFewPresentRows_endWithThem() {
    long[] keys = IntStream.range(0, ROWS).mapToLong(row -> (row * 31L) % 4001).toArray();
    int[] present = IntStream.range(0, 500).map(row -> 16 * row + 5).toArray();
    FieldIndex sparse =
        FieldIndex.of(HOT, PackedColumn.ofIntegers(keys, Bits.of(present, ROWS)), ROWS);

    assertThat(Objects.requireNonNull(sparse.permutation()).firstKeys(true)).hasSize(500);
  }
}
