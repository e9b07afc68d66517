package io.offerengine.schema;

import java.util.List;
import java.util.stream.Collectors;

/**
 * What offers must satisfy: a {@link Condition} on one field, or several of them. The methods of
 * typed fields create conditions, and {@code Query.any}, {@code Query.none} and {@code Query.all}
 * join them.
 *
 * <p><b>Threads.</b> Immutable.
 */
public sealed interface Criterion {
  /** Returns a field that this criterion names. */
  Field anyField();

  /** What can be one of several alternatives. */
  sealed interface Alternative extends Criterion permits Condition, All {
    /** Returns the conditions, which must all hold. */
    List<Condition> conditions();

    @Override
    default Field anyField() {
      return conditions().get(0).field();
    }
  }

  /**
   * Conditions that must all hold.
   *
   * @param conditions at least one
   */
  record All(List<Condition> conditions) implements Alternative {
    /** Creates a criterion of at least one condition. */
    public All {
      conditions = List.copyOf(conditions);
      if (conditions.isEmpty()) {
        throw new IllegalArgumentException("all of nothing: name at least one condition");
      }
    }

    /** Returns the conditions, joined by "and". */
    @Override
    public String toString() {
      return conditions.stream().map(Condition::toString).collect(Collectors.joining(" and "));
    }
  }

  /**
   * Alternatives of which at least one must hold, or none may hold.
   *
   * @param isExcluded whether none may hold
   * @param alternatives at least one
   */
  record Group(boolean isExcluded, List<Alternative> alternatives) implements Criterion {
    /** Creates a criterion of at least one alternative. */
    public Group {
      alternatives = List.copyOf(alternatives);
      if (alternatives.isEmpty()) {
        throw new IllegalArgumentException(
            (isExcluded ? "none" : "any") + " of nothing: name at least one alternative");
      }
    }

    @Override
    public Field anyField() {
      return alternatives.get(0).anyField();
    }

    /** Returns the alternatives in words, as explanations print them. */
    @Override
    public String toString() {
      return alternatives.stream()
          .map(Alternative::toString)
          .collect(Collectors.joining(") or (", isExcluded ? "none of (" : "any of (", ")"));
    }
  }
}
