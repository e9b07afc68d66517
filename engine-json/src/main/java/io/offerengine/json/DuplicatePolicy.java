package io.offerengine.json;

/** What an identifier that occurs twice among the offers that are read means. */
public enum DuplicatePolicy {
  /** An error that names both lines; costs about 32 bytes of memory for each offer read. */
  ERROR,
  /** Nothing: both are handed out, so that the later one wins where they are stored. */
  LAST
}
