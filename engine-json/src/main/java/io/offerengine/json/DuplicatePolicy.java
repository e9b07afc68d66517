package io.offerengine.json;

/** Decides what happens if an identifier occurs twice in a text of offers. */
public enum DuplicatePolicy {
  /**
   * The second offer is an error that names both positions. Costs about 32 bytes of memory for each
   * offer.
   */
  ERROR,
  /** Both offers are returned. If the caller stores them in order, the last one wins. */
  LAST
}
