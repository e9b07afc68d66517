package io.offerengine.internal.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.column.NumericColumn;
import io.offerengine.internal.column.PackedColumn;
import io.offerengine.query.NumericSet;
import io.offerengine.schema.Field;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.Schema;
import io.offerengine.testing.Seeds;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Whatever a column holds and a condition asks, every way of a clause to find rows agrees with the
 * column, in segments that are small, and so large that their order has cumulative bitmaps.
 */
class ClauseAgreementTest {
  private static final Schema.Builder THINGS = Schema.builder("things", "id");
  private static final IntegerField HOT = THINGS.integer("hot").hot().add();
  private static final IntegerField COLD = THINGS.integer("cold").cold().add();
  private static final IntegerField WARM = THINGS.integer("warm").add();
  private static final List<Field> TIERS = List.of(HOT, HOT, WARM, COLD);
  private static final int[] SIZES = {1, 63, 64, 65, 300, 4095, 4096, 4097, 9000, 40_011};
  private static final int[] VALUES = {1, 2, 3, 9, 63, 64, 65, 500, 1_000_000};
  private static final int CASES = Seeds.cases(400);
  private static final int CLAUSES = 8;

  private final Random random = new Random();

  @Test
  void everyWay_ofAnyColumnAndSet_findsTheRowsThatTheColumnHas() {
    long seed = Seeds.first();
    random.setSeed(seed);
    for (int i = 0; i < CASES; i++) {
      int rows = SIZES[random.nextInt(SIZES.length)];
      int values = VALUES[random.nextInt(VALUES.length)];
      boolean ordered = random.nextInt(4) == 0;
      boolean someAbsent = random.nextBoolean();
      NumericColumn column = column(rows, values, ordered, someAbsent);
      FieldIndex index = FieldIndex.of(TIERS.get(random.nextInt(TIERS.size())), column, rows);
      Scratch scratch = new Scratch();
      for (int clause = 0; clause < CLAUSES; clause++) {
        NumericSet accepted = set(values);
        String what = "seed=" + seed + " case=" + i + " rows=" + rows + " " + accepted;
        assertAgrees(what, index.bind(accepted, scratch), column, accepted, rows);
        scratch.reset();
      }
    }
  }

  private NumericColumn column(int rows, int values, boolean ordered, boolean someAbsent) {
    long[] keys = new long[rows];
    long[] present = new long[Bits.wordCount(rows)];
    boolean hasGreatest = !ordered && random.nextInt(4) == 0;
    boolean areLast = ordered && random.nextBoolean();
    int presentRows = someAbsent ? random.nextInt(rows + 1) : rows;
    for (int row = 0; row < rows; row++) {
      keys[row] = ordered ? (long) row * values / rows : skewed(values);
      keys[row] = hasGreatest && keys[row] == 0 ? Long.MAX_VALUE : keys[row];
      if (areLast ? row < presentRows : !someAbsent || random.nextInt(8) > 0) {
        Bits.set(present, row);
      }
    }
    return Bits.count(present) == 0
        ? PackedColumn.ofIntegers(new long[1], new long[1])
        : PackedColumn.ofIntegers(keys, someAbsent ? present : null);
  }

  /** Returns a number of which the least are frequent, and the greatest are hardly ever. */
  private long skewed(int values) {
    int power = random.nextInt(2000) == 0 ? 1 : 3;
    double most = power == 3 ? 0.7 : 1;
    return (long) (most * values * Math.pow(random.nextDouble(), power));
  }

  private NumericSet set(int values) {
    NumericSet set =
        switch (random.nextInt(6)) {
          case 0 -> NumericSet.of(skewed(values), skewed(values), skewed(values));
          case 1 -> NumericSet.of(skewed(values)).complement();
          case 2 -> NumericSet.of(skewed(values));
          case 3 -> NumericSet.range(skewed(values), Long.MAX_VALUE);
          case 4 -> NumericSet.range(Long.MIN_VALUE, skewed(values));
          default -> NumericSet.range(skewed(values) / 2, skewed(values));
        };
    return random.nextInt(5) == 0 ? set.withAbsent(true) : set;
  }

  private void assertAgrees(
      String what, Clause clause, NumericColumn column, NumericSet accepted, int rows) {
    long[] all = new long[Bits.wordCount(rows)];
    long[] some = new long[all.length];
    for (int row = 0; row < rows; row++) {
      if (column.matches(row, accepted)) {
        Bits.set(all, row);
      }
      assertThat(AcceptedRows.accepts(clause, row))
          .as(what)
          .isEqualTo(column.matches(row, accepted));
      if (random.nextInt(3) > 0) {
        Bits.set(some, row);
      }
    }
    assertThat(clause.estimate()).as(what).isGreaterThanOrEqualTo(Bits.count(all));
    assertRetains(what, clause, some, all);
    assertNarrows(what, clause, some, all);
    assertFilters(what, clause, some, all);
    RowBatches batches = clause.batches();
    if (batches != null) {
      assertThat(clause.estimate()).as(what).isEqualTo(Bits.count(all));
      List<Integer> listed = ListedRows.of(batches);
      assertThat(listed.stream().mapToInt(row -> row).sorted().toArray())
          .as(what)
          .isEqualTo(Bits.list(all, Bits.count(all)));
    }
  }

  private static void assertFilters(String what, Clause clause, long[] some, long[] all) {
    int[] rows = Bits.list(some, Bits.count(some));
    int kept = clause.filter(rows, rows.length);
    long[] expected = intersection(some, all);
    assertThat(Arrays.copyOf(rows, kept))
        .as(what)
        .isEqualTo(Bits.list(expected, Bits.count(expected)));
  }

  private static void assertRetains(String what, Clause clause, long[] some, long[] all) {
    long[] words = some.clone();
    clause.retain(words, words.length);
    assertThat(words).as(what).isEqualTo(intersection(some, all));
  }

  /** Narrows in two runs of words, the later one first. */
  private void assertNarrows(String what, Clause clause, long[] some, long[] all) {
    long[] words = some.clone();
    int middle = random.nextInt(words.length + 1);
    clause.narrow(words, middle, words.length);
    clause.narrow(words, 0, middle);
    long[] expected = intersection(some, all);
    assertThat(intersection(words, expected)).as(what).isEqualTo(expected);
    assertThat(intersection(words, some)).as(what).isEqualTo(words);
    if (clause.isExact()) {
      assertThat(words).as(what).isEqualTo(expected);
    }
  }

  private static long[] intersection(long[] left, long[] right) {
    long[] both = left.clone();
    Bits.and(both, right, 0, both.length);
    return both;
  }
}
