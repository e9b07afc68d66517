package io.offerengine.server.cli;

import io.offerengine.Matches;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Field;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;

/** Shows the results of a search to people: the fields by which one chooses, in 100 columns. */
final class OfferTable {
  private static final int WIDTH = 100;
  private static final String ABSENT = "-";

  /** The longest number that is written out. */
  private static final int LONGEST = 10;

  private static final double MEGABYTES_PER_GIGABYTE = 1024;

  /** The numbers, with the decimals that are shown and what they are divided by. */
  @SuppressWarnings("ImmutableEnumChecker") // fields and columns are immutable, unannotated
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

    String text(Matches matches) {
      if (!matches.has(field)) {
        return ABSENT;
      }
      if (this == ID) {
        return Long.toString(matches.id());
      }
      double number = matches.number(field) / divisor;
      String plain =
          BigDecimal.valueOf(number).setScale(decimals, RoundingMode.HALF_EVEN).toPlainString();
      return plain.length() <= LONGEST ? plain : String.format(Locale.ROOT, "%.1e", number);
    }
  }

  private OfferTable() {}

  /** Returns the lines of a table of all results, absent values as {@code -}. */
  static String of(Matches matches) {
    TextTable.Column gpu = new TextTable.Column("gpu_name", "", false);
    TextTable.Column place = new TextTable.Column("location", "", false);
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
                place));
    while (matches.next()) {
      table.add(
          Shown.ID.text(matches),
          text(matches, MarketplaceSchema.GPU_NAME),
          Shown.GPUS.text(matches),
          Shown.VRAM.text(matches),
          Shown.CORES.text(matches),
          Shown.RAM.text(matches),
          Shown.DISK.text(matches),
          Shown.DOWN.text(matches),
          Shown.PRICE.text(matches),
          Shown.RELIABILITY.text(matches),
          place(matches));
    }
    return table.toString();
  }

  /** Returns the location; many offers name the country alone, as {@code ", US"}. */
  private static String place(Matches matches) {
    String place = text(matches, MarketplaceSchema.GEOLOCATION);
    return place.startsWith(", ") ? place.substring(2) : place;
  }

  private static String text(Matches matches, Field field) {
    String text = matches.text(field);
    return text == null || text.isBlank() ? ABSENT : text;
  }
}
