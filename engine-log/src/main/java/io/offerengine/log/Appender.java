package io.offerengine.log;

import io.offerengine.BatchResult;
import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.schema.OfferBatch;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The thread that appends batches. Batches wait in a queue. The thread takes those in front that
 * touch different offers, decides each against the end of the log, stores all of them in one
 * transaction, and publishes them.
 *
 * <p>On PostgreSQL the transaction locks the head of the log first, and the thread applies the
 * entries that others have appended meanwhile. If these are many, it gives the lock back, applies
 * them without it, and tries again: others never wait for that.
 *
 * <p><b>Threads.</b> Safe for all.
 */
final class Appender implements AutoCloseable {
  private static final System.Logger LOGGER = System.getLogger("io.offerengine");

  /** How many batches and operations share a transaction at most. */
  private static final int MOST_BATCHES = 256;

  private static final int MOST_OPERATIONS = 10_000;

  /** How many bytes, and how many offers of an entry, are applied with the head locked at most. */
  private static final int LOCKED_BYTES = 1 << 20;

  private static final int LOCKED_CHANGES = 256;

  private final Log log;
  private final Replica replica;
  private final LogFollower follower;
  private final LogWriter writer;
  private final Deque<Waiting> queue = new ArrayDeque<>();
  private final LogThread thread = new LogThread(this::run, "offer-log-append");
  private volatile boolean isClosed;

  /** The session of the last append; null if it failed. */
  private @Nullable LogSession session;

  /** A batch and who waits for it. */
  private record Waiting(OfferBatch batch, CompletableFuture<Long> version) {}

  Appender(Log log, Replica replica, LogFollower follower) {
    this.log = log;
    this.replica = replica;
    this.follower = follower;
    this.writer = new LogWriter(log);
  }

  void start() {
    thread.start();
  }

  /** Returns how many batches wait for their turn. */
  int waiting() {
    synchronized (queue) {
      return queue.size();
    }
  }

  /**
   * Appends a batch.
   *
   * @param patience how long to wait for the batch's turn
   * @return the version that has it
   */
  long append(OfferBatch batch, Duration patience) {
    Waiting waiting = new Waiting(batch, new CompletableFuture<>());
    synchronized (queue) {
      requireOpen();
      queue.add(waiting);
      queue.notifyAll();
    }
    try {
      return waiting.version().get(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      requireTaken(waiting);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      requireTaken(waiting);
    } catch (ExecutionException e) {
      throw unwrapped(e.getCause());
    }
    try {
      return waiting.version().join();
    } catch (CompletionException e) {
      throw unwrapped(e.getCause());
    }
  }

  private void requireTaken(Waiting waiting) {
    synchronized (queue) {
      if (queue.remove(waiting)) {
        throw new LogUnavailableException(
            "other changes came first, and the time is over; nothing was stored, try again",
            false,
            null);
      }
    }
  }

  /** Returns the cause of a failure of another thread, or throws it if it is an error. */
  static RuntimeException unwrapped(@Nullable Throwable cause) {
    if (cause instanceof Error error) {
      throw error;
    }
    return cause instanceof RuntimeException failure ? failure : new IllegalStateException(cause);
  }

  private void requireOpen() {
    if (isClosed) {
      throw new EngineException(ErrorCode.CLOSED, "CLOSED: the engine was closed");
    }
  }

  private void run() {
    boolean isOpen = true;
    while (isOpen) {
      try {
        isOpen = appendNext();
      } catch (InterruptedException e) {
        isOpen = false;
      } catch (RuntimeException | Error e) {
        LOGGER.log(System.Logger.Level.ERROR, "The thread that appends failed; it goes on", e);
      }
    }
    dropSession();
    fail(takeAll(), new EngineException(ErrorCode.CLOSED, "CLOSED: the engine was closed"));
  }

  /** Appends the next batches; returns false if the engine is closed, and none is left. */
  private boolean appendNext() throws InterruptedException {
    if (!awaitBatch()) {
      return false;
    }
    follower.awaitLoaded(() -> isClosed);
    replica.exclusive().lock();
    try {
      List<Waiting> group = takeGroup();
      if (!group.isEmpty()) {
        append(group);
      }
    } finally {
      replica.exclusive().unlock();
    }
    return true;
  }

  /** Waits for a batch; returns false if the engine is closed, and no batch is left. */
  private boolean awaitBatch() throws InterruptedException {
    synchronized (queue) {
      while (queue.isEmpty() && !isClosed) {
        queue.wait();
      }
      return !queue.isEmpty();
    }
  }

  /** Takes the batches in front of the queue that touch different offers. */
  private List<Waiting> takeGroup() {
    synchronized (queue) {
      List<Waiting> group = new ArrayList<>();
      LongOpenHashSet touched = new LongOpenHashSet();
      int operations = 0;
      while (!queue.isEmpty() && group.size() < MOST_BATCHES) {
        OfferBatch next = queue.element().batch();
        operations += next.size();
        if (!group.isEmpty() && (operations > MOST_OPERATIONS || touches(next, touched))) {
          break;
        }
        next.operations().forEach(operation -> touched.add(operation.id()));
        group.add(queue.remove());
      }
      return group;
    }
  }

  private static boolean touches(OfferBatch batch, LongOpenHashSet offers) {
    return batch.operations().stream().anyMatch(operation -> offers.contains(operation.id()));
  }

  private List<Waiting> takeAll() {
    synchronized (queue) {
      List<Waiting> all = List.copyOf(queue);
      queue.clear();
      return all;
    }
  }

  private void append(List<Waiting> group) {
    try {
      List<BatchResult> results = decideAndStore(group.stream().map(Waiting::batch).toList());
      for (int i = 0; i < group.size(); i++) {
        deliver(group.get(i), results.get(i));
      }
    } catch (SQLException e) {
      dropSession();
      LogUnavailableException failure = LogDatabase.unavailable(e);
      if (LogDatabase.isOfConnection(e)) {
        follower.noteUnreachable(failure);
      }
      fail(group, failure);
    } catch (RestoredLogException e) {
      dropSession();
      follower.noteRestored(e);
      fail(
          group,
          refusal(
              "the log of changes was restored from a copy; nothing is stored until its operator"
                  + " accepts this"));
    } catch (LogDamagedException e) {
      dropSession();
      follower.wake();
      fail(group, refusal(e.getMessage() + "; nothing was stored"));
    } catch (Follower.ReloadException | Replica.StoppedException e) {
      dropSession();
      follower.wake();
      fail(group, refusal("this service lacks changes of others; nothing was stored, try again"));
    } catch (RuntimeException | Error e) {
      dropSession();
      follower.wake();
      fail(group, e);
    }
  }

  private static LogUnavailableException refusal(String problem) {
    return new LogUnavailableException(problem, false, null);
  }

  private void deliver(Waiting waiting, BatchResult result) {
    RuntimeException refusal = result.refusal();
    if (refusal == null) {
      waiting.version().complete(result.version());
    } else {
      follower.refused.incrementAndGet();
      waiting.version().completeExceptionally(refusal);
    }
  }

  private static void fail(List<Waiting> group, Throwable failure) {
    group.forEach(each -> each.version().completeExceptionally(failure));
  }

  private List<BatchResult> decideAndStore(List<OfferBatch> batches) throws SQLException {
    if (follower.isUnreachable()) {
      throw refusal("the database can't be reached now; nothing was stored, try again");
    }
    while (true) {
      LogSession open = log.database().isShared() ? begunSession(batches) : session();
      try {
        Position end = catchUp(open);
        if (end != null) {
          long before = end.number();
          List<BatchResult> results =
              replica.decide(end, batches, (from, changes) -> writer.store(open, from, changes));
          open.rollBack();
          Position now = Objects.requireNonNull(replica.position());
          follower.appended.addAndGet(now.number() - before);
          return results;
        }
      } catch (Replica.StaleException e) {
        open.rollBack();
        followToEnd(open);
      }
    }
  }

  /** Returns the session, after a failure a new one. */
  private LogSession session() throws SQLException {
    LogSession open = session == null ? log.database().session() : session;
    session = open;
    return open;
  }

  /** Returns a session with a transaction that may store batches. */
  private LogSession begunSession(List<OfferBatch> batches) throws SQLException {
    boolean isUsed = session != null;
    try {
      LogSession open = session();
      open.beginWriting(batches.stream().mapToInt(OfferBatch::size).sum());
      return open;
    } catch (SQLException e) {
      if (!isUsed || !LogDatabase.isOfConnection(e)) {
        throw e;
      }
      // The connection broke while nobody used it, for example since PostgreSQL was restarted.
      dropSession();
      return begunSession(batches);
    }
  }

  /**
   * Returns the end of the log when the engine has reached it: on PostgreSQL with the head locked.
   *
   * @return null if the engine had to do this without the lock
   */
  private @Nullable Position catchUp(LogSession open) throws SQLException {
    Position last = replica.position();
    if (last == null || replica.isBroken()) {
      throw new Follower.ReloadException("the offers are not loaded");
    }
    if (!log.database().isShared()) {
      return last;
    }
    LogSession.Head head = open.lockHead();
    requireOwnGeneration(!log.appendsTo(head));
    if (head.position().is(last)) {
      return head.position();
    }
    LogSession.Read read = open.read(last.number(), Long.MAX_VALUE, LOCKED_BYTES);
    LogFollower.requireSameLog(last, read);
    boolean isLittle =
        endsAt(read, head)
            && read.entries().stream().allMatch(entry -> entry.changes() <= LOCKED_CHANGES);
    if (!isLittle) {
      open.rollBack();
      followToEnd(open);
      return null;
    }
    follower.apply(open, read);
    return head.position();
  }

  private static boolean endsAt(LogSession.Read read, LogSession.Head head) {
    List<StoredEntry> entries = read.entries();
    return !entries.isEmpty() && entries.get(entries.size() - 1).position().is(head.position());
  }

  /** Applies the entries of others without a lock. */
  private void followToEnd(LogSession open) throws SQLException {
    open.beginReading();
    try {
      follower.catchUp(open);
    } finally {
      open.rollBack();
    }
    requireOwnGeneration(follower.isOutdated());
  }

  private static void requireOwnGeneration(boolean isOutdated) {
    if (isOutdated) {
      throw refusal(
          "a newer build of this service stores offers with other fields; send changes there, or"
              + " upgrade this one");
    }
  }

  private void dropSession() {
    if (session != null) {
      session.close();
      session = null;
    }
  }

  /** Appends what waits, unless all offers are loaded again, and ends. */
  @Override
  public void close() {
    synchronized (queue) {
      isClosed = true;
      queue.notifyAll();
    }
    thread.awaitEnd();
  }
}
