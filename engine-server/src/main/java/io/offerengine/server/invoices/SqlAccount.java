package io.offerengine.server.invoices;

import io.offerengine.json.invoice.BillingIdentity;
import io.offerengine.json.invoice.CurrentSummary;
import io.offerengine.json.invoice.IdentityPart;
import io.offerengine.json.invoice.InvoiceItem;
import io.offerengine.json.invoice.InvoiceRequest;
import io.offerengine.json.invoice.ItemType;
import io.offerengine.server.store.StoreException;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;

/** An account that is read within one transaction. */
final class SqlAccount implements BillingLedger.Account {
  /** The rows per round trip; without this limit PostgreSQL's driver reads all rows at once. */
  private static final int FETCHED_ROWS = 1_000;

  private static final String IDENTITY =
      "SELECT " + SqlLedger.columns() + " FROM users WHERE id = ?";

  /**
   * Sums per item type, in and outside the running month.
   *
   * <p>Whole dollars and the remaining millionths are summed separately: one sum of millionths
   * would overflow 64 bits at 9,300 entries of the largest amount.
   */
  private static final String SUMS =
      "SELECT type, time >= ? AND time < ? AS running,"
          + " SUM(amount / 1000000), SUM(amount % 1000000),"
          + " SUM(service_fee / 1000000), SUM(service_fee % 1000000)"
          + " FROM ledger WHERE user_id = ? GROUP BY type, running";

  private final Connection connection;
  private final long user;

  SqlAccount(Connection connection, long user) {
    this.connection = connection;
    this.user = user;
  }

  @Override
  public void forEachItem(InvoiceRequest request, Consumer<? super InvoiceItem> consumer) {
    String types = String.join(", ", request.types().stream().map(type -> "?").toList());
    String sql =
        "SELECT id, type, service, amount, time FROM ledger"
            + " WHERE user_id = ? AND time >= ? AND time < ? AND type IN ("
            + types
            + ") ORDER BY time, id";
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      select.setFetchSize(FETCHED_ROWS);
      select.setLong(1, user);
      select.setLong(2, request.start());
      select.setLong(3, request.end());
      int parameter = 4;
      for (ItemType type : request.types()) {
        select.setString(parameter++, type.wireName());
      }
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          consumer.accept(item(rows));
        }
      }
    } catch (SQLException e) {
      throw StoreException.of(e);
    }
  }

  private static InvoiceItem item(ResultSet row) throws SQLException {
    return new InvoiceItem(
        row.getLong(1),
        type(row.getString(2)),
        row.getString(3),
        Millionths.dollars(row.getLong(4)),
        row.getLong(5));
  }

  @Override
  public BillingIdentity identity() {
    try (PreparedStatement select = connection.prepareStatement(IDENTITY)) {
      select.setLong(1, user);
      try (ResultSet rows = select.executeQuery()) {
        if (!rows.next()) {
          return BillingIdentity.EMPTY;
        }
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

  @Override
  public CurrentSummary current(long monthStart, long monthEnd) {
    BigDecimal charges = BigDecimal.ZERO;
    BigDecimal fees = BigDecimal.ZERO;
    BigDecimal credit = BigDecimal.ZERO;
    try (PreparedStatement select = connection.prepareStatement(SUMS)) {
      select.setLong(1, monthStart);
      select.setLong(2, monthEnd);
      select.setLong(3, user);
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          ItemType type = type(rows.getString(1));
          BigDecimal amount = sum(rows.getLong(3), rows.getLong(4));
          BigDecimal fee = sum(rows.getLong(5), rows.getLong(6));
          if (rows.getBoolean(2) && type == ItemType.CHARGE) {
            charges = charges.add(amount);
            fees = fees.add(fee);
          }
          BigDecimal change = type == ItemType.PAYMENT ? amount : amount.negate();
          credit = credit.add(change).subtract(fee);
        }
      }
    } catch (SQLException e) {
      throw StoreException.of(e);
    }
    return new CurrentSummary(charges, fees, credit);
  }

  private static BigDecimal sum(long dollars, long millionths) {
    return BigDecimal.valueOf(dollars).add(Millionths.dollars(millionths));
  }

  private static ItemType type(String name) throws SQLException {
    return ItemType.ofWireName(name).orElseThrow(() -> new SQLException("no item type: " + name));
  }
}
