package io.offerengine.log;

import io.offerengine.schema.Offer;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
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
 * <p>All is read in one transaction. First come the identifiers of all later changes, so that each
 * offer is returned once, as the last entry left it, and offers that were deleted are not returned.
 * One thread reads parts, several threads decode them, and the iterator returns the offers.
 *
 * <p><b>Cost.</b> Memory for a few MiB, and 32 bytes for each offer that the entries after the base
 * changed.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class LogLoader implements Iterator<Offer>, AutoCloseable {
  private static final long READ_BYTES = 4L << 20;

  private final LogDatabase database;
  private final ChangeForm form;
  private final CompletableFuture<Found> found = new CompletableFuture<>();
  private final int decoders = Runtime.getRuntime().availableProcessors();
  private final ExecutorService threads =
      Executors.newFixedThreadPool(decoders + 1, LogLoader::daemon);
  private final BlockingQueue<Future<Some>> decoded = new ArrayBlockingQueue<>(2 * decoders);
  private Iterator<Offer> current = Collections.emptyIterator();
  private boolean isOver;

  /**
   * What is loaded.
   *
   * @param position the position of the offers
   * @param atMost at most so many offers come, as far as is known
   */
  record Found(Position position, long atMost) {}

  /** Some offers, or the end of all. */
  private record Some(List<Offer> offers, boolean isEnd) {}

  /** Starts to read. */
  LogLoader(LogDatabase database, ChangeForm form) {
    this.database = database;
    this.form = form;
    threads.execute(this::readAll);
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "offer-log-load");
    thread.setDaemon(true);
    return thread;
  }

  /** Returns what is loaded, as soon as it is known. */
  Found found() {
    try {
      return found.join();
    } catch (CompletionException e) {
      throw unwrapped(e.getCause());
    }
  }

  @Override
  public boolean hasNext() {
    while (!current.hasNext() && !isOver) {
      Some some = take();
      isOver = some.isEnd();
      current = some.offers().iterator();
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

  private Some take() {
    try {
      return decoded.take().get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the loading was interrupted", e);
    } catch (ExecutionException e) {
      isOver = true;
      throw unwrapped(e.getCause());
    }
  }

  private static RuntimeException unwrapped(@Nullable Throwable cause) {
    if (cause instanceof Error error) {
      throw error;
    }
    return cause instanceof RuntimeException failure ? failure : new IllegalStateException(cause);
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }

  private void readAll() {
    CompletableFuture<Some> end = CompletableFuture.completedFuture(new Some(List.of(), true));
    try {
      database.<Boolean>read(this::readAll);
    } catch (ReloadException e) {
      // One version of the log is read, so that nobody can have trimmed it meanwhile.
      LogDamagedException damaged =
          new LogDamagedException(e.getMessage() + "; restore the database from a copy");
      found.completeExceptionally(damaged);
      end = CompletableFuture.failedFuture(damaged);
    } catch (RuntimeException | Error e) {
      found.completeExceptionally(e);
      end = CompletableFuture.failedFuture(e);
    }
    try {
      decoded.put(end);
    } catch (InterruptedException nobodyListens) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean readAll(LogSession session) throws SQLException {
    LogHead head = LogTables.head(session);
    LogTables.Base base = LogTables.base(session);
    long after = base == null ? 0 : base.position().number();
    if (head.trimmed() > after) {
      throw new LogDamagedException(
          "the log begins after entry "
              + head.trimmed()
              + ", and no base has its offers; restore the database from a copy");
    }
    EntryReader entries = new EntryReader(form, session);
    Long2LongOpenHashMap last = new Long2LongOpenHashMap();
    eachEntry(session, base, head, entry -> entries.ids(entry, id -> last.put(id, entry.number())));
    found.complete(new Found(head.position(), (base == null ? 0 : base.offers()) + last.size()));
    try {
      if (base != null) {
        readBase(session, base, last);
      }
      eachEntry(
          session,
          base,
          head,
          entry -> {
            List<Offer> offers = entries.offers(entry);
            hand(() -> keep(offers, last, entry.number()));
          });
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return true;
  }

  private void readBase(LogSession session, LogTables.Base base, Long2LongOpenHashMap last)
      throws SQLException, InterruptedException {
    for (int part = 0; part < base.parts(); part++) {
      int number = part;
      String name = "the base of entry " + base.position().number() + ", part " + part;
      byte[] bytes = LogTables.part(session, base.id(), part);
      if (bytes == null) {
        throw new LogDamagedException(name + " is missing; restore the database from a copy");
      }
      hand(() -> {
        List<Offer> offers = new ArrayList<>();
        form.read(
            base.id(),
            number,
            bytes,
            name,
            false,
            (id, before, after) -> EntryReader.add(after, offers));
        return keep(offers, last, 0);
      });
    }
  }

  /** Leaves those offers that no later entry changed: 0 stands for the base. */
  private static Some keep(List<Offer> offers, Long2LongOpenHashMap last, long number) {
    return new Some(
        offers.stream().filter(offer -> last.get(offer.id()) == number).toList(), false);
  }

  private void hand(Callable<Some> decoding) throws InterruptedException {
    decoded.put(threads.submit(decoding));
  }

  /** Receives an entry. */
  private interface EntryReceiver<E extends Exception> {
    void take(StoredEntry entry) throws SQLException, E;
  }

  private static <E extends Exception> void eachEntry(
      LogSession session, LogTables.@Nullable Base base, LogHead head, EntryReceiver<E> receiver)
      throws SQLException, E {
    long end = head.position().number();
    long last = base == null ? 0 : base.position().number();
    UUID previous = base == null ? null : base.position().entry();
    while (last < end) {
      List<StoredEntry> read = LogTables.read(session, last, end, READ_BYTES).entries();
      for (StoredEntry entry : read) {
        if (previous != null && !previous.equals(entry.previous())) {
          throw lacksAfter(last);
        }
        receiver.take(entry);
        last = entry.number();
        previous = entry.position().entry();
      }
      if (read.isEmpty()) {
        throw lacksAfter(last);
      }
    }
  }

  private static LogDamagedException lacksAfter(long number) {
    return new LogDamagedException(
        "the log lacks the entry after " + number + "; restore the database from a copy");
  }
}
