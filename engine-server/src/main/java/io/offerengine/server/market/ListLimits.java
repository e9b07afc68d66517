package io.offerengine.server.market;

import io.offerengine.query.ErrorCode;
import io.offerengine.server.http.Answer;
import io.offerengine.server.http.ErrorResponses;
import io.offerengine.server.http.Route;
import io.offerengine.server.http.limit.FairBudget;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;

/**
 * The limits of lists, which are read from the database in pages while clients read them.
 *
 * <p>A list holds a thread until its client has read it, but no connection to the database and no
 * slot of searches.
 *
 * @param slots the slots of running lists, of all kinds together
 * @param longest how long a list may take before its connection is cut
 */
public record ListLimits(FairBudget slots, Duration longest) {
  private static final int DEFAULT_LISTS = 8;

  /** Enough for a million items at 200 kB per second. */
  private static final Duration DEFAULT_TIME = Duration.ofMinutes(10);

  /**
   * Returns limits of which nothing is taken.
   *
   * @param listsAtOnce how many lists may run at once, at least 1; more are refused
   */
  public static ListLimits of(int listsAtOnce, Duration longest) {
    return new ListLimits(FairBudget.ofSlots(listsAtOnce, "other lists"), longest);
  }

  /** Returns the default limits: 8 lists at once, 10 minutes each. */
  public static ListLimits defaults() {
    return of(DEFAULT_LISTS, DEFAULT_TIME);
  }

  /** Returns a route with the slots of lists. */
  Route within(Route route) {
    return route.within(slots);
  }

  /** Returns an answer with a list, which is cut when its time is over. */
  Answer answer(Answer.Writing list) {
    return Answer.streamed(out -> list.to(new DeadlineStream(out, longest))).notStored();
  }

  /**
   * An output stream with a deadline: a write after the deadline throws.
   *
   * <p>If the reader stops completely, the write blocks and the connection's own timeout ends it.
   */
  private static final class DeadlineStream extends FilterOutputStream {
    private final Duration limit;
    private final long start = System.nanoTime();

    DeadlineStream(OutputStream target, Duration limit) {
      super(target);
      this.limit = limit;
    }

    @Override
    public void write(int b) throws IOException {
      requireTime();
      out.write(b);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      requireTime();
      out.write(bytes, offset, length);
    }

    private void requireTime() {
      if (System.nanoTime() - start >= limit.toNanos()) {
        throw ErrorResponses.refusal(
            ErrorCode.DEADLINE_EXCEEDED,
            "the client did not read the response within "
                + limit.toSeconds()
                + " s; ask for less");
      }
    }
  }
}
