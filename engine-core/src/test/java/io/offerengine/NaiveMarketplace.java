package io.offerengine;

import io.offerengine.marketplace.InstanceType;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Parameter;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TimeKey;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleBinaryOperator;
import org.jspecify.annotations.Nullable;

/** The marketplace: its price list written out once more. */
final class NaiveMarketplace implements NaiveSchema {
  static final NaiveMarketplace RULES = new NaiveMarketplace();

  private static final BigInteger THOUSAND = BigInteger.valueOf(1000);
  private static final double[] STORAGES = {0, 5, 8, 50, 0.1, 1e6, 72, 720};

  /** Seconds that an instant can be from 1970. */
  private static final double MOST_SECONDS = 1e15;

  private NaiveMarketplace() {}

  @Override
  public Schema schema() {
    return MarketplaceSchema.schema();
  }

  @Override
  public @Nullable Object value(NaiveOffer offer, Field field) {
    return new Values(offer.offer(), offer.query(), offer.clock()).value(field.name());
  }

  /** What is shown differs from what is compared for {@code rn} alone. */
  @Override
  public @Nullable Object shown(NaiveOffer offer, Field field) {
    boolean isOne = field == MarketplaceSchema.RN && offer.query().fold();
    return isOne ? Long.valueOf(1) : value(offer, field);
  }

  @Override
  public String key(Field field, String text) {
    return text.replace('_', ' ');
  }

  @Override
  public Field source(Field flag) {
    return switch (flag.name()) {
      case "verified" -> MarketplaceSchema.VERIFICATION;
      case "datacenter" -> MarketplaceSchema.HOSTING_TYPE;
      default -> flag;
    };
  }

  /**
   * A driver's packed number that equals what its version comes to counts as derived, and follows
   * when the version changes.
   */
  @Override
  public Offer kept(Offer offer) {
    Long given = (Long) Values.brought(offer, "driver_vers");
    boolean derived = given != null && given.equals(Values.packedDriver(offer));
    return derived ? offer.toBuilder().clear(MarketplaceSchema.DRIVER_VERS).build() : offer;
  }

  /** A bid needs its price, and a rental the storage that is asked for, where that is known. */
  @Override
  public boolean isAllowed(NaiveOffer offer) {
    Double asked = offer.query().argument(MarketplaceSchema.ALLOCATED_STORAGE, null);
    Double disk = (Double) offer.value("disk_space");
    return (!offer.query().isBid() || offer.value("min_bid") != null)
        && (asked == null || disk == null || disk >= asked);
  }

  @Override
  public NaiveQuery drawArguments(NaiveQuery query, @Nullable Offer some, Random random) {
    InstanceType[] types = InstanceType.values();
    NaiveQuery drawn = query.type(types[random.nextInt(types.length)]);
    if (random.nextBoolean()) {
      drawn = drawn.storage(STORAGES[random.nextInt(STORAGES.length)]);
    }
    if (random.nextBoolean()) {
      boolean isOfAnOffer =
          some != null && some.has(MarketplaceSchema.END_DATE) && random.nextBoolean();
      drawn =
          drawn.now(
              isOfAnOffer ? some.number(MarketplaceSchema.END_DATE) : random.nextInt(2000) / 2.0);
    }
    return random.nextInt(4) > 0
        ? drawn
        : drawn
            .with(MarketplaceSchema.JOB_HOURS, amount(random))
            .with(MarketplaceSchema.JOB_DOWN_GB, amount(random))
            .with(MarketplaceSchema.JOB_UP_GB, amount(random));
  }

  private static double amount(Random random) {
    return random.nextInt(3) * random.nextInt(3) / 2.0;
  }

  /** Returns the instant as near to some seconds as instants come. */
  static Instant instant(double seconds) {
    return TimeKey.ofSeconds(Math.max(-MOST_SECONDS, Math.min(MOST_SECONDS, seconds)));
  }

  /** The values of one offer in one search. */
  private record Values(Offer offer, NaiveQuery query, double clock) {
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
                of(
                    Double::sum,
                    cost(total(), MarketplaceSchema.JOB_HOURS),
                    cost(number("inet_down_cost"), MarketplaceSchema.JOB_DOWN_GB)),
                cost(number("inet_up_cost"), MarketplaceSchema.JOB_UP_GB));
        case "search" ->
            Arrays.asList(
                base(),
                storageTotal(),
                total(),
                discount(),
                (Double) value("discounted_dph_total"));
        case "instance" -> Arrays.asList(0.0, storageTotal(), storageTotal(), 0.0, storageTotal());
        default -> brought(field);
      };
    }

    /** Returns the cost of an amount of the job; nothing costs nothing, whatever the price. */
    private @Nullable Double cost(@Nullable Double price, Parameter<Double> amount) {
      double of = query.argument(amount, 0.0);
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
      return number(query.isBid() ? "min_bid" : "dph_base");
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
      return query.argument(MarketplaceSchema.ALLOCATED_STORAGE, 8.0);
    }

    private Double now() {
      Instant now = query.argument(MarketplaceSchema.NOW, null);
      return now == null ? clock : TimeKey.seconds(now);
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
      return offer.value(MarketplaceSchema.schema().field(name).orElseThrow());
    }
  }
}
