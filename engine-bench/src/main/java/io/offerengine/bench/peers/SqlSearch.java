package io.offerengine.bench.peers;

import io.offerengine.bench.searches.Column;
import io.offerengine.bench.searches.Comparison;
import io.offerengine.bench.searches.DrawnSearch;
import io.offerengine.bench.searches.Ordering;
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
      String name = condition.column().label();
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
    StringBuilder order = new StringBuilder(" ORDER BY ");
    for (Ordering key : search.order()) {
      order.append(key.column().label()).append(key.descending() ? " DESC, " : ", ");
    }
    String limit = "id LIMIT " + search.limit();
    return new SqlSearch("SELECT id" + from + order + limit, parameters);
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
}
