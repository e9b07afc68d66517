package io.offerengine.schema;

import java.util.Optional;

/** The direction of an order. Absent values come last in both directions. */
public enum Direction {
  /** Smallest first. */
  ASC("asc"),
  /** Largest first. */
  DESC("desc");

  private final String symbol;

  Direction(String symbol) {
    this.symbol = symbol;
  }

  /** Returns the name that requests use. */
  public String symbol() {
    return symbol;
  }

  /** Returns the direction of a name that requests use; empty if there is none. */
  public static Optional<Direction> ofSymbol(String symbol) {
    for (Direction each : values()) {
      if (each.symbol.equals(symbol)) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }

  @Override
  public String toString() {
    return symbol;
  }
}
