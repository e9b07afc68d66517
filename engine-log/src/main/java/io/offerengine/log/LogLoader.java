package io.offerengine.log;

import io.offerengine.schema.Offer;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * All offers as of the end of a log: those of the base, and those that later entries left.
 *
 * <p>All is read in one transaction: the entries from the last one back to the base, then the base.
 * So each offer is returned once, when it is met first, and offers that were deleted are not
 * returned. One thread reads parts, several threads decode them, and the iterator returns the
 * offers.
 *
 * <p><b>Cost.</b> Memory for a few MiB, and 16 bytes for each offer that the entries after the base
 * changed.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class LogLoader implements Iterator<Offer>, AutoCloseable {
  private final Log log;
  private final CompletableFuture<Position> position = new CompletableFuture<>();
  private final int decoders = Runtime.getRuntime().availableProcessors();
  private final ExecutorService threads =
      Executors.newFixedThreadPool(decoders + 1, LogThread.named("offer-log-load"));

  /** What was read, in order. Null is the end. */
  private final BlockingQueue<Future<@Nullable Some>> decoded =
      new ArrayBlockingQueue<>(2 * decoders);

  /** The offers of the entries so far. */
  private final LongOpenHashSet seen = new LongOpenHashSet();

  private Iterator<Offer> current = Collections.emptyIterator();
  private boolean isOver;

  /** The changes of a part of an entry, or offers of a part of the base. */
  private record Some(boolean isOfEntry, List<LoggedChange> changes) {}

  /** Starts to read. */
  LogLoader(Log log) {
    this.log = log;
    Future<?> unused = threads.submit(this::run);
  }

  /** Returns the position of the offers, as soon as it is known. */
  Position position() {
    try {
      return position.join();
    } catch (CompletionException e) {
      throw Appender.unwrapped(e.getCause());
    }
  }

  @Override
  public boolean hasNext() {
    while (!current.hasNext() && !isOver) {
      Some some = take();
      isOver = some == null;
      current = some == null ? current : unseen(some).iterator();
    }
    return current.hasNext();
  }

  @Override
  public Offer next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return current.next();
  }

  private @Nullable Some take() {
    try {
      return decoded.take().get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the loading was interrupted", e);
    } catch (ExecutionException e) {
      isOver = true;
      throw Appender.unwrapped(e.getCause());
    }
  }

  private List<Offer> unseen(Some some) {
    List<Offer> offers = new ArrayList<>(some.changes().size());
    for (LoggedChange change : some.changes()) {
      boolean isNew = some.isOfEntry() ? seen.add(change.id()) : !seen.contains(change.id());
      if (isNew && change.after() != null) {
        offers.add(change.after());
      }
    }
    return offers;
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }

  private void run() {
    try {
      log.database().<Boolean>read(this::readAll);
      hand(CompletableFuture.completedFuture(null));
    } catch (Follower.ReloadException e) {
      // One version of the log is read, so that nobody can have trimmed it meanwhile.
      fail(damage(e.getMessage()));
    } catch (RuntimeException | Error e) {
      fail(e);
    }
  }

  private void fail(Throwable failure) {
    position.completeExceptionally(failure);
    hand(CompletableFuture.failedFuture(failure));
  }

  private boolean readAll(LogSession session) throws SQLException {
    LogSession.Head head = session.head();
    LogSession.Base base = session.base();
    long begin = base == null ? 0 : base.position().number();
    if (head.trimmed() > begin) {
      throw damage("the log begins after entry " + head.trimmed() + ", and no base has its offers");
    }
    position.complete(head.position());
    readEntries(session, head.position(), base == null ? null : base.position(), begin);
    if (base != null) {
      readBase(session, base);
    }
    return true;
  }

  private void readEntries(LogSession session, Position end, @Nullable Position base, long begin)
      throws SQLException {
    StoredEntry next = null;
    long upTo = end.number();
    List<StoredEntry> read;
    do {
      read = session.readBack(begin, upTo, LogFollower.READ_BYTES);
      for (StoredEntry entry : read) {
        requireFollowed(entry.position(), next, end);
        entry.eachPart(
            session,
            (part, bytes, name) -> decode(true, entry.position().entry(), part, bytes, name));
        next = entry;
        upTo = entry.number() - 1;
      }
    } while (!read.isEmpty());
    if (base != null) {
      requireFollowed(base, next, end);
    } else if (next == null && end.number() > 0) {
      throw lacksAfter(0);
    }
  }

  /** Throws unless an entry follows a position, or the log ends there. */
  private static void requireFollowed(Position earlier, @Nullable StoredEntry next, Position end) {
    boolean isFollowed =
        next == null ? earlier.number() == end.number() : next.previous().equals(earlier.entry());
    if (!isFollowed) {
      throw lacksAfter(earlier.number());
    }
  }

  private static LogDamagedException lacksAfter(long number) {
    return damage("the log lacks the entry after " + number);
  }

  private static LogDamagedException damage(@Nullable String problem) {
    return new LogDamagedException(problem + "; restore the database from a copy");
  }

  private void readBase(LogSession session, LogSession.Base base) throws SQLException {
    for (int part = 0; part < base.parts(); part++) {
      decode(false, base.id(), part, base.part(session, part), base.nameOf(part));
    }
  }

  private void decode(boolean isOfEntry, UUID owner, int part, byte[] bytes, String name) {
    hand(
        threads.submit(
            () -> new Some(isOfEntry, log.form().read(owner, part, bytes, name, false))));
  }

  private void hand(Future<@Nullable Some> some) {
    try {
      decoded.put(some);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("nobody takes more offers");
    }
  }
}
