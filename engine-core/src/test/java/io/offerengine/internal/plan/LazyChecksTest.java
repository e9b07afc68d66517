package io.offerengine.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.internal.column.PackedColumn;
import io.offerengine.internal.index.Clause;
import io.offerengine.internal.index.ScanClause;
import io.offerengine.query.NumericSet;
import io.offerengine.schema.Field;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The clauses of a tail are bound when the first row reaches them, and check rows in order. */
class LazyChecksTest {
  private static final Schema.Builder THINGS = Schema.builder("things", "id");
  private static final IntegerField EVEN = THINGS.integer("even").add();
  private static final IntegerField LARGE = THINGS.integer("large").add();
  private static final IntegerField NONE = THINGS.integer("none").add();
  private static final int ROWS = 20;

  private final List<Integer> bound = new ArrayList<>();

  /** Even rows, rows from 10 on, and no row. */
  private Clause clause(int number) {
    bound.add(number);
    long[] values =
        IntStream.range(0, ROWS)
            .mapToLong(row -> number == 0 ? (row + 1) % 2 : row / 10 - number + 1)
            .toArray();
    Field field = List.of(EVEN, LARGE, NONE).get(number);
    return ScanClause.of(field, PackedColumn.ofIntegers(values, null), NumericSet.of(1), ROWS);
  }

  private LazyChecks checks(int count, int lead) {
    Field[] fields = List.of(EVEN, LARGE, NONE).subList(0, count).toArray(new Field[0]);
    return new LazyChecks(fields, lead, this::clause);
  }

  private static int[] all() {
    return IntStream.range(0, ROWS).toArray();
  }

  @Test
  void filter_ofTwoClauses_leavesTheRowsThatBothAccept() {
    int[] rows = all();
    assertThat(checks(2, LazyChecks.NONE).filter(rows, ROWS)).isEqualTo(5);
    assertThat(rows).startsWith(10, 12, 14, 16, 18);
    assertThat(bound).containsExactly(0, 1);
  }

  @Test
  void filter_withoutRowsLeft_bindsNoFurtherClause() {
    LazyChecks checks = checks(3, LazyChecks.NONE);
    assertThat(checks.filter(new int[] {1, 3}, 2)).isZero();
    assertThat(bound).containsExactly(0);
    assertThat(checks.filter(new int[] {2, 4}, 0)).isZero();
    assertThat(bound).containsExactly(0);
  }

  @Test
  void filterListed_leavesTheLeadOut() {
    int[] rows = all();
    LazyChecks led = checks(2, 1);
    assertThat(led.filterListed(rows, ROWS)).isEqualTo(10);
    assertThat(bound).containsExactly(0);
    assertThat(led.listed()).isNull();
    assertThat(checks(2, LazyChecks.NONE).listed()).isNull();
  }

  @Test
  void names_areThoseOfTheFields() {
    LazyChecks led = checks(3, 1);
    assertThat(led.leadName()).isEqualTo("large");
    assertThat(led.names(true)).containsExactly("even", "none");
    assertThat(led.names(false)).containsExactly("even", "large", "none");
    assertThat(bound).isEmpty();
  }
}
