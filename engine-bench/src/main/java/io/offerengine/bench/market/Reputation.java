package io.offerengine.bench.market;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import org.jspecify.annotations.Nullable;

/**
 * The reliability and verification of a machine, and its software.
 *
 * @param rank the rank of its reliability among all machines
 * @param isVerified whether it was checked
 */
record Reputation(double rank, boolean isVerified) {
  /** The verification of machines that were checked. */
  private static final String VERIFIED = "verified";

  private static final double VERIFIED_SHARE = 0.5;
  private static final double UNVERIFIED_SHARE = 0.35;

  /** How often verification follows reliability; 15 verified H100 machines had at least 0.97. */
  private static final double VERIFICATION_FOLLOWS_RELIABILITY = 0.5;

  private static final double HOST_RELIABILITY = 0.5;
  private static final int[] DEVERIFIED_CODES = {8, 8, 8, 8, 8, 8, 4, 4, 12, 2};
  private static final double VM_DEVERIFIED = 0.28;

  private static final Distribution RELIABILITY = Distribution.of("reliability");

  private static final Field CODE = OfferAssembly.field("vericode");
  private static final Field IS_VM_DEVERIFIED = OfferAssembly.field("is_vm_deverified");
  private static final Field MULTIPLIER = OfferAssembly.field("reliability_mult");

  /** Draws the reputation of one of a host's machines. */
  static Reputation draw(Draws draws, Host host, GpuModel model, Offer.Builder values) {
    double rank = draws.near(host.reliabilityRank(), HOST_RELIABILITY);
    double reliability = RELIABILITY.at(model.isDatacenter(), rank);
    double judged = 1 - draws.near(rank, VERIFICATION_FOLLOWS_RELIABILITY);
    String verification = verification(judged);
    boolean isVerified = verification.equals(VERIFIED);
    int deverifiedCode = DEVERIFIED_CODES[draws.below(DEVERIFIED_CODES.length)];
    Driver driver = Driver.of(model).at(draws.unit());
    boolean arm = model.name().startsWith("GH200");
    setReliability(Math.rint(reliability * 1e7) / 1e7, values);
    values.set(MarketplaceSchema.VERIFICATION, verification);
    values.put(CODE, verification.equals("deverified") ? deverifiedCode : isVerified ? 1 : 0);
    values.put(IS_VM_DEVERIFIED, draws.chance(VM_DEVERIFIED));
    values.set(MarketplaceSchema.VMS_ENABLED, draws.chance(0.004));
    String version = model.isNvidia() ? driver.version() : Driver.AMD_VERSION;
    values.set(MarketplaceSchema.DRIVER_VERSION, version);
    if (model.isNvidia()) {
      values.set(MarketplaceSchema.CUDA_MAX_GOOD, driver.cuda());
    }
    String system = system(draws, driver.major(), model.isDatacenter());
    if (system != null) {
      values.set(MarketplaceSchema.OS_VERSION, system);
    }
    values.set(MarketplaceSchema.CPU_ARCH, arm ? "arm64" : "amd64");
    if (!draws.chance(0.01)) {
      values.set(MarketplaceSchema.HAS_AVX, arm || draws.chance(0.002) ? 0 : 1);
    }
    return new Reputation(rank, isVerified);
  }

  /** Sets the reliability, and what the marketplace derives from it. */
  static void setReliability(double reliability, Offer.Builder values) {
    values.set(MarketplaceSchema.RELIABILITY, reliability);
    values.put(MULTIPLIER, multiplier(reliability));
  }

  /**
   * Returns the factor that the marketplace derives from reliability, fitted to 26 machines with an
   * error of at most 1 %.
   */
  static double multiplier(double reliability) {
    double lack = 1 - reliability;
    double factor = 1 / (1 + 10 * lack - 70 * lack * lack * lack);
    return Math.rint(Math.min(1, Math.max(0.05, factor)) * 1e7) / 1e7;
  }

  private static String verification(double rank) {
    if (rank < VERIFIED_SHARE) {
      return VERIFIED;
    }
    return rank < 1 - UNVERIFIED_SHARE ? "deverified" : "unverified";
  }

  private static @Nullable String system(Draws draws, int driverMajor, boolean datacenter) {
    double rank = draws.unit();
    if (draws.chance(0.006)) {
      return null;
    }
    if (driverMajor <= 535) {
      return rank < 0.9 ? "20.04" : "22.04";
    }
    if (driverMajor < 570) {
      return rank < 0.1 ? "20.04" : rank < 0.8 ? "22.04" : "24.04";
    }
    if (datacenter) {
      return rank < 0.58 ? "24.04" : rank < 0.995 ? "22.04" : "26.04";
    }
    return rank < 0.42 ? "24.04" : rank < 0.98 ? "22.04" : "26.04";
  }
}
