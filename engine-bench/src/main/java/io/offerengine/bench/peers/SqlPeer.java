package io.offerengine.bench.peers;

import io.offerengine.bench.searches.Column;
import io.offerengine.bench.searches.Comparison;
import io.offerengine.bench.searches.DrawnSearch;
import io.offerengine.bench.searches.MarketTable;
import io.offerengine.bench.searches.Ordering;
import io.offerengine.bench.searches.PriceChange;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A database that holds a market as one SQL table. Searches are prepared statements; there are no
 * facets, and no variants of searches.
 *
 * <p>Searches of one class share a statement and differ in their parameters. Flags are literals, so
 * that the database's planner knows their values.
 */
abstract class SqlPeer extends TablePeer {
  /** The name of the table. */
  static final String TABLE = "offers";

  private static final String UPDATE =
      "UPDATE offers SET dph_base = ?, rented = ?, dph_total = ?, dlperf_per_dphtotal = ?"
          + " WHERE id = ?";
  private static final int CONDITION = 6;

  private final Connection connection;
  private final Map<String, PreparedStatement> statements = new HashMap<>();
  private final PreparedStatement update;
  private final PreparedStatement updateIf;

  SqlPeer(Connection connection, MarketTable table) throws SQLException {
    super(table);
    this.connection = connection;
    this.update = connection.prepareStatement(UPDATE);
    this.updateIf = connection.prepareStatement(UPDATE + " AND rented <> ?");
  }

  /** Returns the statement that creates the table, given the SQL type of each column. */
  static String creation(Function<Column, String> type) {
    return Arrays.stream(Column.values())
        .map(column -> column.label() + " " + type.apply(column))
        .collect(Collectors.joining(", ", "CREATE TABLE " + TABLE + " (", ")"));
  }

  /** Returns the connection to the database. */
  final Connection connection() {
    return connection;
  }

  @Override
  public final PreparedSearch prepare(DrawnSearch search) throws SQLException {
    List<Object> parameters = new ArrayList<>();
    String text = text(search, parameters);
    PreparedStatement known = statements.get(text);
    PreparedStatement statement = known == null ? connection.prepareStatement(text) : known;
    statements.put(text, statement);
    return () -> {
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
    };
  }

  /** Returns the statement of a search, and adds the values of its parameters. */
  private static String text(DrawnSearch search, List<Object> parameters) {
    List<String> tests = new ArrayList<>();
    for (Comparison condition : search.allConditions()) {
      tests.add(test(condition, parameters));
    }
    String where = tests.isEmpty() ? "" : " WHERE " + String.join(" AND ", tests);
    String from = " FROM " + TABLE + where;
    if (search.answer() == DrawnSearch.Answer.COUNT) {
      return "SELECT count(*)" + from;
    }
    if (search.answer() == DrawnSearch.Answer.ALL) {
      return "SELECT id" + from;
    }
    StringBuilder order = new StringBuilder(" ORDER BY ");
    for (Ordering key : search.order()) {
      order.append(key.column().label()).append(key.descending() ? " DESC, " : ", ");
    }
    return "SELECT id" + from + order + "id LIMIT " + search.limit();
  }

  private static String test(Comparison condition, List<Object> parameters) {
    String name = condition.column().label();
    if (condition.column().kind() == Column.Kind.FLAG) {
      return name + " = " + (condition.number() == 0 ? "0" : "1");
    }
    parameters.add(condition.value());
    return switch (condition.operator()) {
      case STARTS_WITH -> {
        String start = (String) condition.value();
        int last = start.length() - 1;
        parameters.add(start.substring(0, last) + (char) (start.charAt(last) + 1));
        yield name + " >= ? AND " + name + " < ?";
      }
      case CONTAINS -> "instr(" + name + ", ?) > 0";
      case GTE -> name + " >= ?";
      case LTE -> name + " <= ?";
      default -> name + " = ?";
    };
  }

  @Override
  public final void update(PriceChange change) throws SQLException {
    set(update, change);
    update.executeUpdate();
  }

  /** The database decides the condition. */
  @Override
  public final boolean updateIf(PriceChange change) throws SQLException {
    PriceChange before = table.unchanged(change.row());
    set(updateIf, change);
    updateIf.setInt(CONDITION, change.rented() ? 1 : 0);
    boolean applies = updateIf.executeUpdate() > 0;
    if (!applies) {
      table.change(before);
    }
    return applies;
  }

  /** Sets the values of an update; the table computes the prices. */
  private void set(PreparedStatement statement, PriceChange change) throws SQLException {
    table.change(change);
    statement.setDouble(1, change.price());
    statement.setInt(2, change.rented() ? 1 : 0);
    statement.setDouble(3, table.numbers(Column.DPH_TOTAL)[change.row()]);
    statement.setDouble(4, table.numbers(Column.DLPERF_PER_DPHTOTAL)[change.row()]);
    statement.setLong(5, change.id());
  }

  @Override
  public final void close() throws SQLException {
    connection.close();
  }
}
