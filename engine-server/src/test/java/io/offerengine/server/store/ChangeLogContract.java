package io.offerengine.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.cluster.ChangeText;
import io.offerengine.server.store.ChangeLog.Batch;
import io.offerengine.server.store.ChangeLog.Position;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract of the change log, on either database. */
abstract class ChangeLogContract {
  private static final ChangeLog.Limits SMALL =
      new ChangeLog.Limits(5_000, 20_000, Duration.ofHours(1));

  private Instant now = Instant.parse("2026-11-23T10:00:00.123Z");
  private Database database;
  private ChangeLog log;

  /** Opens the same database at each call. */
  abstract Database open();

  @BeforeEach
  void openIt() {
    database = open();
    log = new ChangeLog(SMALL, () -> now);
  }

  @AfterEach
  void closeIt() {
    database.close();
  }

  private long append(ChangeText... changes) {
    return append(List.of(changes));
  }

  private long append(List<ChangeText> changes) {
    return database
        .<Position>write(connection ->
            log.append(connection, database.ownership(), changes.size(), changes.iterator()))
        .seq();
  }

  private Optional<List<Batch>> read(long after, int most) {
    return database.read(connection -> log.read(connection, after, most));
  }

  private long head() {
    return database.read(log::head);
  }

  private static ChangeText changed(long id) {
    return new ChangeText(id, "{\"id\":" + id + "}", "é");
  }

  private static List<ChangeText> many(int count) {
    return LongStream.range(0, count).mapToObj(ChangeLogContract::changed).toList();
  }

  @Test
  void laterChanges_areTheNewestFirst_inPartsOfBoundedSize() {
    append(many(600));
    for (int i = 0; i < 4; i++) {
      String before = "before " + i;
      append(LongStream.range(0, 700).mapToObj(id -> new ChangeText(id, before, "after")).toList());
    }
    List<List<ChangeText>> parts = new ArrayList<>();
    database.<Integer>read(connection -> {
      log.laterChanges(connection, 0, 1, parts::add);
      return 0;
    });
    assertThat(parts).extracting(List::size).containsExactly(1_000, 1_000, 400);
    List<ChangeText> all = parts.stream().flatMap(List::stream).toList();
    for (int i = 0; i < all.size(); i++) {
      assertThat(all.get(i).before()).isEqualTo("before " + (3 - i / 600));
    }
    assertThat(all).allMatch(each -> each.id() < 600).doesNotHaveDuplicates();
  }

  @Test
  void read_ofWhatWasAppended_isInOrderAndWhole() {
    assertThat(head()).isZero();
    assertThat(append(changed(7), new ChangeText(3, null, "nine"))).isEqualTo(1);
    now = now.plusSeconds(1);
    assertThat(append(new ChangeText(Long.MIN_VALUE, "five", null))).isEqualTo(2);
    List<Batch> batches = read(0, 100).orElseThrow();
    assertThat(batches).extracting(Batch::seq).containsExactly(1L, 2L);
    assertThat(batches.get(0).batch()).isNotEqualTo(batches.get(1).batch());
    assertThat(batches.get(0).time()).isEqualTo(now.minusSeconds(1));
    assertThat(batches.get(0).changes())
        .containsExactly(changed(7), new ChangeText(3, null, "nine"));
    assertThat(batches.get(1).changes())
        .containsExactly(new ChangeText(Long.MIN_VALUE, "five", null));
    assertThat(read(1, 100).orElseThrow()).extracting(Batch::seq).containsExactly(2L);
    assertThat(read(2, 100).orElseThrow()).isEmpty();
  }

  @Test
  void read_ofAFew_returnsWholeBatches() {
    append(many(3));
    append(many(4));
    append(many(1));
    assertThat(read(0, 1).orElseThrow()).extracting(Batch::seq).containsExactly(1L);
    List<Batch> two = read(0, 4).orElseThrow();
    assertThat(two).extracting(Batch::seq).containsExactly(1L, 2L);
    assertThat(two.get(1).changes()).hasSize(4);
  }

  @Test
  void append_ofABatchLargerThanTheLimit_leavesAMark() {
    append(many(5_000));
    append(many(5_001));
    append(many(1));
    List<Batch> batches = read(0, 100_000).orElseThrow();
    assertThat(batches).extracting(Batch::mustReload).containsExactly(false, true, false);
    assertThat(batches.get(0).changes()).hasSize(5_000);
  }

  @Test
  void append_thatFails_takesNoNumber() {
    append(many(1));
    Iterator<ChangeText> broken =
        many(3).stream()
            .map(change -> {
              if (change.id() == 2) {
                throw new IllegalStateException("broken");
              }
              return change;
            })
            .iterator();
    assertThatThrownBy(
            () -> database.<Position>write(connection -> log.append(connection, null, 3, broken)))
        .hasMessage("broken");
    assertThat(head()).isEqualTo(1);
    assertThat(append(many(1))).isEqualTo(2);
  }

  @Test
  void read_afterManyChanges_saysThatTheOldOnesAreGone() {
    for (int i = 0; i < 12; i++) {
      append(many(4_000));
    }
    assertThat(read(0, 1)).isEmpty();
    long first = read(11, 1).orElseThrow().get(0).seq();
    assertThat(first).isEqualTo(12);
    long oldest =
        LongStream.range(0, 12).filter(after -> read(after, 1).isPresent()).findFirst().orElse(-1);
    assertThat(oldest).isPositive();
    assertThat(read(oldest, 1_000_000).orElseThrow())
        .extracting(Batch::seq)
        .containsExactlyElementsOf(LongStream.rangeClosed(oldest + 1, 12).boxed().toList());
  }

  @Test
  void read_ofOldBatches_saysThatTheyAreGone() {
    append(many(1));
    now = now.plus(Duration.ofHours(2));
    append(many(5_000));
    append(many(5_000));
    assertThat(read(0, 1)).isEmpty();
    assertThat(read(1, 1)).isPresent();
  }

  /** A reader that is ahead of the log has a position of another database, or of a later state. */
  @Test
  void read_afterAPositionThatTheLogHasNotReached_saysSo() {
    append(many(1));
    assertThat(read(2, 1)).isEmpty();
  }

  @Test
  void append_fromManyThreads_numbersThemInCommitOrderWithoutGaps() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    List<Future<Long>> appended = new ArrayList<>();
    try {
      for (int i = 0; i < 100; i++) {
        appended.add(threads.submit(() -> append(many(2))));
      }
      List<Long> numbers = new ArrayList<>();
      for (Future<Long> each : appended) {
        numbers.add(each.get());
      }
      assertThat(numbers)
          .containsExactlyInAnyOrderElementsOf(LongStream.rangeClosed(1, 100).boxed().toList());
    } finally {
      threads.shutdownNow();
    }
    assertThat(read(0, 1_000).orElseThrow())
        .extracting(Batch::seq)
        .containsExactlyElementsOf(LongStream.rangeClosed(1, 100).boxed().toList());
  }

  @Test
  void append_underAnEpochThatAnotherServiceEnded_isRefusedForEver() {
    database.claim();
    append(many(1));
    database.write(connection ->
        connection.createStatement().executeUpdate("UPDATE head SET epoch = epoch + 1"));
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> append(many(1)))
          .isInstanceOf(StoreException.class)
          .hasMessage(
              "UNAVAILABLE: another service has taken the database; this service refuses changes"
                  + " of offers until it is restarted");
    }
    assertThat(head()).isEqualTo(1);
    Ownership ownership = database.ownership();
    assertThat(ownership.problem()).startsWith("another service has taken the database");
  }
}
