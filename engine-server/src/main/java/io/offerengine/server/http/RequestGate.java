package io.offerengine.server.http;

import io.offerengine.query.ErrorCode;
import io.offerengine.server.http.limit.BusyException;
import io.offerengine.server.http.limit.Client;
import io.offerengine.server.http.limit.FairBudget;

/**
 * A limit on the number of requests that run at once. Every client has a fair share of the slots;
 * see {@link FairBudget}.
 *
 * <p>Requests beyond the limit are refused at once and not queued. Clients repeat them, and the
 * service's memory stays bounded.
 *
 * <p><b>Threads.</b> Safe for all.
 */
public final class RequestGate {
  private final FairBudget slots;
  private final String others;

  /**
   * Creates a gate without running requests.
   *
   * @param limit how many requests may run at once
   * @param others the name of the running requests in a refusal, for example {@code other reports}
   */
  public RequestGate(int limit, String others) {
    this.slots = new FairBudget(limit);
    this.others = others;
  }

  /** Returns the share of a request that takes no slot yet. */
  FairBudget.Share shareOf(Client client) {
    return slots.shareOf(client);
  }

  /**
   * Takes a slot.
   *
   * @throws io.offerengine.query.EngineException if the client may not have it now
   */
  void enter(FairBudget.Share slot) {
    if (!slot.take(1)) {
      throw new BusyException(
          ErrorCode.UNAVAILABLE,
          BusyException.Cause.SLOTS,
          "the service is busy with " + others + "; try again",
          null);
    }
  }

  /** Returns how many slots there are. */
  int slots() {
    return (int) slots.capacity();
  }

  /** Returns how many slots are taken. */
  public int running() {
    return (int) slots.used();
  }
}
