package io.offerengine;

import io.offerengine.marketplace.InstanceType;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Offer;
import java.math.BigInteger;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The values of an offer of the marketplace as a search sees them: the price list written out once
 * more, each value from scratch, with nothing of the engine but what the offer brings.
 *
 * <p>A value is a Long, a Double, a Boolean, a String, a {@code long[]}, for an object a list of
 * five Doubles, or null when absent.
 */
record NaiveOffer(Offer offer, NaiveQuery query, double clock) {
  private static final BigInteger THOUSAND = BigInteger.valueOf(1000);

  long id() {
    return offer.id();
  }

  /**
   * Returns an offer as it is kept: a driver's packed number that equals what its version comes to
   * counts as derived, and follows when the version changes.
   */
  static Offer kept(Offer offer) {
    Long given = (Long) brought(offer, "driver_vers");
    boolean derived = given != null && given.equals(packedDriver(offer));
    return derived ? offer.toBuilder().clear(MarketplaceSchema.DRIVER_VERS).build() : offer;
  }

  /** Returns what a search shows; it differs from what it compares for {@code rn} alone. */
  @Nullable Object shown(String field) {
    return field.equals("rn") && query.fold() ? Long.valueOf(1) : value(field);
  }

  /** Returns what conditions and order compare. */
  @Nullable Object value(String field) {
    return switch (field) {
      case "verified" -> "verified".equals(brought("verification"));
      case "datacenter" -> Long.valueOf(1).equals(brought("hosting_type"));
      case "gpu_total_ram" -> totalRam();
      case "driver_vers" -> brought(field) == null ? packedDriver(offer) : brought(field);
      case "cpu_cores_effective" -> of((a, b) -> a * b, number("cpu_cores"), number("gpu_frac"));
      case "time_remaining", "time_remaining_isbid" -> "";
      case "reliability2" -> brought("reliability");
      case "dph_base" -> base();
      case "storage_total_cost" -> storageTotal();
      case "dph_total" -> total();
      case "dph_total_adj" ->
          of(Double::sum, total(), of((a, b) -> a * b / 4, number("inet_down_cost"), storage()));
      case "dlperf_per_dphtotal" -> of((a, b) -> a / b, number("dlperf"), total());
      case "flops_per_dphtotal" -> of((a, b) -> a / b, number("total_flops"), total());
      case "vram_costperhour" ->
          of((a, b) -> a / b * 1024, number("dph_base"), toDouble(totalRam()));
      case "discounted_hourly" -> discount();
      case "discounted_dph_total" -> of((a, b) -> a - b, total(), discount());
      case "internet_up_cost_per_tb" -> of((a, b) -> a * b, number("inet_up_cost"), 1024.0);
      case "internet_down_cost_per_tb" -> of((a, b) -> a * b, number("inet_down_cost"), 1024.0);
      case "duration" -> of((a, b) -> Math.max(a - b, 0.0), number("end_date"), now());
      case "region" -> region();
      case "dph_per_gpu" -> of((a, b) -> a / b, total(), number("num_gpus"));
      case "cpu_cores_per_gpu" ->
          of((a, b) -> a / b, (Double) value("cpu_cores_effective"), number("num_gpus"));
      case "cpu_ram_per_gpu" -> of((a, b) -> a / b, number("cpu_ram"), number("num_gpus"));
      case "disk_per_gpu" -> of((a, b) -> a / b, number("disk_space"), number("num_gpus"));
      case "job_total" ->
          of(
              Double::sum,
              of(Double::sum, cost(total(), 0), cost(number("inet_down_cost"), 1)),
              cost(number("inet_up_cost"), 2));
      case "search" ->
          java.util.Arrays.asList(
              base(), storageTotal(), total(), discount(), (Double) value("discounted_dph_total"));
      case "instance" ->
          java.util.Arrays.asList(0.0, storageTotal(), storageTotal(), 0.0, storageTotal());
      default -> brought(field);
    };
  }

  /** Returns the cost of an amount of the job; nothing costs nothing, whatever the price. */
  private @Nullable Double cost(@Nullable Double price, int amount) {
    double of = query.job().get(amount);
    return of == 0 ? Double.valueOf(0) : of((a, b) -> a * b, price, of);
  }

  /** Returns the region of the country; the generated offers are in these countries alone. */
  private @Nullable String region() {
    String place = (String) brought("geolocation");
    if (place == null || !place.replace('_', ' ').matches("(?s)(.*, )?[A-Z]{2}")) {
      return null;
    }
    return switch (place.substring(place.length() - 2)) {
      case "US" -> "NA";
      case "DE", "FR", "NO", "BG" -> "EU";
      case "JP" -> "AS";
      default -> null;
    };
  }

  private @Nullable Double base() {
    return number(query.type() == InstanceType.BID ? "min_bid" : "dph_base");
  }

  private @Nullable Double storageTotal() {
    return of((cost, gigabytes) -> cost * gigabytes / 720, orZero("storage_cost"), storage());
  }

  private @Nullable Double total() {
    return of(Double::sum, base(), storageTotal());
  }

  private @Nullable Double discount() {
    return of((a, b) -> a * b, base(), orZero("discount_rate"));
  }

  private @Nullable Long totalRam() {
    Long one = (Long) brought("gpu_ram");
    Long gpus = (Long) brought("num_gpus");
    if (one == null || gpus == null) {
      return null;
    }
    BigInteger total = BigInteger.valueOf(one).multiply(BigInteger.valueOf(gpus));
    return total.bitLength() < Long.SIZE ? total.longValue() : null;
  }

  /** Returns major, minor and patch in one number; nothing where a part does not fit. */
  private static @Nullable Long packedDriver(Offer offer) {
    String text = (String) brought(offer, "driver_version");
    List<BigInteger> parts = text == null ? null : NaiveMatcher.versionParts(text);
    if (parts == null || parts.size() > 3) {
      return null;
    }
    BigInteger packed = BigInteger.ZERO;
    for (int i = 0; i < 3; i++) {
      BigInteger part = i < parts.size() ? parts.get(i) : BigInteger.ZERO;
      if (part.compareTo(i == 0 ? THOUSAND.pow(3) : THOUSAND) >= 0) {
        return null;
      }
      packed = packed.multiply(THOUSAND).add(part);
    }
    return packed.longValue();
  }

  private Double storage() {
    return query.storage() == null ? 8.0 : query.storage();
  }

  private Double now() {
    return query.now() == null ? clock : query.now();
  }

  /** Returns a result that is absent when an input is, and when it is no finite number. */
  private static @Nullable Double of(
      DoubleBinaryOperator formula, @Nullable Double left, @Nullable Double right) {
    if (left == null || right == null) {
      return null;
    }
    double result = formula.applyAsDouble(left, right);
    return Double.isFinite(result) ? result : null;
  }

  private Double orZero(String field) {
    Double value = number(field);
    return value == null ? 0.0 : value;
  }

  private @Nullable Double number(String field) {
    return toDouble((Number) brought(field));
  }

  private static @Nullable Double toDouble(@Nullable Number value) {
    return value == null ? null : value.doubleValue();
  }

  private @Nullable Object brought(String name) {
    return brought(offer, name);
  }

  private static @Nullable Object brought(Offer offer, String name) {
    return UntypedValues.of(offer, MarketplaceSchema.schema().field(name).orElseThrow());
  }
}
