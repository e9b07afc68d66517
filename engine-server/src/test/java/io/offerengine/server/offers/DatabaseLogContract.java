package io.offerengine.server.offers;

import static io.offerengine.cluster.ClusterOffers.offer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.cluster.ChangeLog;
import io.offerengine.cluster.ChangeLogContract;
import io.offerengine.cluster.ClusterOffers;
import io.offerengine.cluster.LogUnavailableException;
import io.offerengine.cluster.Position;
import io.offerengine.schema.OfferBatch;
import io.offerengine.server.store.Database;
import io.offerengine.server.store.RestoredLog;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The contract of logs, for logs in a database. */
abstract class DatabaseLogContract extends ChangeLogContract {
  private static final List<String> TABLES = List.of("head", "changes", "offers");

  private final List<Database> databases = new ArrayList<>();

  /** Opens the same database at each call. */
  abstract Database database();

  @Override
  protected final ChangeLog open() {
    Database database = database();
    databases.add(database);
    return new DatabaseLog(database, ClusterOffers.SCHEMA);
  }

  @Test
  void append_toALogThatIsOlderThanWhatWasSeen_isRefused() throws Exception {
    log.append(OfferBatch.builder().upsert(offer(1, 1)).build());
    ChangeLog reader = open();
    copy();
    Position lost = log.append(OfferBatch.builder().upsert(offer(2, 1)).build());
    try (ChangeLog.Tail tail = reader.tail(lost)) {
      assertThat(tail.poll(Duration.ZERO)).isEmpty();
    }
    restore(TABLES);
    OfferBatch next = OfferBatch.builder().upsert(offer(3, 1)).build();
    for (ChangeLog member : List.of(log, reader)) {
      assertThatThrownBy(() -> member.append(next))
          .isInstanceOf(LogUnavailableException.class)
          .hasMessage(
              "the database was replaced by a copy: its last batch is 1, this member has seen"
                  + " batch 2");
      assertThat(log.head().seq()).isEqualTo(1);
    }
    accept();
    long accepted = log.head().seq();
    assertThat(accepted).isGreaterThan(lost.seq());
    assertThat(reader.append(next).seq()).isEqualTo(accepted + 1);
  }

  @Test
  void secondRestoreOfTheSameCopy_goesOnAtAnotherNumber() {
    log.append(OfferBatch.builder().upsert(offer(1, 1)).build());
    copy();
    accept();
    long first = log.append(OfferBatch.builder().upsert(offer(2, 1)).build()).seq();
    restore(TABLES);
    accept();
    assertThat(log.head().seq()).isGreaterThan(first);
  }

  @AfterEach
  void closeDatabases() {
    databases.forEach(Database::close);
  }

  /** Copies the tables beside themselves, once in a test. */
  @Override
  protected final Object copy() {
    TABLES.forEach(table -> execute("CREATE TABLE copy_" + table + " AS SELECT * FROM " + table));
    return TABLES;
  }

  @Override
  protected final void restore(Object copy) {
    databases
        .get(0)
        .<Integer>write(connection -> {
          try (Statement statement = connection.createStatement()) {
            for (String table : TABLES) {
              statement.executeUpdate("DELETE FROM " + table);
              statement.executeUpdate("INSERT INTO " + table + " SELECT * FROM copy_" + table);
            }
          }
          return 0;
        });
  }

  @Override
  protected final void accept() {
    databases.get(0).<Long>write(RestoredLog::accept);
  }

  private void execute(String sql) {
    databases
        .get(0)
        .<Integer>write(connection -> {
          try (Statement statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
          }
        });
  }
}
