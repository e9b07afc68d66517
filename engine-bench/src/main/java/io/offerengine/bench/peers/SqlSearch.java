package io.offerengine.bench.peers;

import io.offerengine.bench.searches.Column;
import io.offerengine.bench.searches.Comparison;
import io.offerengine.bench.searches.DrawnSearch;
import io.offerengine.bench.searches.Ordering;
import io.offerengine.bench.searches.PriceRule;
import io.offerengine.schema.Operator;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * A search as an SQL statement and its parameters.
 *
 * <p>Searches of one class share a statement and differ in their parameters. Flags are literals, so
 * that the database's planner knows their values.
 *
 * @param text the statement
 * @param parameters the values of the statement's parameters, in order: Long, Double or String
 */
record SqlSearch(String text, List<Object> parameters) {
  /** The name of the table. */
  static final String TABLE = "offers";

  private static String from(DrawnSearch search, List<Object> parameters) {
    List<String> tests = new ArrayList<>();
    for (Comparison condition : search.allConditions()) {
      String name = expression(condition.column(), search);
      String text = condition.text();
      if (condition.operator() == Operator.STARTS_WITH && text != null) {
        tests.add(name + " >= ? AND " + name + " < ?");
        parameters.add(text);
        int end = text.length() - 1;
        parameters.add(text.substring(0, end) + (char) (text.charAt(end) + 1));
      } else if (condition.operator() == Operator.CONTAINS && text != null) {
        tests.add("instr(" + name + ", ?) > 0");
        parameters.add(text);
      } else if (condition.column().kind() == Column.Kind.FLAG) {
        tests.add(name + " = " + (condition.number() == 0 ? "0" : "1"));
      } else {
        tests.add(name + symbol(condition) + "?");
        parameters.add(condition.value());
      }
    }
    String where = tests.isEmpty() ? "" : " WHERE " + String.join(" AND ", tests);
    return " FROM " + TABLE + where;
  }

  /** Translates a search. */
  static SqlSearch of(DrawnSearch search) {
    List<Object> parameters = new ArrayList<>();
    String from = from(search, parameters);
    if (search.counts()) {
      return new SqlSearch("SELECT count(*)" + from, parameters);
    }
    if (search.listsAll()) {
      return new SqlSearch("SELECT id" + from, parameters);
    }
    List<String> order = new ArrayList<>();
    List<String> outerOrder = new ArrayList<>();
    StringBuilder keys = new StringBuilder();
    for (Ordering key : search.order()) {
      String direction = key.descending() ? " DESC" : " ASC";
      String name = "key" + order.size();
      order.add(expression(key.column(), search) + direction);
      outerOrder.add(name + direction);
      keys.append(", ").append(expression(key.column(), search)).append(" AS ").append(name);
    }
    order.add("id ASC");
    outerOrder.add("id ASC");
    String ranked = String.join(", ", order);
    String limit = " LIMIT " + search.limit();
    if (!search.folds()) {
      return new SqlSearch("SELECT id" + from + " ORDER BY " + ranked + limit, parameters);
    }
    String ranks =
        "row_number() OVER (PARTITION BY bundle_id ORDER BY " + ranked + ") AS bundle_rank";
    return new SqlSearch(
        "SELECT id FROM (SELECT id"
            + keys
            + ", "
            + ranks
            + from
            + ") WHERE bundle_rank = 1 ORDER BY "
            + String.join(", ", outerOrder)
            + limit,
        parameters);
  }

  /** Runs the prepared statement with these parameters. */
  long[] run(PreparedStatement statement) throws SQLException {
    for (int i = 0; i < parameters.size(); i++) {
      statement.setObject(i + 1, parameters.get(i));
    }
    LongArrayList found = new LongArrayList(64);
    try (ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        found.add(rows.getLong(1));
      }
    }
    return found.toLongArray();
  }

  private static String symbol(Comparison condition) {
    return switch (condition.operator()) {
      case GTE -> " >= ";
      case LTE -> " <= ";
      default -> " = ";
    };
  }

  /** Returns the expression of a column; priced columns are computed. */
  private static String expression(Column column, DrawnSearch search) {
    if (!column.isPriced() || !search.computesPrices()) {
      return column.label();
    }
    PriceRule prices = search.prices();
    // The literals have exponents, because DuckDB reads other literals as decimals.
    String total =
        "("
            + prices.base().label()
            + " + storage_cost * "
            + prices.storage()
            + "e0 / "
            + PriceRule.HOURS_PER_MONTH
            + "e0)";
    return column == Column.DPH_TOTAL ? total : "(dlperf / " + total + ")";
  }
}
