package io.offerengine.server.invoices;

import io.offerengine.json.invoice.BillingIdentity;
import io.offerengine.json.invoice.CurrentSummary;
import io.offerengine.json.invoice.IdentityPart;
import io.offerengine.json.invoice.InvoiceItem;
import io.offerengine.json.invoice.InvoiceRequest;
import io.offerengine.json.invoice.ItemType;
import io.offerengine.json.invoice.LedgerEntry;
import io.offerengine.log.Sql;
import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.server.store.CheckedTable;
import io.offerengine.server.store.Database;
import io.offerengine.server.store.StoreException;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The ledger in the tables {@code ledger} and {@code users} of a database.
 *
 * <p><b>Cost.</b> A reader of an account holds one of the database's connections. Recording an
 * entry takes one look-up in an index; the entries of a user are recorded one by one.
 *
 * <p><b>Threads.</b> Safe for use by many threads.
 */
public final class SqlLedger implements BillingLedger {
  /**
   * The result of {@link #record}.
   *
   * @param id the entry's number, unique among all users
   * @param created true if the entry is new; false if the same entry was recorded before
   */
  public record Recorded(long id, boolean created) {}

  private final Database database;

  /** Creates a ledger. The caller closes the database. */
  public SqlLedger(Database database) {
    this.database = database;
  }

  @Override
  public <T> T read(long user, Function<? super Account, T> reading) {
    return database.read(sql -> reading.apply(new SqlAccount(sql, user)));
  }

  /**
   * Records an entry; it is durable when this returns. If the same entry was recorded before,
   * nothing changes.
   *
   * @param user the user's number, from 1; the user needs no identity
   * @throws EngineException {@code CONFLICT} if another entry has the same reference
   */
  public Recorded record(long user, LedgerEntry entry) {
    return database.write(sql -> {
      // So that no entry gets a lower number than one that a report has seen.
      database.lockUser(sql, user);
      boolean created = insert(sql, user, entry);
      return CheckedTable.LEDGER
          .first(
              sql,
              "WHERE user_id = ? AND reference = ?",
              row -> {
                requireSame(entry, user, row);
                return new Recorded(row.getLong("id"), created);
              },
              user,
              entry.reference())
          .orElseThrow(() -> new SQLException("no row of an entry that was recorded"));
    });
  }

  private static boolean insert(Sql sql, long user, LedgerEntry entry) throws SQLException {
    Instant time = entry.timestamp();
    return CheckedTable.LEDGER
        .insertIfAbsent(
            sql,
            "user_id, reference",
            "user_id reference type service amount service_fee time amount_rest service_fee_rest"
                + " nanos",
            user,
            entry.reference(),
            entry.type().wireName(),
            entry.service(),
            StoredDollars.millionths(entry.amount()),
            StoredDollars.millionths(entry.serviceFee()),
            time.getEpochSecond(),
            StoredDollars.unlessZero(StoredDollars.rest(entry.amount())),
            StoredDollars.unlessZero(StoredDollars.rest(entry.serviceFee())),
            StoredDollars.unlessZero(time.getNano()))
        .isPresent();
  }

  /** Checks that an entry equals the one that is stored under its reference. */
  private static void requireSame(LedgerEntry entry, long user, ResultSet stored)
      throws SQLException {
    StringJoiner differences = new StringJoiner(" and ");
    if (!stored.getString("type").equals(entry.type().wireName())) {
      differences.add("type");
    }
    if (!stored.getString("service").equals(entry.service())) {
      differences.add("service");
    }
    if (StoredDollars.read(stored, "amount").compareTo(entry.amount()) != 0) {
      differences.add("amount");
    }
    if (StoredDollars.read(stored, "service_fee").compareTo(entry.serviceFee()) != 0) {
      differences.add("service_fee");
    }
    Instant time = Instant.ofEpochSecond(stored.getLong("time"), stored.getLong("nanos"));
    if (!time.equals(entry.timestamp())) {
      differences.add("timestamp");
    }
    if (differences.length() > 0) {
      throw new EngineException(
          ErrorCode.CONFLICT,
          ("%s: user %s has an entry of the reference '%s' already, number %s, with another"
                  + " %s; an entry is sent again as it was, or under a reference of its own")
              .formatted(
                  ErrorCode.CONFLICT, user, entry.reference(), stored.getLong("id"), differences));
    }
  }

  /**
   * Replaces the whole billing identity of a user; it is durable when this returns.
   *
   * @param user the user's number, from 1
   */
  public void identify(long user, BillingIdentity identity) {
    List<Object> values = new ArrayList<>(List.of(user));
    StringBuilder columns = new StringBuilder("id");
    for (IdentityPart part : IdentityPart.values()) {
      columns.append(' ').append(part.wireName());
      values.add(identity.part(part));
    }
    database.write(sql -> {
      // So that no other identity comes between. A build of before does not take the lock.
      database.lockUser(sql, user);
      do {
        sql.update("DELETE FROM users WHERE id = ?", user);
      } while (CheckedTable.USERS
          .insertIfAbsent(sql, "id", columns.toString(), values.toArray())
          .isEmpty());
      return user;
    });
  }

  /** An account that is read within one transaction. */
  private static final class SqlAccount implements Account {
    /** The items of a page. */
    private static final int PAGE_ITEMS = 1_000;

    /** The time of an entry; the nanoseconds are null for none. */
    private static final String TIME = "time, coalesce(nanos, 0)";

    private final Sql sql;
    private final long user;

    SqlAccount(Sql sql, long user) {
      this.sql = sql;
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
    public List<InvoiceItem> page(
        InvoiceRequest request, long newest, @Nullable InvoiceItem after) {
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
          CheckedTable.LEDGER.list(
              sql,
              ("WHERE user_id = ? AND id <= ? AND time >= ? AND time <= ?"
                      + " AND (%1$s, id) > (?, ?, ?) AND (%1$s) < (?, ?) AND type IN (%2$s)"
                      + " ORDER BY %1$s, id LIMIT %3$s")
                  .formatted(TIME, types, PAGE_ITEMS),
              SqlAccount::item,
              values.toArray()));
    }

    private static InvoiceItem item(ResultSet row) throws SQLException {
      return new InvoiceItem(
          row.getLong("id"),
          type(row.getString("type")),
          row.getString("service"),
          StoredDollars.read(row, "amount"),
          Instant.ofEpochSecond(row.getLong("time"), row.getLong("nanos")));
    }

    @Override
    public BillingIdentity identity() {
      return answered(
              () -> CheckedTable.USERS.first(sql, "WHERE id = ?", SqlAccount::identity, user))
          .orElse(BillingIdentity.EMPTY);
    }

    private static BillingIdentity identity(ResultSet row) throws SQLException {
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
            CheckedTable.LEDGER.select() + "WHERE user_id = ?",
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
}
