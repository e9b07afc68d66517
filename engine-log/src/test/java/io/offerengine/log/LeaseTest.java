package io.offerengine.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.log.testing.PostgresqlServer;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Of several processes on one database, one at a time has the lease. */
class LeaseTest {
  private final LogDatabase database =
      LogDatabase.open(PostgresqlDurableEngineTest.at(PostgresqlServer.newDatabase()));
  private final AtomicLong nanos = new AtomicLong();

  private Lease lease() {
    return new Lease(database, "test", nanos::get);
  }

  private void commit(Lease lease) {
    database.<Boolean>write(session -> {
      lease.require(session.connection());
      return true;
    });
  }

  @Test
  void take_ofALeaseThatSomebodyHolds_waitsForItsEnd() {
    try (Lease first = lease();
        Lease second = lease()) {
      assertThat(first.take()).isTrue();
      assertThat(second.take()).isFalse();
      commit(first);
      assertThatThrownBy(() -> commit(second)).isInstanceOf(Lease.LostException.class);
      first.giveUp();
      assertThat(second.take()).isTrue();
      assertThatThrownBy(() -> commit(first)).isInstanceOf(Lease.LostException.class);
      commit(second);
    }
  }

  /** A holder whose beats stand still loses the lease, and can't commit any more. */
  @Test
  void leaseOfASilentHolder_isTakenAndItsCommitsFail() {
    try (Lease silent = lease();
        Lease other = lease()) {
      assertThat(silent.take()).isTrue();
      assertThat(other.take()).isFalse();
      silent.beat();
      nanos.addAndGet(Lease.PATIENCE.toNanos());
      assertThat(other.take()).as("after a beat").isFalse();
      nanos.addAndGet(Lease.PATIENCE.toNanos());
      assertThat(other.take()).isFalse();
      nanos.incrementAndGet();
      assertThat(other.take()).isTrue();
      assertThat(silent.isHeld()).as("it does not know yet").isTrue();
      assertThatThrownBy(() -> commit(silent)).isInstanceOf(Lease.LostException.class);
      assertThat(silent.isHeld()).isFalse();
      assertThat(silent.take()).isFalse();
      commit(other);
    }
  }

  /** A beat may be on its way when its lease is given up. */
  @Test
  void beat_afterTheLeaseWasGivenUp_holdsNobodyUp() {
    try (Lease first = lease();
        Lease second = lease()) {
      assertThat(first.take()).isTrue();
      // As if another thread had given it up just before the beat.
      database.<Integer>write(session -> session.update("UPDATE offer_log_leases SET held = 0"));
      first.beat();
      assertThat(first.isHeld()).isFalse();
      assertThat(second.take()).isTrue();
    }
  }

  /** After a restore of an older copy, the holder's beats are greater than those of the row. */
  @Test
  void leaseOfARestoredDatabase_isLost() {
    try (Lease lease = lease()) {
      assertThat(lease.take()).isTrue();
      lease.beat();
      database.<Integer>write(
          session -> session.update("UPDATE offer_log_leases SET beats = beats - 1"));
      assertThatThrownBy(() -> commit(lease)).isInstanceOf(Lease.LostException.class);
    }
  }

  @Test
  void leasesOfManyProcessesAtOnce_areOne() {
    long holders =
        Stream.generate(this::lease).limit(8).toList().parallelStream().filter(Lease::take).count();
    assertThat(holders).isEqualTo(1);
  }

  @Test
  void take_onSqlite_isImmediate(@TempDir Path directory) {
    LogDatabase file =
        LogDatabase.open(SqliteDurableEngineTest.file(directory.resolve("offers.db")));
    try (Lease dead = new Lease(file, "test", nanos::get);
        Lease next = new Lease(file, "test", nanos::get)) {
      assertThat(dead.take()).isTrue();
      assertThat(next.take()).isTrue();
    }
  }
}
