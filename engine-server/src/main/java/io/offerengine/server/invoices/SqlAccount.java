package io.offerengine.server.invoices;

import io.offerengine.json.invoice.BillingIdentity;
import io.offerengine.json.invoice.CurrentSummary;
import io.offerengine.json.invoice.IdentityPart;
import io.offerengine.json.invoice.InvoiceItem;
import io.offerengine.json.invoice.InvoiceRequest;
import io.offerengine.json.invoice.ItemType;
import io.offerengine.server.store.CheckedTable;
import io.offerengine.server.store.StoreException;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An account that is read within one transaction. */
final class SqlAccount implements BillingLedger.Account {
  /** The rows per round trip; without this limit PostgreSQL's driver reads all rows at once. */
  private static final int FETCHED_ROWS = 1_000;

  /** The items of a page. */
  private static final int PAGE_ITEMS = 1_000;

  private static final String IDENTITY =
      "SELECT " + CheckedTable.USERS.columns() + " FROM users WHERE id = ?";

  private static final String ENTRIES =
      "SELECT " + CheckedTable.LEDGER.columns() + " FROM ledger WHERE user_id = ?";

  /** The time of an entry; the nanoseconds are null for none. */
  private static final String TIME = "time, coalesce(nanos, 0)";

  private final Connection connection;
  private final long user;

  SqlAccount(Connection connection, long user) {
    this.connection = connection;
    this.user = user;
  }

  @Override
  public long newest() {
    try (PreparedStatement select =
        connection.prepareStatement("SELECT max(id) FROM ledger WHERE user_id = ?")) {
      select.setLong(1, user);
      try (ResultSet rows = select.executeQuery()) {
        rows.next();
        return rows.getLong(1);
      }
    } catch (SQLException e) {
      throw StoreException.of(e);
    }
  }

  @Override
  public List<InvoiceItem> page(InvoiceRequest request, long newest, @Nullable InvoiceItem after) {
    String types = String.join(", ", request.types().stream().map(type -> "?").toList());
    String sql =
        ENTRIES
            + " AND id <= ? AND time >= ? AND time <= ? AND ("
            + TIME
            + ", id) > (?, ?, ?) AND ("
            + TIME
            + ") < (?, ?) AND type IN ("
            + types
            + ") ORDER BY "
            + TIME
            + ", id LIMIT "
            + PAGE_ITEMS;
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      select.setLong(1, user);
      select.setLong(2, newest);
      Instant start = after == null ? request.start() : after.timestamp();
      Instant end = request.end();
      select.setLong(3, start.getEpochSecond());
      select.setLong(4, end.getEpochSecond());
      setTime(select, 5, start);
      select.setLong(7, after == null ? 0 : after.id());
      setTime(select, 8, end);
      int parameter = 10;
      for (ItemType type : request.types()) {
        select.setString(parameter++, type.wireName());
      }
      List<InvoiceItem> page = new ArrayList<>();
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          page.add(item(rows));
        }
      }
      return page;
    } catch (SQLException e) {
      throw StoreException.of(e);
    }
  }

  private static void setTime(PreparedStatement select, int parameter, Instant time)
      throws SQLException {
    select.setLong(parameter, time.getEpochSecond());
    select.setInt(parameter + 1, time.getNano());
  }

  private static InvoiceItem item(ResultSet row) throws SQLException {
    CheckedTable.LEDGER.check(row);
    return new InvoiceItem(
        row.getLong("id"),
        type(row.getString("type")),
        row.getString("service"),
        StoredDollars.read(row, "amount"),
        Instant.ofEpochSecond(row.getLong("time"), row.getLong("nanos")));
  }

  @Override
  public BillingIdentity identity() {
    try (PreparedStatement select = connection.prepareStatement(IDENTITY)) {
      select.setLong(1, user);
      try (ResultSet rows = select.executeQuery()) {
        if (!rows.next()) {
          return BillingIdentity.EMPTY;
        }
        CheckedTable.USERS.check(rows);
        Map<IdentityPart, String> parts = new EnumMap<>(IdentityPart.class);
        for (IdentityPart part : IdentityPart.values()) {
          parts.put(part, rows.getString(part.wireName()));
        }
        return new BillingIdentity(parts);
      }
    } catch (SQLException e) {
      throw StoreException.of(e);
    }
  }

  /** Adds entry by entry: a sum by the database would count damaged rows. */
  @Override
  public CurrentSummary current(long monthStart, long monthEnd) {
    BigDecimal charges = BigDecimal.ZERO;
    BigDecimal fees = BigDecimal.ZERO;
    BigDecimal credit = BigDecimal.ZERO;
    try (PreparedStatement select = connection.prepareStatement(ENTRIES)) {
      select.setFetchSize(FETCHED_ROWS);
      select.setLong(1, user);
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          CheckedTable.LEDGER.check(rows);
          ItemType type = type(rows.getString("type"));
          BigDecimal amount = StoredDollars.read(rows, "amount");
          BigDecimal fee = StoredDollars.read(rows, "service_fee");
          long time = rows.getLong("time");
          if (type == ItemType.CHARGE && time >= monthStart && time < monthEnd) {
            charges = charges.add(amount);
            fees = fees.add(fee);
          }
          credit = credit.add(type == ItemType.PAYMENT ? amount : amount.negate()).subtract(fee);
        }
      }
    } catch (SQLException e) {
      throw StoreException.of(e);
    }
    return new CurrentSummary(charges, fees, credit);
  }

  private static ItemType type(String name) throws SQLException {
    return ItemType.ofWireName(name).orElseThrow(() -> new SQLException("no item type: " + name));
  }
}
