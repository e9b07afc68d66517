package io.offerengine.server.admin;

/**
 * The limits of ingests, which bound their memory.
 *
 * <p>A batch takes at most about {@link #MEMORY_PER_TEXT} times the bytes of its text; long lists
 * of short numbers need the most. The size of the heap decides how many ingests may run at once.
 * Further ingests are refused.
 *
 * @param batchBytes the largest batch, in bytes of its text
 * @param batchOffers the most offers of a batch
 * @param ingestsAtOnce how many requests may read a batch at once
 */
public record IngestLimits(int batchBytes, int batchOffers, int ingestsAtOnce) {
  /** The largest number of bytes of memory per byte of text. */
  static final int MEMORY_PER_TEXT = 8;

  private static final int MOST_INGESTS_AT_ONCE = 4;

  /**
   * Returns the default limits: batches of 64 MiB and 100,000 offers, 1 to 4 ingests at once,
   * depending on the heap.
   */
  public static IngestLimits defaults() {
    return ofBatches(64 << 20, Runtime.getRuntime().maxMemory());
  }

  /**
   * Returns limits with batches of 100,000 offers and 1 to 4 ingests at once.
   *
   * @param batchBytes the largest batch, in bytes of its text
   * @param heapBytes the size of the heap; ingests use up to half of it
   */
  public static IngestLimits ofBatches(int batchBytes, long heapBytes) {
    long room = heapBytes / 2 / ((long) batchBytes * MEMORY_PER_TEXT);
    int atOnce = (int) Math.max(1, Math.min(MOST_INGESTS_AT_ONCE, room));
    return new IngestLimits(batchBytes, 100_000, atOnce);
  }
}
