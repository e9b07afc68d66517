package io.offerengine.bench.searches;

import io.offerengine.bench.market.OfferGenerator;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The offers of a market as plain arrays, one for each {@link Column}. Searches are drawn from the
 * table, peers are loaded from it, and the column loop searches it.
 *
 * <p><b>Memory.</b> 8 bytes a number, 4 a text, 1 a flag: {@link #HEAP_PER_OFFER} an offer.
 *
 * <p><b>Threads.</b> Confined to one thread, because of {@link #change}.
 */
public final class MarketTable {
  /** The bytes of an offer. */
  public static final double HEAP_PER_OFFER = 220;

  private static final String VERIFIED = "verified";

  private final int size;
  private final MarketSchema schema;
  private final byte[][] flags = new byte[Column.values().length][0];
  private final double[][] numbers = new double[Column.values().length][0];
  private final int[][] codes = new int[Column.values().length][0];
  private final List<List<String>> dictionaries = new ArrayList<>();

  private MarketTable(int size, MarketSchema schema) {
    this.size = size;
    this.schema = schema;
    for (Column column : Column.values()) {
      dictionaries.add(new ArrayList<>());
      switch (column.kind()) {
        case FLAG -> flags[column.index()] = new byte[size];
        case INTEGER, NUMBER -> numbers[column.index()] = new double[size];
        case TEXT -> codes[column.index()] = new int[size];
      }
    }
  }

  /** Returns the table of a market, in its random order, for the marketplace's schema. */
  public static MarketTable of(OfferGenerator market) {
    return of(market, MarketSchema.MARKET);
  }

  /**
   * Returns the table of a market, in its random order.
   *
   * @param schema the schema with which the engine holds the market
   */
  public static MarketTable of(OfferGenerator market, MarketSchema schema) {
    MarketTable table = new MarketTable(market.size(), schema);
    List<Map<String, Integer>> known = new ArrayList<>();
    for (int i = 0; i < Column.values().length; i++) {
      known.add(new HashMap<>());
    }
    int row = 0;
    for (Offer offer : market) {
      for (Column column : Column.values()) {
        switch (column.kind()) {
          case FLAG -> table.flags(column)[row] = flag(offer, column) ? (byte) 1 : 0;
          case INTEGER, NUMBER -> table.numbers(column)[row] = number(offer, column);
          case TEXT -> table.putText(column, row, table.text(offer, column), known);
        }
      }
      table.setPrices(row);
      row++;
    }
    return table;
  }

  /** Returns a table that shares the columns that no update changes, and copies the others. */
  public MarketTable copy() {
    return new MarketTable(this);
  }

  private MarketTable(MarketTable shared) {
    this.size = shared.size;
    this.schema = shared.schema;
    for (Column column : Column.values()) {
      int at = column.index();
      boolean isChanged = column == Column.DPH_BASE || column.isPriced();
      flags[at] = column == Column.RENTED ? shared.flags[at].clone() : shared.flags[at];
      numbers[at] = isChanged ? shared.numbers[at].clone() : shared.numbers[at];
      codes[at] = shared.codes[at];
      dictionaries.add(shared.dictionaries.get(at));
    }
  }

  /** Returns the schema with which the engine holds the market. */
  public MarketSchema schema() {
    return schema;
  }

  /** Returns the number of offers. */
  public int size() {
    return size;
  }

  /** Returns the values of a flag, not copied. */
  public byte[] flags(Column column) {
    return flags[column.index()];
  }

  /** Returns the values of an integer or number column, NaN where absent, not copied. */
  public double[] numbers(Column column) {
    return numbers[column.index()];
  }

  /** Returns the codes of a text column, -1 where absent, not copied. */
  public int[] codes(Column column) {
    return codes[column.index()];
  }

  /** Returns the text of a code. */
  public String text(Column column, int code) {
    return dictionaries.get(column.index()).get(code);
  }

  /** Returns the text of a row; null where absent. */
  public @Nullable String textAt(Column column, int row) {
    int code = codes(column)[row];
    return code < 0 ? null : text(column, code);
  }

  /** Returns the value of a row, a flag as 1 or 0; null where absent. */
  public @Nullable Object value(Column column, int row) {
    return switch (column.kind()) {
      case FLAG -> flags(column)[row];
      case TEXT -> textAt(column, row);
      case INTEGER, NUMBER -> {
        double value = numbers(column)[row];
        Object exact = column.kind() == Column.Kind.INTEGER ? (Object) (long) value : value;
        yield Double.isNaN(value) ? null : exact;
      }
    };
  }

  /**
   * Returns what a row must hold for a condition that a flag or a text has a value: 1 or 0, or the
   * code of the text; -2 if no row has it. For every other condition, no row is compared with the
   * result: it is 0 for a part of a text, and the whole part of the value for a number.
   */
  public int code(Comparison condition) {
    String text = condition.text();
    if (text == null || condition.operator().isPattern()) {
      return (int) condition.number();
    }
    int code = dictionaries.get(condition.column().index()).indexOf(text);
    return code < 0 ? -2 : code;
  }

  /** Returns the identifier of a row. */
  public long id(int row) {
    return (long) numbers(Column.ID)[row];
  }

  /** Applies an update to its row, including the priced columns. */
  public void change(PriceChange change) {
    numbers(Column.DPH_BASE)[change.row()] = change.price();
    flags(Column.RENTED)[change.row()] = change.rented() ? (byte) 1 : 0;
    setPrices(change.row());
  }

  /** Returns the update that would give a row the values that it has now. */
  public PriceChange unchanged(int row) {
    return new PriceChange(
        row, id(row), numbers(Column.DPH_BASE)[row], flags(Column.RENTED)[row] != 0);
  }

  /** Returns whether an update would change whether its offer is rented. */
  public boolean isFree(PriceChange change) {
    return flags(Column.RENTED)[change.row()] != (change.rented() ? 1 : 0);
  }

  private void setPrices(int row) {
    double total =
        PriceRule.STANDARD.total(numbers(Column.DPH_BASE)[row], numbers(Column.STORAGE_COST)[row]);
    numbers(Column.DPH_TOTAL)[row] = total;
    numbers(Column.DLPERF_PER_DPHTOTAL)[row] =
        PriceRule.perTotal(numbers(Column.DLPERF)[row], total);
  }

  private void putText(
      Column column, int row, @Nullable String text, List<Map<String, Integer>> known) {
    if (text == null) {
      codes(column)[row] = -1;
      return;
    }
    List<String> dictionary = dictionaries.get(column.index());
    int code = known.get(column.index()).computeIfAbsent(text, unknown -> dictionary.size());
    if (code == dictionary.size()) {
      dictionary.add(text);
    }
    codes(column)[row] = code;
  }

  private static boolean flag(Offer offer, Column column) {
    if (column == Column.VERIFIED) {
      return VERIFIED.equals(offer.text(MarketplaceSchema.VERIFICATION));
    }
    Field field = MarketSchema.MARKET.field(column);
    return offer.has(field) && offer.flag(field);
  }

  private @Nullable String text(Offer offer, Column column) {
    if (column == Column.TITLE) {
      return schema.hasTitles() ? Titles.of(offer) : null;
    }
    return offer.text(MarketSchema.MARKET.field(column));
  }

  private static double number(Offer offer, Column column) {
    if (column.isPriced()) {
      return Double.NaN;
    }
    double value = offer.number(MarketSchema.MARKET.field(column));
    boolean countsAsZero = column == Column.STORAGE_COST && Double.isNaN(value);
    return countsAsZero ? 0 : value;
  }
}
