package io.offerengine;

/** Hears how a bulk load goes on. */
@FunctionalInterface
public interface LoadListener {
  /** Hears nothing. */
  LoadListener NONE = offers -> {};

  /**
   * Called on the loading thread now and then, and at the end.
   *
   * @param offers the number of offers read so far
   */
  void loaded(long offers);
}
