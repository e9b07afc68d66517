package io.offerengine.server.http.limit;

import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import java.util.HashMap;
import java.util.Map;

/**
 * A number of units, such as slots or bytes, that clients share.
 *
 * <p>The more units are free, the more one client may hold: at most {@value #SHARE} times the units
 * that stay free. A single client gets up to three quarters of all units, two clients get up to
 * three sevenths each, and a part stays free for a client that comes later. A client that holds
 * nothing gets what is free, and if nobody holds anything, a client gets any number of units: a
 * single answer that is larger than the budget is sent after all.
 *
 * <p><b>Cost.</b> O(1); one entry for each client that holds units.
 *
 * <p><b>Threads.</b> Safe for all; the lock is held for one look-up.
 *
 * <p>Source: the dynamic thresholds of Choudhury and Hahne, "Dynamic Queue Length Thresholds for
 * Shared-Memory Packet Switches", 1998.
 */
public final class FairBudget {
  /** How many times the free units a client may hold. */
  static final int SHARE = 3;

  private final long capacity;
  private final BusyException.Cause lacking;
  private final String problem;
  private final Map<Client, Long> heldBy = new HashMap<>();
  private long used;

  /** The units that one request holds. Confined to one thread at a time. */
  public final class Share {
    private final Client client;
    private long units;

    private Share(Client client) {
      this.client = client;
    }

    /** Takes more units if the client may have them; returns whether it took them. */
    public boolean take(long more) {
      boolean isTaken = takeFor(client, more);
      units += isTaken ? more : 0;
      return isTaken;
    }

    /**
     * Takes more units.
     *
     * @throws EngineException if the client may not have them now
     */
    public void require(long more) {
      if (!take(more)) {
        throw refusal();
      }
    }

    /** Returns the refusal of a request that can't have the units that it needs. */
    public EngineException refusal() {
      return new BusyException(ErrorCode.UNAVAILABLE, lacking, problem, null);
    }

    /** Gives everything back. Later calls do nothing. */
    public void giveBack() {
      giveBackFor(client, units);
      units = 0;
    }
  }

  private FairBudget(long capacity, BusyException.Cause lacking, String problem) {
    if (capacity < 1) {
      throw new IllegalArgumentException("a budget has at least 1 unit, but got " + capacity);
    }
    this.capacity = capacity;
    this.lacking = lacking;
    this.problem = problem;
  }

  /**
   * Returns slots for requests that run at once, of which none is taken. A request that gets none
   * is refused and not queued: clients repeat it, and the service's memory stays bounded.
   *
   * @param slots how many requests may run at once, at least 1
   * @param others the name of the running requests in a refusal, for example {@code other reports}
   */
  public static FairBudget ofSlots(int slots, String others) {
    return new FairBudget(
        slots, BusyException.Cause.SLOTS, "the service is busy with " + others + "; try again");
  }

  /** Returns a budget of bytes of bodies and answers in memory, at least 1. */
  public static FairBudget ofBytes(long bytes) {
    return new FairBudget(
        bytes,
        BusyException.Cause.BYTES_IN_FLIGHT,
        "too many bytes of bodies and answers are in memory, most likely because clients do not"
            + " read their answers; try again");
  }

  /** Returns a share of a client that holds nothing yet. */
  public Share shareOf(Client client) {
    return new Share(client);
  }

  /** Returns the number of units. */
  public long capacity() {
    return capacity;
  }

  /** Returns how many units are held. */
  public synchronized long used() {
    return used;
  }

  private synchronized boolean takeFor(Client client, long units) {
    long held = heldBy.getOrDefault(client, 0L);
    long left = capacity - used - units;
    boolean fits = used == 0 || (left >= 0 && (held == 0 || held + units <= SHARE * left));
    if (fits) {
      used += units;
      heldBy.put(client, held + units);
    }
    return fits;
  }

  private synchronized void giveBackFor(Client client, long units) {
    used -= units;
    heldBy.computeIfPresent(client, (same, held) -> held == units ? null : held - units);
  }
}
