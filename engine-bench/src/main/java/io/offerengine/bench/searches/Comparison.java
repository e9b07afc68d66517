package io.offerengine.bench.searches;

import io.offerengine.schema.Operator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One condition of a search: a column, an operator and a value. An absent value fulfils no
 * condition.
 *
 * @param column the column
 * @param operator EQ, GTE or LTE; EQ for flags; EQ, STARTS_WITH or CONTAINS for texts
 * @param number the value; 1 or 0 for a flag
 * @param text the value of a text column; null for every other column
 */
public record Comparison(Column column, Operator operator, double number, @Nullable String text) {
  /** Checks that the operator is one of these. */
  public Comparison {
    boolean isOrdered = operator == Operator.GTE || operator == Operator.LTE;
    if (operator != Operator.EQ && !isOrdered && !operator.isPattern()) {
      throw new IllegalArgumentException("no search that is compared uses " + operator);
    }
    if ((column.kind() == Column.Kind.TEXT) != (text != null)) {
      throw new IllegalArgumentException(column + " against the wrong kind of value");
    }
  }

  /** Returns the condition that a column has at least a value. */
  public static Comparison atLeast(Column column, double value) {
    return new Comparison(column, Operator.GTE, value, null);
  }

  /** Returns the condition that a column has at most a value. */
  public static Comparison atMost(Column column, double value) {
    return new Comparison(column, Operator.LTE, value, null);
  }

  /** Returns the condition that a column has a value. */
  public static Comparison equalTo(Column column, double value) {
    return new Comparison(column, Operator.EQ, value, null);
  }

  /** Returns the condition that a flag is set, or not. */
  public static Comparison flag(Column column, boolean value) {
    return new Comparison(column, Operator.EQ, value ? 1 : 0, null);
  }

  /** Returns the condition that a column has a text. */
  public static Comparison text(Column column, String value) {
    return new Comparison(column, Operator.EQ, 0, value);
  }

  /** Returns the condition that the title starts with a text of small letters, or contains it. */
  public static Comparison title(Operator pattern, String value) {
    return new Comparison(Column.TITLE, pattern, 0, value);
  }

  /** Returns the value for a query of the engine: a Boolean, a Long, a Double or a String. */
  public Object value() {
    if (text != null) {
      return text;
    }
    return switch (column.kind()) {
      case FLAG -> number != 0;
      case INTEGER -> (long) number;
      case NUMBER, TEXT -> number;
    };
  }

  /** Returns whether a text fulfils the condition; an absent one never does. */
  public boolean holds(@Nullable String value) {
    String wanted = Objects.requireNonNull(text);
    if (value == null) {
      return false;
    }
    return switch (operator) {
      case STARTS_WITH -> value.startsWith(wanted);
      case CONTAINS -> value.contains(wanted);
      default -> value.equals(wanted);
    };
  }

  /** Returns whether a number fulfils the condition; NaN never does. */
  public boolean holds(double value) {
    return switch (operator) {
      case GTE -> value >= number;
      case LTE -> value <= number;
      default -> value == number;
    };
  }
}
