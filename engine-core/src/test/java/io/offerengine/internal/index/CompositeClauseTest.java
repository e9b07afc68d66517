package io.offerengine.internal.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.internal.column.PackedColumn;
import io.offerengine.query.NumericSet;
import io.offerengine.query.TextSet;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TextField;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The clause of two fields accepts and lists the rows that fulfil both conditions. */
class CompositeClauseTest {
  private static final Schema.Builder SHIPS = Schema.builder("ships", "id");
  private static final TextField YARD = SHIPS.text("yard").add();
  private static final IntegerField DECKS = SHIPS.integer("decks").add();
  private static final int ROWS = 600;

  @Test
  void filter_ofAllRows_leavesThoseOfBothConditions() {
    long[] decks = LongStream.range(0, ROWS).map(row -> row % 3).toArray();
    CompositeIndex index =
        CompositeIndex.of(
            FieldIndex.of(
                YARD, SealedTexts.of(YARD, ROWS, row -> row % 2 == 0 ? "Kiel" : "Riga"), ROWS),
            FieldIndex.of(DECKS, PackedColumn.ofIntegers(decks, null), ROWS));
    CompositeClause both =
        Objects.requireNonNull(index).bind(TextSet.of(List.of("Kiel")), NumericSet.of(2));
    int[] rows = IntStream.range(0, ROWS).toArray();
    int[] expected = Arrays.stream(rows).filter(row -> row % 6 == 2).toArray();

    int left = Objects.requireNonNull(both).filter(rows, ROWS);

    assertThat(Arrays.copyOf(rows, left)).isEqualTo(expected);
    assertThat(ListedRows.of(both.batches())).isEqualTo(Arrays.stream(expected).boxed().toList());
    assertThat(both.estimate()).isEqualTo(expected.length);
  }
}
