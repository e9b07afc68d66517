package io.offerengine.bench;

import io.offerengine.schema.MarketplaceSchema;
import io.offerengine.schema.Offer;
import org.jspecify.annotations.Nullable;

/**
 * An offer as a plain object: what a program would hold that filters a list itself.
 *
 * @param id identifier
 * @param bundleId bundle
 * @param machineId machine
 * @param rentable whether it can be rented
 * @param verified whether its machine is verified
 * @param gpuName GPU model
 * @param gpus number of GPUs
 * @param geolocation place; null where unknown
 * @param reliability between 0 and 1
 * @param cpuRam MB
 * @param diskSpace GB
 * @param download MB/s
 * @param listPrice $/hour
 * @param storageCost $/GB/month
 * @param performance deep learning score
 * @param score overall score
 */
record NaiveOffer(
    long id,
    long bundleId,
    long machineId,
    boolean rentable,
    boolean verified,
    String gpuName,
    int gpus,
    @Nullable String geolocation,
    double reliability,
    long cpuRam,
    double diskSpace,
    double download,
    double listPrice,
    double storageCost,
    double performance,
    double score) {

  private static final double HOURS_PER_MONTH = 720;

  /** Copies what searches of the benchmark read. */
  static NaiveOffer of(Offer offer) {
    String gpuName = offer.text(MarketplaceSchema.GPU_NAME);
    return new NaiveOffer(
        offer.id(),
        offer.integer(MarketplaceSchema.BUNDLE_ID),
        offer.integer(MarketplaceSchema.MACHINE_ID),
        offer.flag(MarketplaceSchema.RENTABLE),
        Standing.VERIFIED.equals(offer.text(MarketplaceSchema.VERIFICATION)),
        gpuName == null ? "" : gpuName,
        (int) offer.integer(MarketplaceSchema.NUM_GPUS),
        offer.text(MarketplaceSchema.GEOLOCATION),
        offer.number(MarketplaceSchema.RELIABILITY),
        offer.integer(MarketplaceSchema.CPU_RAM),
        offer.number(MarketplaceSchema.DISK_SPACE),
        offer.number(MarketplaceSchema.INET_DOWN),
        offer.number(MarketplaceSchema.DPH_BASE),
        offer.number(MarketplaceSchema.STORAGE_COST),
        offer.number(MarketplaceSchema.DLPERF),
        offer.number(MarketplaceSchema.SCORE));
  }

  /** Returns the total price with an amount of storage in GB, $/hour. */
  double totalPrice(double storage) {
    return listPrice + storageCost * storage / HOURS_PER_MONTH;
  }

  /** Returns the deep learning score per total dollar. */
  double performancePerDollar(double storage) {
    return performance / totalPrice(storage);
  }

  /** Returns whether it stands in the country of a two-letter code. */
  boolean isIn(String country) {
    String place = geolocation;
    return place != null && (place.equals(country) || place.endsWith(", " + country));
  }
}
