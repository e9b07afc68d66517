package io.offerengine.bench.market;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Offer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The generated market has the shares of real offers: of values, of absent values, of GPU models.
 *
 * <p>Tolerances are absolute: 0.04 for what each machine draws by itself, 0.06 for what its host
 * draws for all of its machines, or what depends on the sizes of slices. For comparison: a share of
 * a half among 48 real offers is itself known to about 0.07.
 *
 * <p>Source of the figures: public listings of 2026, as {@link MarketSample} names them; countries
 * of all other GPUs are the mean of those listings and of a statistic of 5,332 machines (2023).
 */
class RealSharesTest {
  private static final double OWN = 0.04;
  private static final double SHARED = 0.06;

  /** One real share. */
  record Share(
      MarketSample sample, String name, Predicate<Offer> predicate, double real, double tolerance) {
    @Override
    public String toString() {
      return sample.name() + " " + name;
    }
  }

  static Stream<Share> sharesOfH100() {
    return Stream.of(
        fix("num_gpus", 1, .40, SHARED),
        fix("num_gpus", 2, .33, SHARED),
        fix("num_gpus", 4, .19, SHARED),
        fix("num_gpus", 8, .08, SHARED),
        fix("gpu_frac", .125, .12, SHARED),
        fix("gpu_frac", .25, .27, SHARED),
        fix("gpu_frac", .5, .35, SHARED),
        fix("gpu_frac", 1, .25, SHARED),
        fix("verification", "verified", .50, OWN),
        fix("verification", "unverified", .35, OWN),
        fix("verification", "deverified", .15, OWN),
        fix("hosting_type", 1, .10, SHARED),
        fix("static_ip", true, .96, OWN),
        fix("is_vm_deverified", true, .28, OWN),
        fix("vms_enabled", true, 0, OWN),
        fix("gpu_display_active", true, 0, OWN),
        fix("credit_discount_max", 0, .92, OWN),
        fix("os_version", "24.04", .48, OWN),
        fix("os_version", "22.04", .44, OWN),
        fix("os_version", "20.04", .08, OWN),
        fix("cuda_max_good", 13.0, .48, OWN),
        fix("cuda_max_good", 13.2, .19, OWN),
        fix("cuda_max_good", 12.6, .15, OWN),
        fix("storage_cost", .2, .46, SHARED),
        fix("inet_up_cost", 4 / 1024.0, .60, SHARED),
        fix("inet_up_cost", .004 / 3 / 1024, .10, SHARED),
        fix("bw_nvlink", 0, .40, SHARED),
        fix("bw_nvlink", 318.744, .125, SHARED),
        fix("pci_gen", 5, .96, OWN),
        country(MarketSample.H100, "US", .35),
        country(MarketSample.H100, "TW", .17),
        country(MarketSample.H100, "JP", .15),
        country(MarketSample.H100, "IN", .13),
        country(MarketSample.H100, "NL", .10),
        country(MarketSample.H100, "MY", .06),
        country(MarketSample.H100, "RO", .04));
  }

  static Stream<Share> sharesOfOthers() {
    return Stream.of(
        mixed("static_ip", true, .56, OWN),
        mixed("is_vm_deverified", true, .28, OWN),
        mixed("gpu_display_active", true, .02, OWN),
        mixed("vms_enabled", true, 0, OWN),
        mixed("credit_discount_max", 0, .70, OWN),
        mixed("os_version", "24.04", .37, OWN),
        mixed("os_version", "22.04", .56, OWN),
        mixed("os_version", "20.04", .04, OWN),
        mixed("cuda_max_good", 13.0, .30, OWN),
        mixed("cuda_max_good", 13.2, .22, OWN),
        mixed("storage_cost", .2, .44, SHARED),
        mixed("hosting_type", 1, 0, SHARED),
        mixed("cpu_arch", "amd64", 1, OWN),
        mixed("gpu_arch", "nvidia", 1, OWN),
        mixed("has_avx", 1, .99, OWN),
        // RTX 5090 offers by size, 2026-01: 420, 205, 105 and 56 of 786.
        mixed("num_gpus", 1, .53, SHARED),
        mixed("num_gpus", 2, .26, SHARED),
        mixed("num_gpus", 4, .13, SHARED),
        mixed("num_gpus", 8, .07, SHARED),
        country(MarketSample.OTHERS, "US", (.188 + .44) / 2),
        country(MarketSample.OTHERS, "SE", (.252 + .11) / 2),
        country(MarketSample.OTHERS, "CA", .142 / 2),
        country(MarketSample.OTHERS, "NO", (.053 + .037) / 2),
        country(MarketSample.OTHERS, "ES", (.012 + .11) / 2));
  }

  /** Suggested shares of all offers, by families of models. */
  static Stream<Share> sharesOfModels() {
    return Stream.of(
        models("RTX 4090", .18, "RTX 4090.*"),
        models("RTX 3090", .14, "RTX 3090.*"),
        models("RTX 5090", .14, "RTX 5090.*"),
        models("RTX 3060", .07, "RTX 3060.*"),
        models("RTX 4070", .06, "RTX 4070.*"),
        models("RTX 3080", .05, "RTX 3080.*"),
        models("A100", .05, "A100.*"),
        models("H100", .05, "H100.*"),
        models("RTX A", .06, "RTX A.*"),
        models("RTX PRO", .05, "RTX PRO.*"),
        models("RTX 5060 to 5080", .05, "RTX 50[678]0.*"),
        models("H200, B200", .03, "[HB][23]00.*"),
        models("L4, L40", .03, "L4.*"),
        models("Tesla", .02, "Tesla.*"));
  }

  @ParameterizedTest
  @MethodSource({"sharesOfH100", "sharesOfOthers", "sharesOfModels"})
  void offer_ofLargeMarket_hasRealShare(Share share) {
    assertThat(share.sample().offers()).as("offers of " + share.sample()).hasSizeGreaterThan(1000);
    assertThat(share.sample().share(share.predicate()))
        .as("share of %s", share)
        .isCloseTo(share.real(), within(share.tolerance()));
  }

  // Lowest and highest share of absent values that the real samples had, 2023 to 2026.
  @ParameterizedTest
  @CsvSource({
    "mobo_name, .32, .38",
    "start_date, .04, .92",
    "end_date, .005, .34",
    "hosting_type, .05, .78",
    "discount_rate, .47, .53",
    "avail_vol_size, .03, .09",
    "geolocation, .0013, .08",
    "cpu_name, .005, .05",
    "os_version, .001, .03",
    "pcie_bw, .001, .03",
    "cpu_cores, .001, .016",
    "cpu_ghz, .001, .016",
    "has_avx, .005, .016",
    "disk_name, .005, .03"
  })
  void offer_ofLargeMarket_lacksWhatRealOnesLack(String field, double low, double high) {
    assertThat(MarketSample.ALL.absent(field)).as("absent " + field).isBetween(low, high);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bundled_results",
        "external",
        "hostname",
        "webpage",
        "cluster_id",
        "nw_disk_min_bw",
        "nw_disk_max_bw",
        "nw_disk_avg_bw"
      })
  void offer_ofLargeMarket_neverHasWhatIsAlwaysNull(String field) {
    assertThat(MarketSample.ALL.absent(field)).isEqualTo(1);
  }

  private static Share fix(String field, Object value, double real, double tolerance) {
    return share(MarketSample.H100, field, value, real, tolerance);
  }

  private static Share mixed(String field, Object value, double real, double tolerance) {
    return share(MarketSample.OTHERS, field, value, real, tolerance);
  }

  private static Share share(
      MarketSample sample, String fieldName, Object value, double real, double tolerance) {
    Field field = MarketplaceSchema.schema().field(fieldName).orElseThrow();
    return new Share(
        sample, fieldName + " " + value, offer -> isValue(offer, field, value), real, tolerance);
  }

  private static boolean isValue(Offer offer, Field field, Object value) {
    if (!offer.has(field)) {
      return false;
    }
    if (field.type() == FieldType.BOOLEAN) {
      return value.equals(offer.flag(field));
    }
    if (field.type().isText()) {
      return value.equals(offer.text(field));
    }
    double wanted = ((Number) value).doubleValue();
    return Math.abs(offer.number(field) - wanted) <= Math.abs(wanted) * 0.001;
  }

  private static Share country(MarketSample sample, String code, double real) {
    Predicate<Offer> isThere =
        offer ->
            offer.has(MarketplaceSchema.GEOLOCATION)
                && offer.text(MarketplaceSchema.GEOLOCATION).endsWith(", " + code);
    return new Share(sample, "country " + code, isThere, real, SHARED);
  }

  private static Share models(String family, double real, String pattern) {
    return new Share(
        MarketSample.ALL,
        "models " + family,
        offer -> offer.text(MarketplaceSchema.GPU_NAME).matches(pattern),
        real,
        real * 0.25);
  }
}
