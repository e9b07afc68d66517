package io.offerengine.schema;

import org.jspecify.annotations.Nullable;

/** How the marketplace's derived fields follow from what an offer brings: decisions 4, 5 and 8. */
final class MarketplaceDerivations {
  private static final int DRIVER_PARTS = 3;
  private static final int MAX_DRIVER_PART = 999;
  private static final int MAX_DIGITS = 9;

  private MarketplaceDerivations() {}

  /** Returns {@code gpu_ram * num_gpus}; absent when one is, or when it exceeds 64 bits. */
  static @Nullable Long totalGpuRam(Offer offer) {
    if (!offer.has(MarketplaceSchema.GPU_RAM) || !offer.has(MarketplaceSchema.NUM_GPUS)) {
      return null;
    }
    long left = offer.integer(MarketplaceSchema.GPU_RAM);
    long right = offer.integer(MarketplaceSchema.NUM_GPUS);
    boolean fits = Math.multiplyHigh(left, right) == (left * right) >> 63;
    return fits ? left * right : null;
  }

  /** Returns {@code cpu_cores * gpu_frac}; absent when one is, or when it exceeds a double. */
  static @Nullable Double effectiveCores(Offer offer) {
    double cores =
        offer.number(MarketplaceSchema.CPU_CORES) * offer.number(MarketplaceSchema.GPU_FRAC);
    return Double.isFinite(cores) ? cores : null;
  }

  static Boolean isVerified(Offer offer) {
    return "verified".equals(offer.text(MarketplaceSchema.VERIFICATION));
  }

  static Boolean isDatacenter(Offer offer) {
    return offer.has(MarketplaceSchema.HOSTING_TYPE)
        && offer.integer(MarketplaceSchema.HOSTING_TYPE) == 1;
  }

  /**
   * Returns {@code major * 1000000 + minor * 1000 + patch}; absent when the version is absent, is
   * none, or has parts that don't fit: more than three, or a minor or patch above 999.
   */
  static @Nullable Long packedDriverVersion(Offer offer) {
    String version = offer.text(MarketplaceSchema.DRIVER_VERSION);
    if (version == null
        || !Collation.isReadableVersion(Collation.key(FieldType.VERSION, version))) {
      return null;
    }
    String[] parts = version.split("\\.", -1);
    long packed = 0;
    for (int i = 0; i < Math.max(DRIVER_PARTS, parts.length); i++) {
      String part = i < parts.length ? withoutLeadingZeros(parts[i]) : "0";
      boolean fits = part.length() <= MAX_DIGITS;
      if (!fits || (i > 0 && Long.parseLong(part) > MAX_DRIVER_PART)) {
        return null;
      }
      if (i >= DRIVER_PARTS && Long.parseLong(part) > 0) {
        return null;
      }
      packed = i < DRIVER_PARTS ? packed * (MAX_DRIVER_PART + 1) + Long.parseLong(part) : packed;
    }
    return packed;
  }

  private static String withoutLeadingZeros(String digits) {
    int start = 0;
    while (start < digits.length() - 1 && digits.charAt(start) == '0') {
      start++;
    }
    return digits.substring(start);
  }
}
