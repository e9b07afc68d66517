package io.offerengine;

/**
 * Receives the progress of a bulk load.
 *
 * <p><b>Threads.</b> Called on the thread that calls {@link OfferEngine#load}.
 */
@FunctionalInterface
public interface LoadListener {
  /** Ignores the progress. */
  LoadListener NONE = offers -> {};

  /**
   * Receives the progress. The engine calls this method about every thousand offers, and once after
   * the last offer.
   *
   * @param offers the number of offers that were read so far
   */
  void loaded(long offers);
}
