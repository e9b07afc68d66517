package io.offerengine.internal.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.column.Column;
import io.offerengine.internal.column.DictionaryColumn;
import io.offerengine.internal.column.ListColumn;
import io.offerengine.internal.column.NumericColumn;
import io.offerengine.internal.column.PackedColumn;
import io.offerengine.internal.column.RowMap;
import io.offerengine.internal.column.RowMaps;
import io.offerengine.internal.column.TextColumn;
import io.offerengine.schema.Field;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.IntegerListField;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TextField;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A merged index is of the same kind as one that is built from the merged rows, and equals it. */
class IndexMergeTest {
  private static final Schema.Builder THINGS = Schema.builder("things", "id");
  private static final IntegerField HOT = THINGS.integer("hot").hot().add();
  private static final TextField TEXT = THINGS.text("text").add();
  private static final IntegerListField LIST = THINGS.integers("list").add();
  private static final int ROWS = 6000;

  /** Three of four rows of the first source survive, and every third of the second. */
  private final RowMaps maps = alternating(row -> row % 4 != 1, row -> row % 3 == 0);

  /** Where the rows lie in the order, the permutation is not stored. */
  @Test
  void merge_ofRowsThatLieInTheOrder_storesNone() {
    FieldIndex rising = numbers(HOT, row -> (long) row);
    RowMaps behind = behind();
    FieldIndex greater = numbers(HOT, row -> row == ROWS - 1 ? null : 10_000L + row);

    FieldIndex merged =
        Objects.requireNonNull(IndexMerge.merge(HOT, List.of(rising, greater), behind));

    assertThat(permutation(merged).narrowsExactly()).isTrue();
    assertThat(permutation(merged).presentCount()).isEqualTo(2 * ROWS - 1);
    assertThat(
            permutation(
                    Objects.requireNonNull(IndexMerge.merge(HOT, List.of(greater, rising), behind)))
                .narrowsExactly())
        .isFalse();
  }

  /** Of 65 values 64 survive. */
  @Test
  void merge_ofManySortedNumbersOfWhichFewSurvive_isBuiltAnew() {
    FieldIndex many = numbers(HOT, row -> row % 4 == 1 ? 5000L + row : row % 64);
    FieldIndex few = numbers(HOT, row -> row % 64L);
    FieldIndex one = numbers(HOT, row -> row == 0 ? 64L : row % 64L);

    assertThat(IndexMerge.merge(HOT, List.of(many, few), maps)).isNull();
    assertThat(merged(HOT, many, one).permutation()).isNotNull();
  }

  /** From a text that every second row has to one that a single row has. */
  @Test
  void merge_ofTexts_unitesTheirBitmaps() {
    IntFunction<@Nullable String> some =
        row -> row % 2 == 0 ? "often" : row % 9 == 0 ? null : row < 90 ? "t" + row : "u" + row % 40;
    FieldIndex first = texts(some);
    FieldIndex second = texts(row -> row % 3 == 0 ? "u" + row % 60 : "dropped");
    FieldIndex none = texts(row -> null);

    assertSame(merged(TEXT, first, second), anew(merged(TEXT, first, second)));
    assertSame(merged(TEXT, first, none), anew(merged(TEXT, first, none)));
    assertSame(merged(TEXT, none, second), anew(merged(TEXT, none, second)));
    assertThat(merged(TEXT, first, none).bitmaps()).isNotNull();
    assertThat(((DictionaryColumn) merged(TEXT, first, second).column()).dictionary().texts())
        .doesNotContain("dropped");
  }

  @Test
  void merge_ofTooManyTexts_hasNoBitmaps() {
    FieldIndex many = texts(row -> "m" + row % 1000);
    FieldIndex few = texts(row -> "few");
    FieldIndex each = texts(row -> "e" + row % 400);
    FieldIndex other = texts(row -> "o" + row % 900 / 3);

    assertThat(many.bitmaps()).isNull();
    assertThat(each.bitmaps()).isNotNull();
    assertThat(other.bitmaps()).isNotNull();
    assertThat(merged(TEXT, many, few).bitmaps()).isNull();
    assertThat(merged(TEXT, each, other).bitmaps()).isNull();
    assertThat(FieldIndex.hasBitmaps(0)).isFalse();
    assertThat(FieldIndex.hasBitmaps(512)).isTrue();
    assertThat(FieldIndex.hasBitmaps(513)).isFalse();
  }

  @Test
  void merge_ofLists_movesThem() {
    ListColumn lists = SealedLists.of(LIST, ROWS, row -> row % 5 == 0 ? null : new long[] {row});
    FieldIndex source = FieldIndex.of(LIST, lists, ROWS);
    ListColumn moved = (ListColumn) merged(LIST, source, source).column();
    for (RowMap map : maps.sources()) {
      for (int row = 0; row < ROWS; row++) {
        if (map.newRow(row) != RowMap.DROPPED) {
          assertThat(moved.integers(map.newRow(row))).isEqualTo(lists.integers(row));
        }
      }
    }
  }

  private FieldIndex merged(Field field, FieldIndex first, FieldIndex second) {
    FieldIndex merged =
        Objects.requireNonNull(IndexMerge.merge(field, List.of(first, second), maps));
    for (int source = 0; source < 2; source++) {
      Column old = source == 0 ? first.column() : second.column();
      for (int row = 0; row < ROWS; row++) {
        int newRow = maps.source(source).newRow(row);
        if (newRow != RowMap.DROPPED) {
          assertThat(value(merged.column(), newRow)).isEqualTo(value(old, row));
        }
      }
    }
    return merged;
  }

  private static @Nullable Object value(Column column, int row) {
    if (column instanceof NumericColumn numbers) {
      return numbers.isPresent(row) ? numbers.key(row) : null;
    }
    if (column instanceof TextColumn texts) {
      int code = texts.code(row);
      return code == TextColumn.ABSENT ? null : texts.textOf(code);
    }
    return ((ListColumn) column).integers(row);
  }

  private FieldIndex anew(FieldIndex merged) {
    return FieldIndex.of(TEXT, merged.column(), maps.size());
  }

  /** Compares statistics, keys, postings and order. */
  static void assertSame(FieldIndex merged, FieldIndex anew) {
    assertThat(merged.statistics()).isEqualTo(anew.statistics());
    assertThat(merged.keys()).isEqualTo(anew.keys());
    assertThat(merged.bitmaps() == null).isEqualTo(anew.bitmaps() == null);
    assertThat(merged.cumulative() == null).isEqualTo(anew.cumulative() == null);
    assertThat(merged.permutation() == null).isEqualTo(anew.permutation() == null);
    if (merged.bitmaps() != null && anew.bitmaps() != null) {
      assertThat(merged.bitmaps().valueCount()).isEqualTo(anew.bitmaps().valueCount());
      for (int value = 0; value <= merged.bitmaps().valueCount(); value++) {
        assertSame(merged.bitmaps().posting(value), anew.bitmaps().posting(value));
      }
    }
    if (merged.permutation() != null) {
      int rows = permutation(merged).rowCount();
      assertThat(IntStream.range(0, rows).map(rank -> permutation(merged).row(rank)).toArray())
          .isEqualTo(IntStream.range(0, rows).map(rank -> permutation(anew).row(rank)).toArray());
      assertThat(permutation(merged).narrowsExactly())
          .isEqualTo(permutation(anew).narrowsExactly());
    }
  }

  private static void assertSame(Posting merged, Posting anew) {
    List<Integer> rows = new ArrayList<>();
    List<Integer> expected = new ArrayList<>();
    merged.forEach(rows::add);
    anew.forEach(expected::add);
    assertThat(rows).isEqualTo(expected);
    assertThat(merged.count()).isEqualTo(anew.count());
    assertThat(merged.words()).isEqualTo(anew.words());
    assertThat(merged.bytes()).isEqualTo(anew.bytes());
  }

  private static SortedPermutation permutation(FieldIndex index) {
    return Objects.requireNonNull(index.permutation());
  }

  /** Maps surviving rows of two sources by turns, three of the first for each of the second. */
  private static RowMaps alternating(IntPredicate first, IntPredicate second) {
    int[][] rows = {
      IntStream.range(0, ROWS).filter(first).toArray(),
      IntStream.range(0, ROWS).filter(second).toArray()
    };
    int size = rows[0].length + rows[1].length;
    int[][] newRows = {new int[rows[0].length], new int[rows[1].length]};
    int[] next = new int[2];
    for (int row = 0; row < size; row++) {
      int source = row % 4 == 3 ? 1 : 0;
      source = next[source] == rows[source].length ? 1 - source : source;
      newRows[source][next[source]++] = row;
    }
    return new RowMaps(
        List.of(
            new RowMap(rows[0], ROWS, newRows[0], size),
            new RowMap(rows[1], ROWS, newRows[1], size)),
        size);
  }

  /** Maps all rows of the second source behind those of the first. */
  private static RowMaps behind() {
    int[] all = IntStream.range(0, ROWS).toArray();
    int[] moved = Arrays.stream(all).map(row -> ROWS + row).toArray();
    return new RowMaps(
        List.of(new RowMap(all, ROWS, all, 2 * ROWS), new RowMap(all, ROWS, moved, 2 * ROWS)),
        2 * ROWS);
  }

  private static FieldIndex numbers(Field field, IntFunction<@Nullable Long> values) {
    long[] keys = new long[ROWS];
    long[] present = new long[Bits.wordCount(ROWS)];
    for (int row = 0; row < ROWS; row++) {
      Long value = values.apply(row);
      if (value != null) {
        keys[row] = value;
        Bits.set(present, row);
      }
    }
    return FieldIndex.of(field, PackedColumn.ofIntegers(keys, present), ROWS);
  }

  private static FieldIndex texts(IntFunction<@Nullable String> values) {
    return FieldIndex.of(TEXT, SealedTexts.of(TEXT, ROWS, values), ROWS);
  }
}
