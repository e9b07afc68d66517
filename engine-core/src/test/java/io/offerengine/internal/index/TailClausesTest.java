package io.offerengine.internal.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.column.GrowingFlagColumn;
import io.offerengine.internal.column.GrowingTextColumn;
import io.offerengine.query.NumericSet;
import io.offerengine.query.TextSet;
import io.offerengine.query.ValueSet;
import io.offerengine.schema.Collation;
import io.offerengine.schema.FlagField;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TextField;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Clauses on the columns of a tail, and those that accept all rows or none. */
class TailClausesTest {
  private static final Schema.Builder THINGS = Schema.builder("things", "id");
  private static final TextField TEXT = THINGS.text("text").add();
  private static final FlagField FLAG = THINGS.flag("flag").add();
  private static final Collation SPACES = Collation.of("spaces", text -> text.replace('_', ' '));
  private static final int ROWS = 500;

  /** Two texts have one key. */
  private static final String[] TEXTS = {"alpha", "b c", "b_c", null};

  private final GrowingTextColumn chained = texts(GrowingTextColumn.ofTail(SPACES, ROWS));
  private final GrowingTextColumn buffer = texts(GrowingTextColumn.ofBuffer(SPACES, ROWS, 4));

  private static GrowingTextColumn texts(GrowingTextColumn column) {
    for (int row = 0; row < ROWS; row++) {
      column.set(row, TEXTS[row % TEXTS.length]);
    }
    column.chain(0, ROWS);
    return column;
  }

  @Test
  void texts_ofEverySet_areFoundByTheirKeys() {
    List<ValueSet> sets =
        List.of(
            TextSet.of(List.of("alpha")),
            TextSet.of(List.of("b c")),
            TextSet.of(List.of("none")),
            TextSet.of(List.of("alpha", "b c")),
            TextSet.of(List.of("alpha")).withAbsent(true),
            TextSet.of(List.of("b c")).complement(),
            TextSet.absent());
    for (ValueSet accepted : sets) {
      for (GrowingTextColumn column : List.of(chained, buffer)) {
        assertAgrees(
            ScanClause.of(TEXT, column, accepted, ROWS),
            row -> {
              String text = TEXTS[row % TEXTS.length];
              return text == null
                  ? accepted.includesAbsent()
                  : ((TextSet) accepted).contains(text.replace('_', ' '));
            });
      }
    }
  }

  /** The rows of one key are chained, the latest of each text first. */
  @Test
  void batches_ofOneKeyInATail_listsItsRowsUpToTheCount() {
    int rows = 400;
    Clause clause = ScanClause.of(TEXT, chained, TextSet.of(List.of("b c")), rows);
    RowBatches batches = clause.batches();
    assertThat(batches).isNotNull();
    List<Integer> listed = new ArrayList<>();
    int[] batch = new int[30];
    for (int size = batches.next(batch); size > 0; size = batches.next(batch)) {
      assertThat(size).isEqualTo(listed.size() == 180 ? 20 : 30);
      Arrays.stream(batch, 0, size).forEach(listed::add);
    }
    List<Integer> expected = new ArrayList<>();
    for (int first : new int[] {397, 398}) {
      for (int row = first; row >= 0; row -= 4) {
        expected.add(row);
      }
    }
    assertThat(listed).isEqualTo(expected);
    assertThat(batches.next(batch)).isZero();
  }

  @Test
  void batches_ofSeveralKeysOrWithoutChains_areNone() {
    ValueSet two = TextSet.of(List.of("alpha", "b c"));
    ValueSet orAbsent = TextSet.of(List.of("alpha")).withAbsent(true);

    assertThat(ScanClause.of(TEXT, chained, two, ROWS).batches()).isNull();
    assertThat(ScanClause.of(TEXT, chained, orAbsent, ROWS).batches()).isNull();
    assertThat(ScanClause.of(TEXT, buffer, TextSet.of(List.of("alpha")), ROWS).batches()).isNull();
  }

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

  @Test
  void constants_ofAllRowsOrNone_acceptThem() {
    Clause all = new ConstantClause(FLAG, true, ROWS);
    Clause none = new ConstantClause(FLAG, false, ROWS);

    assertAgrees(all, row -> true);
    assertAgrees(none, row -> false);
    for (Clause clause : List.of(all, none)) {
      assertThat(clause.isIndexed()).isTrue();
      assertThat(clause.isListed()).isTrue();
      assertThat(clause.leavesSome()).isFalse();
      assertThat(clause.isMasked()).isFalse();
      assertThat(clause.field()).isSameAs(FLAG);
      assertThat(clause.name()).isEqualTo("flag");
      assertThat(ListedRows.of(clause.batches())).hasSize(clause.estimate());
    }
    assertThat(all.estimate()).isEqualTo(ROWS);
    assertThat(none.estimate()).isZero();
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
