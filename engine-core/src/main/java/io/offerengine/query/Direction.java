package io.offerengine.query;

import java.util.Optional;

/** Which end of a field's order comes first; absent values come last either way. */
public enum Direction {
  /** Smallest first. */
  ASC("asc"),
  /** Largest first. */
  DESC("desc");

  private static final Direction[] ALL = values();

  private final String symbol;

  Direction(String symbol) {
    this.symbol = symbol;
  }

  /** Returns the name that requests use. */
  public String symbol() {
    return symbol;
  }

  /** Returns the direction of a request's name for it. */
  public static Optional<Direction> ofSymbol(String symbol) {
    for (Direction direction : ALL) {
      if (direction.symbol.equals(symbol)) {
        return Optional.of(direction);
      }
    }
    return Optional.empty();
  }

  @Override
  public String toString() {
    return symbol;
  }
}
