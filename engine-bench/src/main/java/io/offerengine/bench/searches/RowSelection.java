package io.offerengine.bench.searches;

import io.offerengine.schema.Operator;
import java.util.List;

/**
 * The rows of a table that fulfil a search's conditions, found by plain loops over its columns.
 *
 * <p><b>How.</b> Rows are processed in blocks, and each condition removes rows from the block's
 * list. The loops have no branches that depend on the data: every row is written, and the length
 * grows by 1 or by 0.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
public final class RowSelection {
  /** The number of rows that {@link #find} checks. */
  public static final int BLOCK = 1024;

  private final MarketTable table;
  private final DrawnSearch search;
  private final List<Comparison> conditions;
  private final int[] codes;
  private final int[] rows = new int[BLOCK];

  /** Prepares the conditions of a search. */
  public RowSelection(MarketTable table, DrawnSearch search) {
    this.table = table;
    this.search = search;
    this.conditions = search.allConditions();
    this.codes = conditions.stream().mapToInt(table::code).toArray();
  }

  /** Returns how many rows match. */
  public int count() {
    int found = 0;
    for (int start = 0; start < table.size(); start += BLOCK) {
      found += find(start);
    }
    return found;
  }

  /** Returns the rows that {@link #find} found last, not copied. */
  public int[] rows() {
    return rows;
  }

  /** Finds the matching rows of the block that starts at a row, and returns how many they are. */
  public int find(int start) {
    int length = Math.min(BLOCK, table.size() - start);
    for (int i = 0; i < length; i++) {
      rows[i] = start + i;
    }
    for (int i = 0; i < codes.length && length > 0; i++) {
      length = thin(conditions.get(i), codes[i], length);
    }
    return length;
  }

  private int thin(Comparison condition, int code, int length) {
    Column column = condition.column();
    return switch (column.kind()) {
      case FLAG -> thinFlags(table.flags(column), code, length);
      case TEXT ->
          condition.operator().isPattern()
              ? thinOneByOne(condition, length)
              : thinCodes(table.codes(column), code, length);
      case INTEGER, NUMBER -> {
        if (column.isPriced() && search.computesPrices()) {
          yield thinOneByOne(condition, length);
        }
        double bound = condition.number();
        double low = condition.operator() == Operator.LTE ? Double.NEGATIVE_INFINITY : bound;
        double high = condition.operator() == Operator.GTE ? Double.POSITIVE_INFINITY : bound;
        yield thinNumbers(table.numbers(column), low, high, length);
      }
    };
  }

  /** Keeps rows by a condition on a part of a text, or on a computed price. */
  private int thinOneByOne(Comparison condition, int length) {
    Column column = condition.column();
    int kept = 0;
    for (int i = 0; i < length; i++) {
      int row = rows[i];
      rows[kept] = row;
      boolean holds =
          column.kind() == Column.Kind.TEXT
              ? condition.holds(table.textAt(column, row))
              : condition.holds(value(table, search, column, row));
      kept += holds ? 1 : 0;
    }
    return kept;
  }

  /** Returns a number of a row for a search; priced columns are computed. */
  public static double value(MarketTable table, DrawnSearch search, Column column, int row) {
    if (!column.isPriced() || !search.computesPrices()) {
      return table.numbers(column)[row];
    }
    double base = table.numbers(search.prices().base())[row];
    double total = search.prices().total(base, table.numbers(Column.STORAGE_COST)[row]);
    return column == Column.DPH_TOTAL
        ? total
        : PriceRule.perTotal(table.numbers(Column.DLPERF)[row], total);
  }

  private int thinFlags(byte[] values, int wanted, int length) {
    int kept = 0;
    for (int i = 0; i < length; i++) {
      int row = rows[i];
      rows[kept] = row;
      kept += 1 ^ values[row] ^ wanted;
    }
    return kept;
  }

  private int thinCodes(int[] values, int wanted, int length) {
    int kept = 0;
    for (int i = 0; i < length; i++) {
      int row = rows[i];
      rows[kept] = row;
      kept += values[row] == wanted ? 1 : 0;
    }
    return kept;
  }

  private int thinNumbers(double[] values, double low, double high, int length) {
    int kept = 0;
    for (int i = 0; i < length; i++) {
      int row = rows[i];
      double value = values[row];
      rows[kept] = row;
      kept += (value >= low ? 1 : 0) & (value <= high ? 1 : 0);
    }
    return kept;
  }
}
