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
 * system shares the processors among the clients. A further request of a client starts while fewer
 * compute than there are processors; more turns would finish no earlier. While several clients
 * come, one processor stays free for a client that computes nothing: otherwise the operating system
 * would let it wait for a processor, which takes longer than a small search. A turn that gets free
 * goes to the client that has computed for the shortest time, and of its requests to the oldest.
 * The time is measured, since the shape of a request does not tell what it costs.
 *
 * <p>The thread of the next request wakes up when the turn before its own begins, as in Java's fair
 * semaphore, so that, on busy processors, it often runs or waits for a processor already when its
 * turn comes.
 *
 * <p>Time counts as long as a client has requests that compute or wait. A client that comes starts
 * with the time of the client that has computed least, so nobody saves turns up.
 *
 * <p>Requests enter one by one for each processor. Otherwise, if clients repeat refused requests at
 * once, the many threads that refuse leave no processor to the few that compute.
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
  private final Map<Client, Usage> usages = new LinkedHashMap<>();

  /** How many requests compute. Under the lock. */
  private int computing;

  /** Who asked last. Under the lock. */
  private @Nullable Client last;

  /** Until when several clients count as present. Under the lock. */
  private long sharedUntil;

  /** What a client has. */
  private static final class Usage {
    private final Deque<Turn> waiting = new ArrayDeque<>();
    private int computing;

    /** The time of ended turns, less the instants at which the present turns began. */
    private long nanos;

    long nanosUntil(long now) {
      return nanos + computing * now;
    }
  }

  /** The turn of one request, which may have it again after its end. Confined to one thread. */
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
     * Waits until the request may compute; at once if it may already.
     *
     * @param longest how long to wait at most; null for any time
     * @return the time that it waited in nanoseconds
     * @throws EngineException DEADLINE_EXCEEDED if the time is over, UNAVAILABLE if the service
     *     stops; then the request must not compute
     */
    public long await(@Nullable Duration longest) {
      if (isHeld) {
        return 0;
      }
      long start = nanoTime.getAsLong();
      // The thread waits for real time, whatever clock measures the turns.
      long asked = System.nanoTime();
      waiter = Thread.currentThread();
      requireRunning();
      ask();
      while (!isHeld) {
        requireRunning();
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

    /** Gives the turn up and refuses the request if the thread was interrupted. */
    private void requireRunning() {
      if (Thread.currentThread().isInterrupted()) {
        wake(withdraw(this));
        throw new BusyException(
            ErrorCode.UNAVAILABLE,
            BusyException.Cause.STOPPING,
            "the service is stopping; try again",
            null);
      }
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
   * @param processors how many processors there are, at least 1; so many requests enter at once
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

  /**
   * Lets a request enter or be refused, when few enough others do.
   *
   * @return what the entry returns
   */
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
    return usages.values().stream().mapToInt(usage -> usage.waiting.size()).sum();
  }

  /**
   * Wakes the threads of requests. Not under the lock: a thread that is woken may take the
   * processor at once, and would then wait for the lock when its turn ends. A thread does not wake
   * itself: the next time that it parks, for whatever, it would not wait.
   */
  private static void wake(List<Turn> turns) {
    for (Turn turn : turns) {
      if (!Thread.currentThread().equals(turn.waiter)) {
        LockSupport.unpark(turn.waiter);
      }
    }
  }

  private synchronized List<Turn> enqueue(Turn turn) {
    long now = nanoTime.getAsLong();
    if (last != null && !last.equals(turn.client)) {
      sharedUntil = now + SHARED_NANOS;
    }
    last = turn.client;
    Usage usage = usages.get(turn.client);
    if (usage == null) {
      usage = new Usage();
      usage.nanos =
          usages.values().stream().mapToLong(other -> other.nanosUntil(now)).min().orElse(0);
      usages.put(turn.client, usage);
    }
    usage.waiting.add(turn);
    return give(now);
  }

  /** Ends the wait of a turn; one that was given meanwhile goes on to the next request. */
  private synchronized List<Turn> withdraw(Turn turn) {
    Usage usage = usages.get(turn.client);
    if (turn.isHeld) {
      return end(turn);
    }
    if (usage != null && usage.waiting.remove(turn)) {
      forgetIfIdle(turn.client, usage);
    }
    return List.of();
  }

  private synchronized List<Turn> end(Turn turn) {
    if (!turn.isHeld) {
      return List.of();
    }
    turn.isHeld = false;
    long now = nanoTime.getAsLong();
    Usage usage = Objects.requireNonNull(usages.get(turn.client));
    usage.nanos += now;
    usage.computing--;
    computing--;
    forgetIfIdle(turn.client, usage);
    return give(now);
  }

  private void forgetIfIdle(Client client, Usage usage) {
    if (usage.computing == 0 && usage.waiting.isEmpty()) {
      usages.remove(client);
    }
  }

  /** Gives all turns that can be given; returns whom to wake: those, and the one that is next. */
  private List<Turn> give(long now) {
    List<Turn> turns = new ArrayList<>(2);
    int most = now - sharedUntil < 0 ? processors - 1 : processors;
    for (Usage next = next(now, most); next != null; next = next(now, most)) {
      next.nanos -= now;
      next.computing++;
      computing++;
      Turn turn = next.waiting.remove();
      turn.isHeld = true;
      turns.add(turn);
    }
    Usage soon = turns.isEmpty() ? null : next(now, Integer.MAX_VALUE);
    if (soon != null) {
      turns.add(soon.waiting.element());
    }
    return turns;
  }

  /**
   * Returns who gets the next turn; null if nobody does.
   *
   * @param most how many requests compute before no client gets a further turn; the first turn of a
   *     client has no limit
   */
  private @Nullable Usage next(long now, int most) {
    Usage next = null;
    for (Usage each : usages.values()) {
      boolean mayCompute = !each.waiting.isEmpty() && (each.computing == 0 || computing < most);
      if (mayCompute && (next == null || each.nanosUntil(now) < next.nanosUntil(now))) {
        next = each;
      }
    }
    return next;
  }
}
