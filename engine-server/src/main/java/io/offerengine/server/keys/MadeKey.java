package io.offerengine.server.keys;

/**
 * A new key with its secret, which can't be found out again.
 *
 * @param issued the key as the database has it
 * @param text the key as its owner sends it
 */
public record MadeKey(IssuedKey issued, String text) {
  /** Returns the key without its secret. */
  @Override
  public String toString() {
    return issued.toString();
  }
}
