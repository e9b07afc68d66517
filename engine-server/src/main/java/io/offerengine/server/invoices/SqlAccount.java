package io.offerengine.server.invoices;

import io.offerengine.json.invoice.BillingIdentity;
import io.offerengine.json.invoice.CurrentSummary;
import io.offerengine.json.invoice.IdentityPart;
import io.offerengine.json.invoice.InvoiceItem;
import io.offerengine.json.invoice.InvoiceRequest;
import io.offerengine.json.invoice.ItemType;
import io.offerengine.log.Sql;
import io.offerengine.server.store.CheckedTable;
import io.offerengine.server.store.StoreException;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An account that is read within one transaction. */
final class SqlAccount implements BillingLedger.Account {
  /** The items of a page. */
  private static final int PAGE_ITEMS = 1_000;

  private static final String IDENTITY = CheckedTable.USERS.select() + "WHERE id = ?";
  private static final String ENTRIES = CheckedTable.LEDGER.select() + "WHERE user_id = ?";

  /** The time of an entry; the nanoseconds are null for none. */
  private static final String TIME = "time, coalesce(nanos, 0)";

  private final Sql sql;
  private final long user;

  SqlAccount(Connection connection, long user) {
    this.sql = new Sql(connection);
    this.user = user;
  }

  /** A question to the database. */
  @FunctionalInterface
  private interface Question<T> {
    T ask() throws SQLException;
  }

  private static <T> T answered(Question<T> question) {
    try {
      return question.ask();
    } catch (SQLException e) {
      throw StoreException.of(e);
    }
  }

  @Override
  public long newest() {
    return answered(() -> sql.number("SELECT max(id) FROM ledger WHERE user_id = ?", user));
  }

  @Override
  public List<InvoiceItem> page(InvoiceRequest request, long newest, @Nullable InvoiceItem after) {
    String types = String.join(", ", request.types().stream().map(type -> "?").toList());
    Instant start = after == null ? request.start() : after.timestamp();
    Instant end = request.end();
    List<Object> values = new ArrayList<>();
    Collections.addAll(values, user, newest, start.getEpochSecond(), end.getEpochSecond());
    Collections.addAll(values, start.getEpochSecond(), start.getNano());
    Collections.addAll(values, after == null ? 0 : after.id());
    Collections.addAll(values, end.getEpochSecond(), end.getNano());
    request.types().forEach(type -> values.add(type.wireName()));
    return answered(() ->
        sql.list(
            (ENTRIES
                    + " AND id <= ? AND time >= ? AND time <= ? AND (%1$s, id) > (?, ?, ?)"
                    + " AND (%1$s) < (?, ?) AND type IN (%2$s) ORDER BY %1$s, id LIMIT %3$s")
                .formatted(TIME, types, PAGE_ITEMS),
            SqlAccount::item,
            values.toArray()));
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
    return answered(() -> sql.first(IDENTITY, SqlAccount::identity, user))
        .orElse(BillingIdentity.EMPTY);
  }

  private static BillingIdentity identity(ResultSet row) throws SQLException {
    CheckedTable.USERS.check(row);
    Map<IdentityPart, String> parts = new EnumMap<>(IdentityPart.class);
    for (IdentityPart part : IdentityPart.values()) {
      parts.put(part, row.getString(part.wireName()));
    }
    return new BillingIdentity(parts);
  }

  /** Adds entry by entry: a sum by the database would count damaged rows. */
  @Override
  public CurrentSummary current(long monthStart, long monthEnd) {
    Sums sums = new Sums();
    return answered(() -> {
      sql.each(
          ENTRIES,
          row -> {
            CheckedTable.LEDGER.check(row);
            long time = row.getLong("time");
            sums.add(
                type(row.getString("type")),
                StoredDollars.read(row, "amount"),
                StoredDollars.read(row, "service_fee"),
                time >= monthStart && time < monthEnd);
            return true;
          },
          user);
      return new CurrentSummary(sums.charges, sums.fees, sums.credit);
    });
  }

  /** The sums of a summary. */
  private static final class Sums {
    private BigDecimal charges = BigDecimal.ZERO;
    private BigDecimal fees = BigDecimal.ZERO;
    private BigDecimal credit = BigDecimal.ZERO;

    void add(ItemType type, BigDecimal amount, BigDecimal fee, boolean isOfMonth) {
      if (type == ItemType.CHARGE && isOfMonth) {
        charges = charges.add(amount);
        fees = fees.add(fee);
      }
      credit = credit.add(type == ItemType.PAYMENT ? amount : amount.negate()).subtract(fee);
    }
  }

  private static ItemType type(String name) throws SQLException {
    return ItemType.ofWireName(name).orElseThrow(() -> new SQLException("no item type: " + name));
  }
}
