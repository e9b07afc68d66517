package io.offerengine.server.cli;

import io.offerengine.Match;
import io.offerengine.Matches;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Field;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.function.Function;

/** Draws search results as a table of 100 columns, with the fields by which people choose. */
final class OfferTable {
  private static final int WIDTH = 100;
  private static final String ABSENT = "-";

  /** The longest number that is written without an exponent. */
  private static final int LONGEST = 10;

  private static final double MEGABYTES_PER_GIGABYTE = 1024;

  private OfferTable() {}

  /** Returns the table of all results. Absent values are {@code -}. */
  static String of(Matches matches) {
    return new TextTable<Match>()
        .numbers("id", "", match -> Long.toString(match.id()))
        .texts("gpu_name", match -> text(match, MarketplaceSchema.GPU_NAME))
        .numbers("gpus", "", number(MarketplaceSchema.NUM_GPUS, 0, 1))
        .numbers("vram", "GB", number(MarketplaceSchema.GPU_RAM, 0, MEGABYTES_PER_GIGABYTE))
        .numbers("cores", "", number(MarketplaceSchema.CPU_CORES_EFFECTIVE, 1, 1))
        .numbers("ram", "GB", number(MarketplaceSchema.CPU_RAM, 0, MEGABYTES_PER_GIGABYTE))
        .numbers("disk", "GB", number(MarketplaceSchema.DISK_SPACE, 0, 1))
        .numbers("down", "MB/s", number(MarketplaceSchema.INET_DOWN, 0, 1))
        .numbers("price", "$/h", number(MarketplaceSchema.DPH_TOTAL, 4, 1))
        .numbers("reliab.", "%", number(MarketplaceSchema.RELIABILITY, 2, 0.01))
        .texts("location", OfferTable::location)
        .draw(matches, WIDTH);
  }

  /** Returns how a numeric field is shown, with its decimals and the divisor of its unit. */
  private static Function<Match, String> number(Field field, int decimals, double divisor) {
    return match -> {
      if (!match.has(field)) {
        return ABSENT;
      }
      double number = match.number(field) / divisor;
      String plain =
          BigDecimal.valueOf(number).setScale(decimals, RoundingMode.HALF_EVEN).toPlainString();
      return plain.length() <= LONGEST ? plain : String.format(Locale.ROOT, "%.1e", number);
    };
  }

  /** Returns the location. Many offers name only the country, as {@code ", US"}. */
  private static String location(Match match) {
    String location = text(match, MarketplaceSchema.GEOLOCATION);
    return location.startsWith(", ") ? location.substring(2) : location;
  }

  private static String text(Match match, Field field) {
    String text = match.text(field);
    return text == null || text.isBlank() ? ABSENT : text;
  }
}
