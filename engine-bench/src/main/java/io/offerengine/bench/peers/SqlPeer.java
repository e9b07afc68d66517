package io.offerengine.bench.peers;

import io.offerengine.bench.searches.Column;
import io.offerengine.bench.searches.DrawnSearch;
import io.offerengine.bench.searches.MarketTable;
import io.offerengine.bench.searches.PriceChange;
import io.offerengine.bench.searches.SearchClass;
import io.offerengine.bench.searches.SearchClass.Group;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A database that holds a market as one SQL table. Searches are prepared statements; there are no
 * facets, and no variants of searches.
 */
abstract class SqlPeer implements Peer {
  private static final String UPDATE =
      "UPDATE offers SET dph_base = ?, rented = ?, dph_total = ?, dlperf_per_dphtotal = ?"
          + " WHERE id = ?";
  private static final int CONDITION = 6;

  private final Connection connection;
  private final MarketTable table;
  private final Map<String, PreparedStatement> statements = new HashMap<>();
  private final PreparedStatement update;
  private final PreparedStatement updateIf;

  SqlPeer(Connection connection, MarketTable table) throws SQLException {
    this.connection = connection;
    this.table = table.copy();
    this.update = connection.prepareStatement(UPDATE);
    this.updateIf = connection.prepareStatement(UPDATE + " AND rented <> ?");
  }

  /** Returns the statement that creates the table, given the SQL type of each column. */
  static String creation(Function<Column, String> type) {
    return Arrays.stream(Column.values())
        .map(column -> column.label() + " " + type.apply(column))
        .collect(Collectors.joining(", ", "CREATE TABLE " + SqlSearch.TABLE + " (", ")"));
  }

  /** Returns the connection to the database. */
  final Connection connection() {
    return connection;
  }

  @Override
  public final PreparedSearch prepare(DrawnSearch search) throws SQLException {
    SqlSearch sql = SqlSearch.of(search);
    PreparedStatement known = statements.get(sql.text());
    PreparedStatement statement = known == null ? connection.prepareStatement(sql.text()) : known;
    statements.put(sql.text(), statement);
    return () -> sql.run(statement);
  }

  @Override
  public final boolean answers(SearchClass kind) {
    return kind.group() != Group.FACETS && kind.group() != Group.VARIANTS;
  }

  @Override
  public final void update(PriceChange change) throws SQLException {
    set(update, change);
    update.executeUpdate();
  }

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
