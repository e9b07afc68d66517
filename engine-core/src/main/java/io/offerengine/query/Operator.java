package io.offerengine.query;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** How a condition compares a field with a value. The set is complete: no like, between, or. */
public enum Operator {
  /** Equal; with null: absent. */
  EQ("eq"),
  /** Present and not equal; with null: present. */
  NEQ("neq"),
  /** Greater than. */
  GT("gt"),
  /** Greater than or equal. */
  GTE("gte"),
  /** Less than. */
  LT("lt"),
  /** Less than or equal. */
  LTE("lte"),
  /** Equal to one of a list. */
  IN("in"),
  /** Present and equal to none of a list. */
  NOTIN("notin");

  /** Ready answers of {@link #ofSymbol}. */
  private static final Map<String, Optional<Operator>> BY_SYMBOL =
      Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(Operator::symbol, Optional::of));

  private final String symbol;

  Operator(String symbol) {
    this.symbol = symbol;
  }

  /** Returns the name that requests use. */
  public String symbol() {
    return symbol;
  }

  /** Returns whether it compares by order, so that only ordered fields take it. */
  public boolean isOrdered() {
    return this == GT || this == GTE || this == LT || this == LTE;
  }

  /** Returns whether its value is a list. */
  public boolean takesList() {
    return this == IN || this == NOTIN;
  }

  /** Returns whether it holds where {@link #EQ} or {@link #IN} does not. */
  public boolean isNegated() {
    return this == NEQ || this == NOTIN;
  }

  /** Returns the operator of a request's name for it. */
  public static Optional<Operator> ofSymbol(String symbol) {
    return BY_SYMBOL.getOrDefault(symbol, Optional.empty());
  }

  @Override
  public String toString() {
    return symbol;
  }
}
