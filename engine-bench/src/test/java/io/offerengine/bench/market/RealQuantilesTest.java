package io.offerengine.bench.market;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The generated market has the quantiles of real offers.
 *
 * <p>A real quantile v of rank p holds within a tolerance t when at most p + t of the generated
 * values lie below v and at least p - t lie at or below it; v may be off by 1 % for that, because
 * the real figures are rounded. t is 0.05 for what a machine or its host draws by itself; 0.12 for
 * what depends on the sizes of slices, and for prices. For comparison: the quantiles of 48 real
 * offers are themselves known to about 0.07 at the median, those of 27 to 0.1.
 *
 * <p>Source of the figures: public listings of 2026, as {@link MarketSample} names them; the prices
 * of A100 and RTX 5090 from observations over weeks (2026-01 to 2026-08).
 */
class RealQuantilesTest {
  private static final List<Double> FIX_RANKS = List.of(.1, .25, .5, .75, .9);
  private static final List<Double> MIXED_RANKS = List.of(.1, .5, .9);
  private static final double OWN = 0.05;
  private static final double SLICED = 0.12;
  private static final double ROUNDING = 0.01;

  /** One row of real quantiles and what it is compared with. */
  record Figures(
      MarketSample sample,
      String name,
      ToDoubleFunction<Offer> quantity,
      double tolerance,
      List<Double> ranks,
      List<Double> quantiles) {
    @Override
    public String toString() {
      return sample.name() + " " + name;
    }
  }

  static Stream<Figures> figures() {
    return Stream.of(
        fix("reliability", OWN, .957, .970, .991, .998, .9986),
        fix("inet_down", OWN, 386, 476, 837, 5502, 7956),
        fix("inet_up", OWN, 392, 708, 921, 2092, 6214),
        fix("storage_cost", OWN, .2, .2, .2, .48, .667),
        fix("disk_bw", OWN, 1669, 3386, 4318, 5070, 6662),
        fix("cpu_ghz", OWN, 2.0, 2.5, 3.0, 3.7, 3.8),
        fix("pcie_bw", OWN, 48.3, 52.7, 52.8, 54.1, 54.9),
        fix("avail_vol_size", OWN, 89, 539, 1505, 2898, 3524),
        fix("disk_space", SLICED, 82, 267, 922, 1669, 3268),
        fix("cpu_ram", SLICED, 193e3, 258e3, 387e3, 580e3, 1032e3),
        fix("direct_port_count", SLICED, 98, 249, 998, 4095, 16380),
        fix("score", SLICED, 104, 130, 158, 234, 282),
        fix("effective cores", RealQuantilesTest::cores, SLICED, 24, 26, 48, 96, 128),
        fix("duration", RealQuantilesTest::duration, OWN, 1.09e6, 1.19e6, 2.75e6, 6.4e6, 13.2e6),
        fix("bid share", RealQuantilesTest::bidShare, OWN, .22, .31, .55, .77, 1.0),
        fix("price", RealQuantilesTest::gpuPrice, SLICED, 1.65, 1.92, 2.20, 2.75, 3.00),
        mixed("reliability", OWN, .984, .993, .998),
        mixed("inet_down", OWN, 531, 4451, 9299),
        mixed("inet_up", OWN, 414, 3651, 7986),
        mixed("storage_cost", OWN, .133, .2, .6),
        mixed("disk_bw", OWN, 1253, 3241, 7244),
        mixed("pcie_bw", SLICED, 12.4, 24.1, 52.7),
        mixed("disk_space", SLICED, 215, 522, 2141),
        mixed("cpu_ram", SLICED, 21e3, 128e3, 258e3),
        mixed("direct_port_count", SLICED, 49, 132, 256),
        mixed("duration", RealQuantilesTest::duration, OWN, .17e6, 2.1e6, 8.1e6),
        mixed("bid share", RealQuantilesTest::bidShare, OWN, .5, .77, 1.04),
        price("RTX 5090", List.of(.5), .535),
        price("RTX 4090", List.of(.1, .9), .35, .80),
        price("RTX 3090", List.of(.5), .185),
        price("RTX 3060", List.of(0.0, 1.0), .06, .27));
  }

  @ParameterizedTest
  @MethodSource("figures")
  void offer_ofLargeMarket_hasRealQuantiles(Figures figures) {
    double[] values = figures.sample().values(figures.quantity());
    assertThat(values).as("values of " + figures).hasSizeGreaterThan(1000);
    for (int i = 0; i < figures.ranks().size(); i++) {
      double rank = figures.ranks().get(i);
      double quantile = figures.quantiles().get(i);
      assertThat(partBelow(values, quantile * (1 - ROUNDING)))
          .as("part of %s below its quantile %s at %s", figures, quantile, rank)
          .isLessThanOrEqualTo(rank + figures.tolerance());
      assertThat(partBelow(values, quantile * (1 + ROUNDING)))
          .as("part of %s up to its quantile %s at %s", figures, quantile, rank)
          .isGreaterThanOrEqualTo(rank - figures.tolerance());
    }
  }

  private static double partBelow(double[] ascending, double value) {
    int below = 0;
    while (below < ascending.length && ascending[below] < value) {
      below++;
    }
    return (double) below / ascending.length;
  }

  private static Figures fix(String field, double tolerance, double... quantiles) {
    return fix(field, valueOf(field), tolerance, quantiles);
  }

  private static Figures fix(
      String name, ToDoubleFunction<Offer> quantity, double tolerance, double... quantiles) {
    return new Figures(MarketSample.H100, name, quantity, tolerance, FIX_RANKS, listOf(quantiles));
  }

  private static Figures mixed(String field, double tolerance, double... quantiles) {
    return mixed(field, valueOf(field), tolerance, quantiles);
  }

  private static Figures mixed(
      String name, ToDoubleFunction<Offer> quantity, double tolerance, double... quantiles) {
    return new Figures(
        MarketSample.OTHERS, name, quantity, tolerance, MIXED_RANKS, listOf(quantiles));
  }

  private static List<Double> listOf(double... values) {
    return Arrays.stream(values).boxed().toList();
  }

  private static Figures price(String model, List<Double> ranks, double... quantiles) {
    MarketSample sample = MarketSample.OTHERS.ofModel(model);
    return new Figures(
        sample, "price", RealQuantilesTest::gpuPrice, SLICED, ranks, listOf(quantiles));
  }

  private static ToDoubleFunction<Offer> valueOf(String fieldName) {
    Field field = MarketplaceSchema.schema().field(fieldName).orElseThrow();
    return offer -> offer.number(field);
  }

  private static double cores(Offer offer) {
    return offer.number(MarketplaceSchema.CPU_CORES) * offer.number(MarketplaceSchema.GPU_FRAC);
  }

  private static double duration(Offer offer) {
    return offer.number(MarketplaceSchema.END_DATE) - OfferGenerator.DEFAULT_NOW;
  }

  private static double bidShare(Offer offer) {
    return offer.number(MarketplaceSchema.MIN_BID) / offer.number(MarketplaceSchema.DPH_BASE);
  }

  private static double gpuPrice(Offer offer) {
    return offer.number(MarketplaceSchema.DPH_BASE) / offer.number(MarketplaceSchema.NUM_GPUS);
  }
}
