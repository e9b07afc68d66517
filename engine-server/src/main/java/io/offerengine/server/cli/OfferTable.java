package io.offerengine.server.cli;

import io.offerengine.Match;
import io.offerengine.Matches;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Field;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;

/** Draws search results as a table of 100 columns, with the fields by which people choose. */
final class OfferTable {
  private static final int WIDTH = 100;
  private static final String ABSENT = "-";

  /** The longest number that is written without an exponent. */
  private static final int LONGEST = 10;

  private static final double MEGABYTES_PER_GIGABYTE = 1024;

  /** The numeric columns, with their decimals and the divisor of their unit. */
  @SuppressWarnings("ImmutableEnumChecker") // fields and columns are immutable, but not annotated
  private enum Shown {
    ID(MarketplaceSchema.ID, "id", "", 0, 1),
    GPUS(MarketplaceSchema.NUM_GPUS, "gpus", "", 0, 1),
    VRAM(MarketplaceSchema.GPU_RAM, "vram", "GB", 0, MEGABYTES_PER_GIGABYTE),
    CORES(MarketplaceSchema.CPU_CORES_EFFECTIVE, "cores", "", 1, 1),
    RAM(MarketplaceSchema.CPU_RAM, "ram", "GB", 0, MEGABYTES_PER_GIGABYTE),
    DISK(MarketplaceSchema.DISK_SPACE, "disk", "GB", 0, 1),
    DOWN(MarketplaceSchema.INET_DOWN, "down", "MB/s", 0, 1),
    PRICE(MarketplaceSchema.DPH_TOTAL, "price", "$/h", 4, 1),
    RELIABILITY(MarketplaceSchema.RELIABILITY, "reliab.", "%", 2, 0.01);

    private final Field field;
    private final TextTable.Column column;
    private final int decimals;
    private final double divisor;

    Shown(Field field, String title, String unit, int decimals, double divisor) {
      this.field = field;
      this.column = new TextTable.Column(title, unit, true);
      this.decimals = decimals;
      this.divisor = divisor;
    }

    String text(Match match) {
      if (!match.has(field)) {
        return ABSENT;
      }
      if (this == ID) {
        return Long.toString(match.id());
      }
      double number = match.number(field) / divisor;
      String plain =
          BigDecimal.valueOf(number).setScale(decimals, RoundingMode.HALF_EVEN).toPlainString();
      return plain.length() <= LONGEST ? plain : String.format(Locale.ROOT, "%.1e", number);
    }
  }

  private OfferTable() {}

  /** Returns the table of all results. Absent values are {@code -}. */
  static String of(Matches matches) {
    TextTable.Column gpu = new TextTable.Column("gpu_name", "", false);
    TextTable.Column location = new TextTable.Column("location", "", false);
    TextTable table =
        new TextTable(
            WIDTH,
            List.of(
                Shown.ID.column,
                gpu,
                Shown.GPUS.column,
                Shown.VRAM.column,
                Shown.CORES.column,
                Shown.RAM.column,
                Shown.DISK.column,
                Shown.DOWN.column,
                Shown.PRICE.column,
                Shown.RELIABILITY.column,
                location));
    for (Match match : matches) {
      table.add(
          Shown.ID.text(match),
          text(match, MarketplaceSchema.GPU_NAME),
          Shown.GPUS.text(match),
          Shown.VRAM.text(match),
          Shown.CORES.text(match),
          Shown.RAM.text(match),
          Shown.DISK.text(match),
          Shown.DOWN.text(match),
          Shown.PRICE.text(match),
          Shown.RELIABILITY.text(match),
          location(match));
    }
    return table.toString();
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
