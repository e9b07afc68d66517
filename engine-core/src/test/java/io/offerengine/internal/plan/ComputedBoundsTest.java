package io.offerengine.internal.plan;

import static io.offerengine.internal.write.SmallMarket.COLOUR;
import static io.offerengine.internal.write.SmallMarket.PRICE;
import static io.offerengine.internal.write.SmallMarket.WEIGHT;
import static java.lang.Double.NaN;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.internal.index.NumericStatistics;
import io.offerengine.internal.segment.SealedSegment;
import io.offerengine.internal.write.SmallMarket;
import io.offerengine.schema.Arguments;
import io.offerengine.schema.Field;
import io.offerengine.schema.NumericKey;
import io.offerengine.schema.Offer;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ComputedBoundsTest {
  private static final Arguments ARGUMENTS =
      Arguments.defaults(SmallMarket.schema()).with(SmallMarket.FACTOR, 10.0);

  private static @Nullable NumericStatistics bounds(Field field, Offer.Builder... offers) {
    List<Offer> built = List.of(offers).stream().map(Offer.Builder::build).toList();
    SealedSegment segment = (SealedSegment) SmallMarket.sealed(100, built).views().get(0).segment();
    return ComputedBounds.of(Objects.requireNonNull(field.formula()), segment, ARGUMENTS);
  }

  private static NumericStatistics from(double low, double high) {
    return new NumericStatistics(NumericKey.of(low), NumericKey.of(high), 1, 2);
  }

  private static Offer.Builder offer(long id) {
    return SmallMarket.offer(id);
  }

  /** Returns the bounds of the totals of goods, each with a price and a weight; NaN is none. */
  private static @Nullable NumericStatistics total(double[]... goods) {
    Offer.Builder[] offers = new Offer.Builder[goods.length];
    for (int i = 0; i < goods.length; i++) {
      offers[i] = offer(i);
      if (!Double.isNaN(goods[i][0])) {
        offers[i].set(PRICE, goods[i][0]);
      }
      if (!Double.isNaN(goods[i][1])) {
        offers[i].set(WEIGHT, goods[i][1]);
      }
    }
    return bounds(SmallMarket.TOTAL, offers);
  }

  private static double[] good(double price, double weight) {
    return new double[] {price, weight};
  }

  @Test
  void of_inputsOfBothDirections_takesTheOppositeEnds() {
    assertThat(total(good(4, 20), good(1, 12), good(5, 10))).isEqualTo(from(10 - 20, 50 - 10));
  }

  @Test
  void of_anInputThatIsSometimesAbsent_countsItsDefaultToo() {
    assertThat(total(good(1, 20), good(5, 10), good(2, NaN))).isEqualTo(from(10 - 20, 50));
    assertThat(total(good(1, -20), good(5, -10), good(2, NaN))).isEqualTo(from(10, 50 + 20));
  }

  @Test
  void of_anInputThatIsAlwaysAbsent_isItsDefault() {
    assertThat(total(good(1, NaN), good(3, NaN))).isEqualTo(from(10, 30));
  }

  @Test
  void of_anInputWithoutDefaultThatIsSometimesAbsent_leavesThoseRowsOut() {
    assertThat(total(good(2, 1), good(3, 1), good(NaN, 1))).isEqualTo(from(20 - 1, 30 - 1));
  }

  @Test
  void of_anInputWithoutDefaultThatIsAlwaysAbsent_knowsNone() {
    assertThat(total(good(NaN, 1))).isNull();
  }

  @Test
  void of_anIntegerInput_readsItsKeyAsItsValue() {
    assertThat(bounds(SmallMarket.TINT, offer(1).set(COLOUR, 3L), offer(2).set(COLOUR, -8L)))
        .isEqualTo(from(-4, 1.5));
  }

  @Test
  void of_aResultBeyondTheDoublesAtOneEnd_knowsNone() {
    assertThat(total(good(Double.MAX_VALUE, 0), good(1, 0))).isNull();
    assertThat(total(good(-Double.MAX_VALUE, 0), good(1, 0))).isNull();
  }

  @Test
  void of_aFormulaThatPromisesNothing_knowsNone() {
    assertThat(bounds(SmallMarket.DENSITY, offer(1).set(WEIGHT, 1.0).set(SmallMarket.HEIGHT, 2.0)))
        .isNull();
  }
}
