package io.offerengine.server.invoices;

import io.offerengine.json.invoice.BillingIdentity;
import io.offerengine.json.invoice.IdentityPart;
import io.offerengine.json.invoice.LedgerEntry;
import io.offerengine.log.Sql;
import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.server.store.CheckedTable;
import io.offerengine.server.store.Database;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.function.Function;

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

  private static final String FIND =
      CheckedTable.LEDGER.select() + "WHERE user_id = ? AND reference = ?";

  private final Database database;

  /** Creates a ledger. The caller closes the database. */
  public SqlLedger(Database database) {
    this.database = database;
  }

  @Override
  public <T> T read(long user, Function<? super Account, T> reading) {
    return database.read(connection -> reading.apply(new SqlAccount(connection, user)));
  }

  /**
   * Records an entry; it is durable when this returns. If the same entry was recorded before,
   * nothing changes.
   *
   * @param user the user's number, from 1; the user needs no identity
   * @throws EngineException {@code CONFLICT} if another entry has the same reference
   */
  public Recorded record(long user, LedgerEntry entry) {
    return database.write(connection -> {
      // So that no entry gets a lower number than one that a report has seen.
      database.lockUser(connection, user);
      boolean created = insert(connection, user, entry);
      return new Sql(connection)
          .only(
              FIND,
              row -> {
                CheckedTable.LEDGER.check(row);
                requireSame(entry, user, row);
                return new Recorded(row.getLong("id"), created);
              },
              user,
              entry.reference());
    });
  }

  private static boolean insert(Connection connection, long user, LedgerEntry entry)
      throws SQLException {
    Instant time = entry.timestamp();
    return CheckedTable.LEDGER
        .insertIfAbsent(
            connection,
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
    database.write(connection -> {
      // So that no other identity comes between. A build of before does not take the lock.
      database.lockUser(connection, user);
      Sql sql = new Sql(connection);
      do {
        sql.update("DELETE FROM users WHERE id = ?", user);
      } while (CheckedTable.USERS
          .insertIfAbsent(connection, "id", columns.toString(), values.toArray())
          .isEmpty());
      return user;
    });
  }
}
