package io.offerengine.server.http.limit;

import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Turns of requests at the processors, which go round the clients.
 *
 * <p>A client that computes nothing gets a turn at once, however much others compute: the operating
 * system shares the processors among the clients. Further requests of a client compute beside its
 * first one only while no more requests compute than there are processors; more at once would
 * finish no earlier. One more than the processors does: when the system takes the processor from a
 * thread that computes, the next one need not wait for the turn of that thread. While several
 * clients come, one processor stays free for a client that computes nothing: otherwise the
 * operating system would let it wait for a processor, which takes longer than a small search. A
 * turn that gets free goes to the client that has computed for the shortest time, and of its
 * requests to the oldest. The time is measured, since the shape of a request does not tell what it
 * costs.
 *
 * <p>Time counts as long as a client has requests that compute or wait. A client that comes starts
 * with the time of the client that has computed least, so nobody saves turns up.
 *
 * <p>Requests take turns to enter, too. Otherwise, if clients repeat refused requests at once, the
 * many threads that refuse leave no processor to the few that compute.
 *
 * <p><b>Cost.</b> A look at each client that computes or waits, under a lock.
 *
 * <p><b>Threads.</b> Safe for all.
 *
 * <p>Source: the fair queues of Demers, Keshav and Shenker, "Analysis and Simulation of a Fair
 * Queueing Algorithm", 1989, with measured costs.
 */
public final class Turns {
  /** How long a client that came after another one keeps a processor free. */
  private static final long SHARED_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final int processors;
  private final LongSupplier nanoTime;
  private final Semaphore entries;

  /** The clients that compute or wait, in the order in which they came. Under the lock. */
  private final Map<Client, Share> shares = new LinkedHashMap<>();

  /** How many requests compute. Under the lock. */
  private int computing;

  /** Who asked last. Under the lock. */
  private @Nullable Client last;

  /** Until when several clients count as present. Under the lock. */
  private long sharedUntil;

  /** What a client has. */
  private static final class Share {
    private final Deque<Turn> waiting = new ArrayDeque<>();
    private int computing;

    /** The time of ended turns, less the instants at which the present turns began. */
    private long nanos;

    long nanosUntil(long now) {
      return nanos + computing * now;
    }
  }

  /** The turn of one request, which may have it several times. Confined to one thread. */
  public final class Turn implements AutoCloseable {
    private final Client client;

    /** The thread that waits; null before. */
    private volatile @Nullable Thread waiter;

    /** Written under the lock of the turns. */
    private volatile boolean isHeld;

    private Turn(Client client) {
      this.client = client;
    }

    /**
     * Waits until the request may compute.
     *
     * @param longest how long to wait at most; null for any time
     * @return the time that it waited in nanoseconds
     * @throws EngineException DEADLINE_EXCEEDED if the time is over, UNAVAILABLE if the service
     *     stops; then the request must not compute
     */
    public long await(@Nullable Duration longest) {
      long start = nanoTime.getAsLong();
      long asked = System.nanoTime();
      waiter = Thread.currentThread();
      ask();
      while (!isHeld) {
        if (Thread.currentThread().isInterrupted()) {
          wake(withdraw(this));
          throw new BusyException(
              ErrorCode.UNAVAILABLE,
              BusyException.Cause.STOPPING,
              "the service is stopping; try again",
              null);
        }
        if (longest == null) {
          LockSupport.park(this);
          continue;
        }
        long left = longest.toNanos() - (System.nanoTime() - asked);
        if (left <= 0) {
          wake(withdraw(this));
          throw new EngineException(
              ErrorCode.DEADLINE_EXCEEDED,
              ErrorCode.DEADLINE_EXCEEDED
                  + ": other requests of yours took the whole time that this one may take; send"
                  + " fewer at once");
        }
        LockSupport.parkNanos(this, left);
      }
      return nanoTime.getAsLong() - start;
    }

    /** Queues for the turn, without waiting. */
    void ask() {
      wake(enqueue(this));
    }

    /** Returns whether the request may compute. */
    public boolean isHeld() {
      return isHeld;
    }

    /** Lets the next request compute. Later calls do nothing, as without {@link #await}. */
    @Override
    public void close() {
      wake(end(this));
    }
  }

  /**
   * Creates turns that nobody has.
   *
   * @param processors how many requests enter at once, and up to beside how many a client computes
   *     more than one, at least 1
   */
  public Turns(int processors) {
    this(processors, System::nanoTime);
  }

  /**
   * Creates turns with a clock.
   *
   * @param nanoTime a clock in nanoseconds from any origin that never goes back
   */
  Turns(int processors, LongSupplier nanoTime) {
    this.processors = processors;
    this.nanoTime = nanoTime;
    this.entries = new Semaphore(processors);
    this.sharedUntil = nanoTime.getAsLong();
  }

  /** Returns the turn of a request that has not computed yet. */
  public Turn of(Client client) {
    return new Turn(client);
  }

  /** Waits for the turn to enter or to be refused, and returns the result. */
  public boolean enter(BooleanSupplier entry) {
    entries.acquireUninterruptibly();
    try {
      return entry.getAsBoolean();
    } finally {
      entries.release();
    }
  }

  /** Returns how many requests compute. */
  synchronized int computing() {
    return computing;
  }

  /** Returns how many requests wait. */
  synchronized int waiting() {
    return shares.values().stream().mapToInt(share -> share.waiting.size()).sum();
  }

  /**
   * Wakes the requests that got their turns. Not under the lock: a thread that is woken may take
   * the processor at once, and would then wait for the lock when its turn ends.
   */
  private static void wake(List<Turn> turns) {
    turns.forEach(turn -> LockSupport.unpark(turn.waiter));
  }

  private synchronized List<Turn> enqueue(Turn turn) {
    long now = nanoTime.getAsLong();
    if (last != null && !last.equals(turn.client)) {
      sharedUntil = now + SHARED_NANOS;
    }
    last = turn.client;
    Share share = shares.get(turn.client);
    if (share == null) {
      share = new Share();
      share.nanos =
          shares.values().stream().mapToLong(other -> other.nanosUntil(now)).min().orElse(0);
      shares.put(turn.client, share);
    }
    share.waiting.add(turn);
    return give(now);
  }

  /** Ends the wait of a turn; one that was given meanwhile goes on to the next request. */
  private synchronized List<Turn> withdraw(Turn turn) {
    Share share = shares.get(turn.client);
    if (turn.isHeld) {
      return end(turn);
    }
    if (share != null && share.waiting.remove(turn)) {
      forgetIfIdle(turn.client, share);
    }
    return List.of();
  }

  private synchronized List<Turn> end(Turn turn) {
    if (!turn.isHeld) {
      return List.of();
    }
    turn.isHeld = false;
    long now = nanoTime.getAsLong();
    Share share = Objects.requireNonNull(shares.get(turn.client));
    share.nanos += now;
    share.computing--;
    computing--;
    forgetIfIdle(turn.client, share);
    return give(now);
  }

  private void forgetIfIdle(Client client, Share share) {
    if (share.computing == 0 && share.waiting.isEmpty()) {
      shares.remove(client);
    }
  }

  /** Gives all turns that can be given, and returns them. */
  private List<Turn> give(long now) {
    List<Turn> turns = new ArrayList<>(1);
    int most = now - sharedUntil < 0 ? processors - 1 : processors + 1;
    for (Share next = next(now, most); next != null; next = next(now, most)) {
      next.nanos -= now;
      next.computing++;
      computing++;
      Turn turn = next.waiting.remove();
      turn.isHeld = true;
      turns.add(turn);
    }
    return turns;
  }

  /**
   * Returns who gets the next turn; null if nobody does.
   *
   * @param most beside fewer than how many requests a client computes more than one
   */
  private @Nullable Share next(long now, int most) {
    Share next = null;
    for (Share each : shares.values()) {
      boolean mayCompute = !each.waiting.isEmpty() && (each.computing == 0 || computing < most);
      if (mayCompute && (next == null || each.nanosUntil(now) < next.nanosUntil(now))) {
        next = each;
      }
    }
    return next;
  }
}
