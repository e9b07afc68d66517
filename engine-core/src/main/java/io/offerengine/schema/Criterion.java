package io.offerengine.schema;

import java.util.List;

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
  }

  /**
   * Alternatives of which at least one must hold.
   *
   * @param alternatives at least one
   */
  record Any(List<Alternative> alternatives) implements Criterion {
    /** Creates a criterion of at least one alternative. */
    public Any {
      alternatives = List.copyOf(alternatives);
      if (alternatives.isEmpty()) {
        throw new IllegalArgumentException("any of nothing: name at least one alternative");
      }
    }

    @Override
    public Field anyField() {
      return alternatives.get(0).anyField();
    }
  }

  /**
   * Alternatives of which none may hold.
   *
   * @param alternatives at least one
   */
  record None(List<Alternative> alternatives) implements Criterion {
    /** Creates a criterion of at least one alternative. */
    public None {
      alternatives = List.copyOf(alternatives);
      if (alternatives.isEmpty()) {
        throw new IllegalArgumentException("none of nothing: name at least one alternative");
      }
    }

    @Override
    public Field anyField() {
      return alternatives.get(0).anyField();
    }
  }
}
