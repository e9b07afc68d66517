package io.offerengine.server.offers;

import io.offerengine.cluster.ChangeLog.Head;
import io.offerengine.cluster.ChangeLog.Tail;
import io.offerengine.cluster.ChangeText;
import io.offerengine.cluster.ChangeTexts;
import io.offerengine.cluster.LogRestoredException;
import io.offerengine.cluster.LogUnavailableException;
import io.offerengine.cluster.LoggedBatch;
import io.offerengine.cluster.LoggedChange;
import io.offerengine.cluster.Position;
import io.offerengine.cluster.ReloadException;
import io.offerengine.server.store.ChangeLog.Batch;
import io.offerengine.server.store.Database;
import io.offerengine.server.store.LogConnection;
import io.offerengine.server.store.LogConnection.Read;
import io.offerengine.server.store.StoreException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the batches of a {@link DatabaseLog} in order. If the connection breaks, the next poll
 * makes a new one.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class DatabaseTail implements Tail {
  private final Database database;
  private final ChangeTexts texts;
  private final LongConsumer seen;
  private @Nullable LogConnection connection;
  private Position last;
  private Head head;

  /**
   * Creates a reader.
   *
   * @param seen learns the number of the last batch after each successful read
   */
  DatabaseTail(Database database, ChangeTexts texts, Position after, LongConsumer seen) {
    this.database = database;
    this.texts = texts;
    this.seen = seen;
    this.last = after;
    this.head = new Head(after.seq(), System.nanoTime());
  }

  @Override
  public List<LoggedBatch> poll(Duration wait) throws InterruptedException {
    long deadline = System.nanoTime() + wait.toNanos();
    try {
      while (true) {
        LogConnection source = connected();
        long asked = System.nanoTime();
        Read read = source.read(last.seq());
        List<LoggedBatch> next = next(read);
        head = new Head(read.head().seq(), asked);
        seen.accept(head.seq());
        long left = deadline - System.nanoTime();
        if (!next.isEmpty() || left <= 0) {
          last = next.isEmpty() ? last : next.get(next.size() - 1).position();
          return next;
        }
        source.await(Duration.ofNanos(left));
      }
    } catch (SQLException | StoreException e) {
      close();
      throw new LogUnavailableException(DatabaseLog.message(e), false, e);
    }
  }

  private LogConnection connected() throws SQLException {
    LogConnection open = connection == null ? LogConnection.open(database) : connection;
    connection = open;
    return open;
  }

  private List<LoggedBatch> next(Read read) {
    if (last.seq() < read.trimmed()) {
      throw new ReloadException("the log begins after batch " + read.trimmed());
    }
    UUID expected = expectedLast(read);
    if (!last.batch().equals(expected)) {
      throw new LogRestoredException(
          "the database was replaced by a copy: this member has batch "
              + last.seq()
              + " ("
              + last.batch()
              + "), the database has "
              + (expected == null ? "no such batch" : expected)
              + "; its last batch is "
              + read.head().seq());
    }
    return logged(read.batches());
  }

  /** Returns the unique identifier of the batch with the number of the last one; null for none. */
  private @Nullable UUID expectedLast(Read read) {
    if (read.head().seq() <= last.seq()) {
      return read.head().seq() == last.seq() ? read.head().batch() : null;
    }
    Batch first = read.batches().isEmpty() ? null : read.batches().get(0);
    if (first == null || first.seq() != last.seq() + 1) {
      throw new ReloadException("the log lacks the batch after " + last.seq());
    }
    if (first.previous() == null) {
      throw new ReloadException("an older version of the service wrote batch " + first.seq());
    }
    return first.previous();
  }

  private List<LoggedBatch> logged(List<Batch> batches) {
    List<@Nullable List<ChangeText>> written = new ArrayList<>();
    batches.forEach(batch -> written.add(batch.changes()));
    List<@Nullable List<LoggedChange>> changes = texts.read(written);
    List<LoggedBatch> logged = new ArrayList<>(batches.size());
    for (int i = 0; i < batches.size(); i++) {
      Batch batch = batches.get(i);
      if (batch.previous() == null) {
        // The next poll begins with this batch, and says that it can't be used.
        break;
      }
      logged.add(
          new LoggedBatch(
              new Position(batch.seq(), batch.batch()),
              Objects.requireNonNull(batch.previous()),
              batch.time(),
              changes.get(i)));
    }
    return logged;
  }

  @Override
  public Head head() {
    return head;
  }

  @Override
  public void close() {
    if (connection != null) {
      connection.close();
      connection = null;
    }
  }
}
