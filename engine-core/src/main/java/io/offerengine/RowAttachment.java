package io.offerengine;

/**
 * Makes bytes of a row that the engine keeps beside it, the row's text in some format for example:
 * see {@link Matches#attached}.
 *
 * <p>Rows never change, so what was made once serves every later search that finds the row. It is
 * kept as long as the row's segment lives and {@linkplain OfferEngine.Builder#attachmentBudget the
 * budget} has room. An offer that changes gets a new row, with nothing attached.
 *
 * <p>Attachments that are {@link Object#equals equal} share what they made; the others each have
 * bytes of their own.
 *
 * <p><b>Threads.</b> Any number of threads may make bytes at once, of one row too; one result is
 * then kept.
 */
@FunctionalInterface
public interface RowAttachment {
  /**
   * Returns bytes that hold for the current row whatever search finds it: no computed value may
   * enter unless {@link Matches#stored what it was computed from} stands beside it.
   *
   * @param row stands at the row, which it shows as a search that does not fold
   * @return not to be changed later
   */
  byte[] make(Matches row);
}
