package io.offerengine.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.internal.column.NumericColumn;
import io.offerengine.internal.index.Clause;
import io.offerengine.internal.index.ScanClause;
import io.offerengine.internal.segment.SealedSegment;
import io.offerengine.internal.segment.SegmentReader;
import io.offerengine.internal.write.SmallMarket;
import io.offerengine.query.NumericSet;
import io.offerengine.schema.Arguments;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Formula;
import io.offerengine.schema.NumberField;
import io.offerengine.schema.NumericKey;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What storage order says of prices and of formulas of prices, beside a look at every row. */
class ClusterBoundTest {
  private static final Schema.Builder RACKS = Schema.builder("racks", "id");
  private static final NumberField PRICE = RACKS.number("price").add();
  private static final NumberField FEE = RACKS.number("fee").add();
  private static final Field TOTAL =
      computed("total", List.of(Formula.Input.increasing(PRICE), Formula.Input.increasing(FEE)), 1);
  private static final Field REST =
      computed("rest", List.of(Formula.Input.decreasing(PRICE), Formula.Input.increasing(FEE)), -1);
  private static final Field ODD =
      computed("odd", List.of(Formula.Input.unknown(PRICE), Formula.Input.increasing(FEE)), 1);
  private static final Schema SCHEMA = RACKS.clusterBy(PRICE).build();
  private static final int ROWS = 400;

  private final Random random = new Random(9);
  private final Arguments arguments = Arguments.defaults(SCHEMA);

  private static Field computed(String name, List<Formula.Input> inputs, int sign) {
    return RACKS
        .field(name, FieldType.NUMBER)
        .computed(new Formula(name, inputs, (in, given) -> 2 * sign * in[0] + in[1]))
        .add();
  }

  /** Returns a segment of random prices and fees; a share of them is absent. */
  private SealedSegment segment(double absentPrices, double absentFees) {
    List<Offer> offers = new ArrayList<>();
    for (long id = 0; id < ROWS; id++) {
      Offer.Builder offer = Offer.builder().set(SCHEMA.idField(), id);
      if (random.nextDouble() >= absentPrices) {
        offer.set(PRICE, (double) random.nextInt(1_000));
      }
      if (random.nextDouble() >= absentFees) {
        offer.set(FEE, (double) random.nextInt(50));
      }
      offers.add(offer.build());
    }
    return (SealedSegment) SmallMarket.sealed(SCHEMA, offers).views().get(0).segment();
  }

  private NumericColumn values(SealedSegment segment, Field field) {
    return new SegmentReader(segment, arguments).numeric(field);
  }

  @Test
  void at_ofTheClusterFieldItself_isItsKey() {
    SealedSegment segment = segment(0, 0);
    ClusterBound down = Objects.requireNonNull(ClusterBound.of(PRICE, true, segment, arguments));
    NumericColumn prices = segment.numeric(PRICE);
    assertThat(down.at(7)).isEqualTo(~prices.key(7));
    assertThat(down.value(7)).isEqualTo(prices.number(7));
  }

  @Test
  void value_ofAFormula_takesTheBestFee() {
    SealedSegment segment = segment(0, 0);
    NumericColumn fees = segment.numeric(FEE);
    double least = IntStream.range(0, ROWS).mapToDouble(fees::number).min().orElseThrow();
    ClusterBound up = Objects.requireNonNull(ClusterBound.of(TOTAL, false, segment, arguments));
    double price = segment.numeric(PRICE).number(5);
    assertThat(up.value(5)).isEqualTo(2 * price + least);
    assertThat(up.at(5)).isEqualTo(NumericKey.of(2 * price + least));
  }

  @Test
  void readsMoreThan_anyCutoff_isTrueForFewerRowsThanAScanReads() {
    SealedSegment segment = segment(0, 0);
    for (boolean descending : new boolean[] {false, true}) {
      ClusterBound bound =
          Objects.requireNonNull(ClusterBound.of(TOTAL, descending, segment, arguments));
      for (double total = -10; total < 2_200; total += 31) {
        long key = descending ? ~NumericKey.of(total) : NumericKey.of(total);
        long expected = IntStream.range(0, ROWS).filter(row -> bound.at(row) <= key).count();
        for (long rows = 0; rows <= ROWS + 1; rows++) {
          assertThat(bound.readsMoreThan(rows, key)).as("%s", total).isEqualTo(rows < expected);
        }
      }
    }
  }

  /** Fees are absent in a segment, so that its totals may be: then no row may be left out. */
  @Test
  void rowsBefore_anyKey_leavesOutRowsOfLesserKeysAlone() {
    for (SealedSegment segment : List.of(segment(0, 0), segment(0.1, 0), segment(0.1, 0.1))) {
      for (Field field : List.of(PRICE, TOTAL, REST)) {
        for (boolean descending : new boolean[] {false, true}) {
          ClusterBound bound =
              Objects.requireNonNull(ClusterBound.of(field, descending, segment, arguments));
          assertThat(bound.rowsBefore(ClusterBound.NONE)).isZero();
          NumericColumn values = values(segment, field);
          int most = 0;
          for (double total = -2_100; total < 2_200; total += 31) {
            long key = descending ? ~NumericKey.of(total) : NumericKey.of(total);
            int before = bound.rowsBefore(key);
            most = Math.max(most, before);
            for (int step = 0; step < before; step++) {
              int row = bound.isBackwards() ? bound.presentCount() - 1 - step : step;
              assertThat(values.isPresent(row)).isTrue();
              long left = descending ? ~values.key(row) : values.key(row);
              assertThat(left).isLessThan(key);
            }
          }
          boolean hasAllInputs =
              field == PRICE || segment.index(FEE).presentCount() == segment.size();
          assertThat(most).isEqualTo(hasAllInputs ? bound.presentCount() : 0);
        }
      }
    }
  }

  @Test
  void of_whatStorageOrderDoesNotBound_isNull() {
    SealedSegment segment = segment(0, 0);
    assertThat(ClusterBound.of(ODD, false, segment, arguments)).isNull();
    assertThat(ClusterBound.of(FEE, false, segment, arguments)).isNull();
    assertThat(ClusterBound.of(SCHEMA.idField(), true, segment, arguments)).isNull();
    assertThat(ClusterBound.of(TOTAL, false, segment(0, 1), arguments)).isNull();
  }

  @Test
  void ofARange_withAbsenceOrSeveralRanges_isNull() {
    SealedSegment segment = segment(0, 0);
    NumericColumn totals = values(segment, TOTAL);
    Formula formula = Objects.requireNonNull(TOTAL.formula());
    NumericSet orAbsent = NumericSet.range(0, Long.MAX_VALUE).withAbsent(true);
    Clause check = ScanClause.of(TOTAL, totals, orAbsent, ROWS);
    assertThat(ClusteredRangeClause.of(TOTAL, formula, orAbsent, segment, arguments, check))
        .isNull();
    NumericSet positive = NumericSet.range(0, Long.MAX_VALUE);
    assertThat(ClusteredRangeClause.of(TOTAL, formula, positive, segment(0.1, 0), arguments, check))
        .isNull();
  }
}
