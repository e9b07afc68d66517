package io.offerengine.bench.market;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * Offers of one large made-up market, chosen as the real samples were: rentable, and one of each
 * bundle. {@code FIX} stands for the 48 real H100 offers of 2026-07-18, {@code MIXED} for the 27
 * offers of many models of 2026-09-28.
 */
record MarketSample(String name, List<Offer> offers) {
  static final long SEED = 1;
  static final int MARKET = 600_000;
  private static final int MOST_KEPT = 25_000;

  /** Like {@code FIX}: models H100 SXM and H100 NVL. */
  static final MarketSample H100;

  /** Like {@code MIXED}: all but datacenter GPUs, which {@code FIX} stands for. */
  static final MarketSample OTHERS;

  /** Every offer, rentable or not, not folded; a part of them. */
  static final MarketSample ALL;

  private static final Set<String> DATACENTER_NAMES = new HashSet<>();

  static {
    for (GpuModel model : GpuModel.ALL) {
      if (model.isDatacenter()) {
        DATACENTER_NAMES.add(model.name());
      }
    }
    List<Offer> h100 = new ArrayList<>();
    List<Offer> others = new ArrayList<>();
    List<Offer> all = new ArrayList<>();
    Set<Long> bundles = new HashSet<>();
    for (Offer offer : new OfferGenerator(SEED, MARKET)) {
      if (all.size() < MOST_KEPT) {
        all.add(offer);
      }
      boolean shown =
          offer.flag(MarketplaceSchema.RENTABLE)
              && bundles.add(offer.integer(MarketplaceSchema.BUNDLE_ID));
      String model = offer.text(MarketplaceSchema.GPU_NAME);
      if (shown && (model.equals("H100 SXM") || model.equals("H100 NVL"))) {
        h100.add(offer);
      }
      if (shown && !DATACENTER_NAMES.contains(model) && others.size() < MOST_KEPT) {
        others.add(offer);
      }
    }
    H100 = new MarketSample("H100", h100);
    OTHERS = new MarketSample("others", others);
    ALL = new MarketSample("all", all);
  }

  /** Returns the sample of a name, or the offers of one GPU model among {@link #OTHERS}. */
  static MarketSample of(String name) {
    return switch (name) {
      case "H100" -> H100;
      case "others" -> OTHERS;
      case "all" -> ALL;
      default ->
          new MarketSample(
              name,
              OTHERS.offers().stream()
                  .filter(offer -> name.equals(offer.text(MarketplaceSchema.GPU_NAME)))
                  .toList());
    };
  }

  /** Returns the part of the offers that a predicate holds for. */
  double share(Predicate<Offer> predicate) {
    return (double) offers.stream().filter(predicate).count() / offers.size();
  }

  /** Returns the part of the offers that lack a field. */
  double absent(String fieldName) {
    Field field = MarketplaceSchema.schema().field(fieldName).orElseThrow();
    return share(offer -> !offer.has(field));
  }

  /** Returns the present values of a quantity, ascending. */
  double[] values(ToDoubleFunction<Offer> quantity) {
    return offers.stream()
        .mapToDouble(quantity)
        .filter(value -> !Double.isNaN(value))
        .sorted()
        .toArray();
  }

  @Override
  public String toString() {
    return name + " (" + offers.size() + " offers)";
  }
}
