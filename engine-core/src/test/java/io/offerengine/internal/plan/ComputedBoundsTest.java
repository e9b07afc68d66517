package io.offerengine.internal.plan;

import static io.offerengine.internal.write.SmallMarket.COLOUR;
import static io.offerengine.internal.write.SmallMarket.PRICE;
import static io.offerengine.internal.write.SmallMarket.WEIGHT;
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

  @Test
  void of_inputsOfBothDirections_takesTheOppositeEnds() {
    assertThat(
            bounds(
                SmallMarket.TOTAL,
                offer(1).set(PRICE, 4.0).set(WEIGHT, 20.0),
                offer(2).set(PRICE, 1.0).set(WEIGHT, 12.0),
                offer(3).set(PRICE, 5.0).set(WEIGHT, 10.0)))
        .isEqualTo(from(10 - 20, 50 - 10));
  }

  @Test
  void of_anInputThatIsSometimesAbsent_countsItsDefaultToo() {
    assertThat(
            bounds(
                SmallMarket.TOTAL,
                offer(1).set(PRICE, 1.0).set(WEIGHT, 20.0),
                offer(2).set(PRICE, 5.0).set(WEIGHT, 10.0),
                offer(3).set(PRICE, 2.0)))
        .isEqualTo(from(10 - 20, 50));
    assertThat(
            bounds(
                SmallMarket.TOTAL,
                offer(1).set(PRICE, 1.0).set(WEIGHT, -20.0),
                offer(2).set(PRICE, 5.0).set(WEIGHT, -10.0),
                offer(3).set(PRICE, 2.0)))
        .isEqualTo(from(10, 50 + 20));
  }

  @Test
  void of_anInputThatIsAlwaysAbsent_isItsDefault() {
    assertThat(bounds(SmallMarket.TOTAL, offer(1).set(PRICE, 1.0), offer(2).set(PRICE, 3.0)))
        .isEqualTo(from(10, 30));
  }

  @Test
  void of_anInputWithoutDefaultThatIsSometimesAbsent_leavesThoseRowsOut() {
    assertThat(
            bounds(
                SmallMarket.TOTAL,
                offer(1).set(PRICE, 2.0).set(WEIGHT, 1.0),
                offer(2).set(PRICE, 3.0).set(WEIGHT, 1.0),
                offer(3).set(WEIGHT, 1.0)))
        .isEqualTo(from(20 - 1, 30 - 1));
  }

  @Test
  void of_anInputWithoutDefaultThatIsAlwaysAbsent_knowsNone() {
    assertThat(bounds(SmallMarket.TOTAL, offer(1).set(WEIGHT, 1.0))).isNull();
  }

  @Test
  void of_anIntegerInput_readsItsKeyAsItsValue() {
    assertThat(bounds(SmallMarket.TINT, offer(1).set(COLOUR, 3L), offer(2).set(COLOUR, -8L)))
        .isEqualTo(from(-4, 1.5));
  }

  @Test
  void of_aResultBeyondTheDoublesAtOneEnd_knowsNone() {
    assertThat(
            bounds(
                SmallMarket.TOTAL,
                offer(1).set(PRICE, Double.MAX_VALUE).set(WEIGHT, 0.0),
                offer(2).set(PRICE, 1.0).set(WEIGHT, 0.0)))
        .isNull();
    assertThat(
            bounds(
                SmallMarket.TOTAL,
                offer(1).set(PRICE, -Double.MAX_VALUE).set(WEIGHT, 0.0),
                offer(2).set(PRICE, 1.0).set(WEIGHT, 0.0)))
        .isNull();
  }

  @Test
  void of_aFormulaThatPromisesNothing_knowsNone() {
    assertThat(bounds(SmallMarket.DENSITY, offer(1).set(WEIGHT, 1.0).set(SmallMarket.HEIGHT, 2.0)))
        .isNull();
  }
}
