package io.offerengine.bench.market;

import org.jspecify.annotations.Nullable;

/**
 * The reliability and verification of a machine, and its software.
 *
 * @param reliabilityRank the rank of its reliability among all machines
 * @param reliability between 0 and 1
 * @param verification {@code verified}, {@code unverified} or {@code deverified}
 * @param verificationCode the number of the verification in the marketplace
 * @param vmDeverified whether it was deverified for virtual machines
 * @param vmsEnabled whether it rents out virtual machines
 * @param driverVersion GPU driver
 * @param cuda largest CUDA version; NaN if the GPU has none
 * @param systemVersion Ubuntu version; null if unknown
 * @param cpuArchitecture {@code amd64} or {@code arm64}
 * @param hasAvx whether the CPU has AVX: 1 or 0; -1 if unknown
 */
record Reputation(
    double reliabilityRank,
    double reliability,
    String verification,
    int verificationCode,
    boolean vmDeverified,
    boolean vmsEnabled,
    String driverVersion,
    double cuda,
    @Nullable String systemVersion,
    String cpuArchitecture,
    int hasAvx) {

  /** The verification of machines that were checked. */
  static final String VERIFIED = "verified";

  // Quantiles of 48 H100 offers and of 27 offers of many models (2026); minimum of the latter set.
  private static final Quantiles DATACENTER_RELIABILITY =
      Quantiles.seven(.8961369, .957, .970, .991, .998, .9986, .999);
  private static final Quantiles OTHER_RELIABILITY =
      Quantiles.ofPairs(0, .75, .02, .92, .1, .984, .5, .993, .9, .998, 1, .9993);

  private static final double VERIFIED_SHARE = 0.5;
  private static final double UNVERIFIED_SHARE = 0.35;

  /** How often verification follows reliability; 15 verified H100 machines had at least 0.97. */
  private static final double VERIFICATION_FOLLOWS_RELIABILITY = 0.5;

  private static final double HOST_RELIABILITY = 0.5;
  private static final int[] DEVERIFIED_CODES = {8, 8, 8, 8, 8, 8, 4, 4, 12, 2};
  private static final double VM_DEVERIFIED = 0.28;

  /** Returns the reputation of one of a host's machines. */
  static Reputation draw(Draws draws, Host host, GpuModel model) {
    double rank = draws.near(host.reliabilityRank(), HOST_RELIABILITY);
    Quantiles reliability = model.isDatacenter() ? DATACENTER_RELIABILITY : OTHER_RELIABILITY;
    double judged = 1 - draws.near(rank, VERIFICATION_FOLLOWS_RELIABILITY);
    String verification = verification(judged);
    int deverifiedCode = DEVERIFIED_CODES[draws.below(DEVERIFIED_CODES.length)];
    Driver driver = Driver.of(model).at(draws.unit());
    boolean arm = model.name().startsWith("GH200");
    return new Reputation(
        rank,
        Math.rint(reliability.at(rank) * 1e7) / 1e7,
        verification,
        verification.equals("deverified") ? deverifiedCode : verification.equals(VERIFIED) ? 1 : 0,
        draws.chance(VM_DEVERIFIED),
        draws.chance(0.004),
        model.isNvidia() ? driver.version() : Driver.AMD_VERSION,
        model.isNvidia() ? driver.cuda() : Double.NaN,
        system(draws, driver.major(), model.isDatacenter()),
        arm ? "arm64" : "amd64",
        draws.chance(0.01) ? -1 : arm || draws.chance(0.002) ? 0 : 1);
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

  /** Returns the same reputation with another reliability. */
  Reputation withReliability(double changed) {
    return new Reputation(
        reliabilityRank,
        changed,
        verification,
        verificationCode,
        vmDeverified,
        vmsEnabled,
        driverVersion,
        cuda,
        systemVersion,
        cpuArchitecture,
        hasAvx);
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
