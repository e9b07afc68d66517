package io.offerengine.log;

import java.util.UUID;

/**
 * A point in a log: the offers as of one entry.
 *
 * @param number the number of the entry; 0 before the first one
 * @param entry its identifier, or that of the log before the first entry. Two copies of a log that
 *     went different ways have the same numbers, but not the same identifiers.
 * @param ends how many bytes the log has up to the entry, trimmed entries included
 */
record Position(long number, UUID entry, long ends) {
  /** Returns whether this is the same point, as far as the number and the identifier say. */
  boolean is(Position other) {
    return number == other.number && entry.equals(other.entry);
  }

  /** Returns the number and the identifier as a text. */
  String text() {
    return number + " " + entry;
  }

  /**
   * Returns the position of a text, with an end that is not known.
   *
   * @throws IllegalArgumentException if it is no text of a position
   */
  static Position of(String text) {
    String[] parts = text.split(" ", 2);
    if (parts.length < 2) {
      throw new IllegalArgumentException("no position: " + text);
    }
    return new Position(Long.parseLong(parts[0]), UUID.fromString(parts[1]), 0);
  }
}
