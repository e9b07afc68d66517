package io.offerengine.log;

import static io.offerengine.log.TestOffers.SCHEMA;
import static io.offerengine.log.TestOffers.all;
import static io.offerengine.log.TestOffers.upsert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.LoadListener;
import io.offerengine.OfferEngine;
import io.offerengine.log.testing.PostgresqlServer;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rule 7: which base becomes valid, and what is deleted. */
class BaseWriterTest {
  private static final String PART = "INSERT INTO offer_log_parts";
  private static final int ENTRIES = 9;

  private final DataSource source = PostgresqlDurableEngineTest.at(PostgresqlServer.newDatabase());
  private final HookedSource hooked = new HookedSource(source);
  private BaseWriter bases;
  private LogFollower follower;

  /** The parts of an engine that writes bases, without its threads. */
  @BeforeEach
  void fillAndLoad() {
    try (DurableEngine engine = DurableEngine.open(SCHEMA, source)) {
      for (int i = 1; i <= ENTRIES; i++) {
        engine.apply(upsert(i % 3, i));
      }
    }
    bases = writer(Duration.ofDays(1));
  }

  private BaseWriter writer(Duration grace) {
    Log log = Log.open(SCHEMA, hooked.source(), "");
    Replica replica = new Replica(OfferEngine.builder(SCHEMA), null);
    follower = new LogFollower(log, replica);
    follower.load(LoadListener.NONE);
    log.enter();
    BaseWriter.Limits limits = new BaseWriter.Limits(1, grace, 1 << 30, Duration.ofDays(1));
    return new BaseWriter(log, replica, follower, limits);
  }

  /** Goes on as an engine that keeps what is superseded for some time. */
  private void again(Duration grace) {
    bases.close();
    bases = writer(grace);
  }

  @AfterEach
  void closeWriter() {
    bases.close();
  }

  private void execute(String... statements) throws SQLException {
    TestOffers.execute(source, statements);
  }

  private long number(String sql) throws SQLException {
    return TestOffers.number(source, sql);
  }

  private long bases() throws SQLException {
    return number("COUNT(*) FROM offer_log_bases");
  }

  private long entries() throws SQLException {
    return number("COUNT(*) FROM offer_log_entries");
  }

  private long ownersOfParts() throws SQLException {
    return number("COUNT(DISTINCT owner) FROM offer_log_parts");
  }

  @Test
  void look_atALogThatIsAsLargeAsTheLastBase_writesOneBase() throws Exception {
    bases.look();
    bases.look();
    assertThat(bases()).isEqualTo(1);
    assertThat(number("number FROM offer_log_bases")).isEqualTo(ENTRIES);
    try (DurableEngine engine = DurableEngine.open(SCHEMA, source)) {
      assertThat(all(engine)).hasSize(3);
    }
  }

  /** Entries and bases stay for readers that are a little behind. */
  @Test
  void look_withinTheGrace_deletesNothing() throws Exception {
    bases.look();
    try (DurableEngine engine = DurableEngine.open(SCHEMA, source)) {
      for (int i = 1; i <= ENTRIES; i++) {
        engine.apply(upsert(i, i));
      }
    }
    again(Duration.ofDays(1));
    bases.look();
    assertThat(bases()).isEqualTo(2);
    assertThat(entries()).isEqualTo(2 * ENTRIES);

    again(Duration.ZERO);
    bases.look();
    assertThat(bases()).isEqualTo(1);
    assertThat(entries()).isZero();
    assertThat(ownersOfParts()).isEqualTo(1);
    try (DurableEngine engine = DurableEngine.open(SCHEMA, source)) {
      assertThat(engine.snapshot().version()).isEqualTo(2 * ENTRIES);
      assertThat(all(engine)).hasSize(ENTRIES + 1);
    }
  }

  /** Another engine took the lease while the base was written; what is left is deleted later. */
  @Test
  void base_ofALostLease_doesNotBecomeValid() throws Exception {
    hooked.afterCommitOf(
        PART, () -> execute("UPDATE offer_log_leases SET epoch = epoch + 1, held = 0"));
    assertThatThrownBy(bases::look).isInstanceOf(Lease.LostException.class);
    assertThat(bases()).isZero();
    assertThat(ownersOfParts()).isEqualTo(1);

    bases.look();
    assertThat(bases()).isEqualTo(1);
    assertThat(ownersOfParts()).isEqualTo(1);
  }

  /** The database was restored from an older copy while the base was written. */
  @Test
  void base_ofEntriesThatTheLogLacks_doesNotBecomeValid() throws Exception {
    hooked.afterCommitOf(
        PART,
        () ->
            execute(
                "DELETE FROM offer_log_entries WHERE number > 5",
                "UPDATE offer_log SET (number, entry, ends) ="
                    + " (SELECT number, entry, ends FROM offer_log_entries WHERE number = 5)"));
    assertThatThrownBy(bases::look).isInstanceOf(Follower.ReloadException.class);
    assertThat(bases()).isZero();
  }

  /** A member that is cut off for a moment may take the parts of a base for orphans. */
  @Test
  void base_withoutOneOfItsParts_doesNotBecomeValid() throws Exception {
    hooked.afterCommitOf(PART, () -> execute("DELETE FROM offer_log_parts"));
    assertThatThrownBy(bases::look)
        .isInstanceOf(Follower.ReloadException.class)
        .hasMessage("a base of 1 parts has only 0 of them left");
    assertThat(bases()).isZero();
  }

  /** Another engine took the lease, and writes a base, while this one trims. */
  @Test
  void trim_afterTheLeaseWasLost_deletesNoPartsOfOthers() throws Exception {
    again(Duration.ZERO);
    hooked.afterCommitOf(
        "DELETE FROM offer_log_entries",
        () ->
            execute(
                "UPDATE offer_log_leases SET epoch = epoch + 1",
                "INSERT INTO offer_log_parts VALUES ('\\x00112233445566778899aabbccddeeff', 0, 0,"
                    + " '')"));
    assertThatThrownBy(bases::look).isInstanceOf(Lease.LostException.class);
    assertThat(ownersOfParts()).as("the base in force, and that of the other").isEqualTo(2);
  }

  @Test
  void base_thatIsOlderThanAnotherOne_doesNotBecomeValid() throws Exception {
    hooked.afterCommitOf(
        PART,
        () ->
            execute(
                "INSERT INTO offer_log_bases SELECT entry, number, entry, ends, 1, 1, 1, 1"
                    + " FROM offer_log"));
    assertThatThrownBy(bases::look).isInstanceOf(Follower.ReloadException.class);
    assertThat(bases()).isEqualTo(1);
  }

  /** Rule 6: an older build neither writes a base nor trims. */
  @Test
  void look_ofAnOlderBuild_writesAndDeletesNothing() throws Exception {
    hooked.afterCommitOf(PART, () -> execute("UPDATE offer_log SET generation = 9"));
    assertThatThrownBy(bases::look).isInstanceOf(Follower.ReloadException.class);
    assertThat(bases()).isZero();

    execute("UPDATE offer_log SET generation = 1");
    bases.look();
    assertThat(bases()).isEqualTo(1);
    again(Duration.ZERO);
    execute("UPDATE offer_log SET generation = 9");
    bases.look();
    assertThat(entries()).isEqualTo(ENTRIES);

    try (LogSession session = LogDatabase.open(source).session()) {
      session.beginReading();
      follower.catchUp(session);
    }
    assertThat(follower.isOutdated()).isTrue();
    execute("UPDATE offer_log SET generation = 1");
    bases.look();
    assertThat(entries()).as("of a follower that knows a newer build").isEqualTo(ENTRIES);
  }
}
