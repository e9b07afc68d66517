package io.offerengine.internal.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.column.GrowingFlagColumn;
import io.offerengine.query.NumericSet;
import io.offerengine.schema.FlagField;
import io.offerengine.schema.Schema;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A clause on the flags of a tail accepts the rows that they say, by whichever way. */
class FlagClauseTest {
  private static final Schema.Builder THINGS = Schema.builder("things", "id");
  private static final FlagField FLAG = THINGS.flag("flag").add();
  private static final int ROWS = 500;

  @Test
  void flags_ofEverySet_areFoundByTheirBits() {
    GrowingFlagColumn column = new GrowingFlagColumn(ROWS);
    for (int row = 0; row < ROWS; row++) {
      if (row % 3 == 0) {
        column.setAbsent(row);
      } else {
        column.set(row, row % 3 == 1);
      }
    }
    for (NumericSet numbers :
        List.of(NumericSet.of(1), NumericSet.of(0), NumericSet.of(0, 1), NumericSet.absent())) {
      for (NumericSet accepted : List.of(numbers, numbers.withAbsent(true))) {
        Clause clause = new FlagClause(FLAG, column, accepted, ROWS);
        assertThat(clause.isIndexed()).isTrue();
        assertThat(clause.leavesSome()).isFalse();
        assertThat(clause.estimate()).isEqualTo(ROWS);
        assertAgrees(
            clause,
            row ->
                row % 3 == 0 ? accepted.includesAbsent() : accepted.contains(row % 3 == 1 ? 1 : 0));
      }
    }
  }

  private static void assertAgrees(Clause clause, IntPredicate expected) {
    int[] accepted = IntStream.range(0, ROWS).filter(expected).toArray();
    int[] rows = IntStream.range(0, ROWS).toArray();
    int size = clause.filter(rows, ROWS);
    int[] listed = new int[ROWS];
    int listedSize = clause.list(100, ROWS, listed);
    long[] words = Bits.all(ROWS);
    clause.retain(words, words.length);
    long[] some = Bits.of(IntStream.range(0, ROWS / 2).map(i -> 2 * i).toArray(), ROWS);
    clause.retain(some, some.length);

    assertThat(IntStream.range(0, ROWS).filter(clause::accepts).toArray()).isEqualTo(accepted);
    assertThat(Arrays.copyOf(rows, size)).isEqualTo(accepted);
    assertThat(Arrays.copyOf(listed, listedSize))
        .isEqualTo(Arrays.stream(accepted).filter(row -> row >= 100).toArray());
    assertThat(words).isEqualTo(Bits.of(accepted, ROWS));
    assertThat(some)
        .isEqualTo(Bits.of(Arrays.stream(accepted).filter(row -> row % 2 == 0).toArray(), ROWS));
  }
}
