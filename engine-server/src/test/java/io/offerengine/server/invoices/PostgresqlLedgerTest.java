package io.offerengine.server.invoices;

import static io.offerengine.server.store.TestDatabase.isAnyoneWaiting;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.json.invoice.ItemType;
import io.offerengine.json.invoice.LedgerEntry;
import io.offerengine.log.testing.PostgresqlServer;
import io.offerengine.server.store.Database;
import io.offerengine.testing.Together;
import io.offerengine.testing.Waiting;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a ledger on PostgreSQL waits for. */
@Tag("full")
class PostgresqlLedgerTest {
  private static final long USER = 7;

  /** Otherwise a report could miss an entry of a lower number that is committed later. */
  @Test
  void record_whileAnotherEntryOfTheUserIsRecorded_waits() throws Exception {
    try (Database database = Database.postgresql(PostgresqlServer.newDatabase())) {
      SqlLedger ledger = new SqlLedger(database);
      CountDownLatch isLocked = new CountDownLatch(1);
      AtomicBoolean isNearlyCommitted = new AtomicBoolean();
      CompletableFuture<Integer> other =
          Together.beside(() ->
              database.<Integer>write(sql -> {
                database.lockUser(sql, USER);
                isLocked.countDown();
                Waiting.until(() -> isAnyoneWaiting(database));
                isNearlyCommitted.set(true);
                return 0;
              }));
      isLocked.await();
      LedgerEntry entry =
          new LedgerEntry(
              "a", ItemType.PAYMENT, "", BigDecimal.ONE, BigDecimal.ZERO, Instant.EPOCH);
      ledger.record(8, entry);
      assertThat(isNearlyCommitted).isFalse();
      ledger.record(USER, entry);
      assertThat(isNearlyCommitted).isTrue();
      other.join();
    }
  }
}
