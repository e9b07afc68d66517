package io.offerengine.server.cluster;

import java.util.Locale;
import java.util.Random;

/** Random offers and searches of a small market, as JSON. */
final class RandomOffers {
  private static final String[] MODELS = {"RTX 4090", "RTX 3090", "H100 SXM", "A100 PCIE", "L40S"};
  private static final String[] COUNTRIES = {"US", "SE", "DE", "JP"};
  private static final String[] NUMBERS = {
    "dph_base", "num_gpus", "reliability2", "gpu_ram", "inet_down"
  };

  private RandomOffers() {}

  /** Returns a line with a whole offer. */
  static String offer(long id, Random random) {
    return String.format(
        Locale.ROOT,
        "{\"id\":%d,\"machine_id\":%d,\"bundle_id\":%d,\"gpu_name\":\"%s\",\"num_gpus\":%d,"
            + "\"gpu_ram\":%d,"
            + "\"dph_base\":%.2f,\"reliability2\":%.3f,\"inet_down\":%d,\"geolocation\":\"%s\","
            + "\"rentable\":%b,\"rented\":false,\"verification\":\"%s\"}\n",
        id,
        id % 40,
        random.nextInt(60),
        MODELS[random.nextInt(MODELS.length)],
        1 << random.nextInt(4),
        8192 * (1 + random.nextInt(8)),
        random.nextInt(200) / 100.0,
        0.9 + random.nextInt(100) / 1000.0,
        random.nextInt(1000),
        COUNTRIES[random.nextInt(COUNTRIES.length)],
        random.nextInt(4) > 0,
        random.nextBoolean() ? "verified" : "unverified");
  }

  /** Returns a line that changes some fields of an offer. */
  static String change(long id, Random random) {
    return switch (random.nextInt(3)) {
      case 0 -> "{\"id\":%d,\"dph_base\":%d}%n".formatted(id, random.nextInt(3));
      case 1 ->
          "{\"id\":%d,\"rentable\":%b,\"num_gpus\":%d}%n"
              .formatted(id, random.nextBoolean(), 1 << random.nextInt(4));
      // The offer may move to another bundle.
      default -> "{\"id\":%d,\"bundle_id\":%d}%n".formatted(id, random.nextInt(60));
    };
  }

  /** Returns the body of a search. */
  static String search(Random random) {
    StringBuilder body = new StringBuilder("{");
    if (random.nextBoolean()) {
      body.append("\"gpu_name\":{\"eq\":\"")
          .append(MODELS[random.nextInt(MODELS.length)])
          .append("\"},");
    }
    if (random.nextBoolean()) {
      body.append("\"num_gpus\":{\"gte\":").append(1 << random.nextInt(3)).append("},");
    }
    if (random.nextInt(3) == 0) {
      body.append("\"verified\":{\"eq\":").append(random.nextBoolean()).append("},");
    }
    if (random.nextInt(3) == 0) {
      body.append("\"dph_total\":{\"lte\":").append(random.nextInt(20) / 10.0).append("},");
    }
    if (random.nextInt(3) == 0) {
      body.append("\"allocated_storage\":").append(8 << random.nextInt(4)).append(',');
    }
    if (random.nextInt(3) == 0) {
      body.append("\"disable_bundling\":true,");
    }
    body.append("\"order\":[[\"").append(NUMBERS[random.nextInt(NUMBERS.length)]);
    body.append(random.nextBoolean() ? "\",\"asc\"]]," : "\",\"desc\"]],");
    return body.append("\"limit\":").append(1 + random.nextInt(40)).append('}').toString();
  }
}
