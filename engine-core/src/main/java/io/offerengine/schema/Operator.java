package io.offerengine.schema;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** How a condition compares a field with a value. These are all operators. */
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
  NOTIN("notin"),
  /** A text that begins with a text; case is ignored. */
  STARTS_WITH("starts_with"),
  /** A text that contains a text; case is ignored. */
  CONTAINS("contains"),
  /** A list with a value. */
  HAS("has"),
  /** A list with at least one of some values. */
  HAS_ANY("has_any"),
  /** A list with all of some values. */
  HAS_ALL("has_all");

  /** The results of {@link #ofSymbol}; lookups allocate nothing. */
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

  /** Returns whether this operator compares by order; only ordered fields allow such operators. */
  public boolean isOrdered() {
    return this == GT || this == GTE || this == LT || this == LTE;
  }

  /** Returns whether the value of a condition with this operator is a list. */
  public boolean takesList() {
    return this == IN || this == NOTIN || this == HAS_ANY || this == HAS_ALL;
  }

  /** Returns whether this operator looks into a text; only fields of type text allow it. */
  public boolean isPattern() {
    return this == STARTS_WITH || this == CONTAINS;
  }

  /** Returns whether this operator asks for the values of a list; only lists allow it. */
  public boolean asksForValues() {
    return this == HAS || this == HAS_ANY || this == HAS_ALL;
  }

  /** Returns whether this operator is the negation of {@link #EQ} or {@link #IN}. */
  public boolean isNegated() {
    return this == NEQ || this == NOTIN;
  }

  /** Returns the operator of a name that requests use; empty if there is none. */
  public static Optional<Operator> ofSymbol(String symbol) {
    return BY_SYMBOL.getOrDefault(symbol, Optional.empty());
  }

  @Override
  public String toString() {
    return symbol;
  }
}
