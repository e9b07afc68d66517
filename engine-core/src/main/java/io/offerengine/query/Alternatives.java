package io.offerengine.query;

import io.offerengine.schema.Field;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Conjunctions of which at least one must hold, in a normal form: no conjunction contradicts
 * itself, and none contains another. If two differ in the values of one field alone, and one set
 * can hold the values of both, they are one conjunction.
 *
 * <p>Excluded alternatives have this form too: {@code not (a and b)} is {@code (not a) or (not b)}.
 *
 * <p><b>Cost.</b> Normalising compares each pair of conjunctions. They are at most {@value #MOST},
 * or, of one that is excluded, about as many as its conditions.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class Alternatives {
  /** The most conjunctions of one list. */
  public static final int MOST = 16;

  private final List<ValueSets> conjunctions;

  private Alternatives(List<ValueSets> conjunctions) {
    this.conjunctions = List.copyOf(conjunctions);
  }

  /** Returns the alternatives of which one must hold. */
  static Alternatives anyOf(List<Conjunction> given) {
    return normal(given.stream().map(one -> ValueSets.of(one.conditions)).toList());
  }

  /** Returns the alternatives that hold exactly if a conjunction does not. */
  static Alternatives noneOf(Conjunction given) {
    List<ValueSets> parts = new ArrayList<>();
    ValueSets.of(given.conditions)
        .forEach((field, accepted) ->
            accepted.negation().forEach(part -> parts.add(new ValueSets(field, part))));
    return normal(parts);
  }

  /** Brings conjunctions into the normal form. It changes them, so they must not be shared. */
  private static Alternatives normal(List<ValueSets> given) {
    List<ValueSets> left = new ArrayList<>();
    for (ValueSets each : given) {
      each.dropUnrestricted();
      if (!each.isContradiction()) {
        add(each, left);
      }
    }
    return new Alternatives(left);
  }

  /** Adds a conjunction to others, and drops or merges what it makes superfluous. */
  private static void add(ValueSets added, List<ValueSets> left) {
    ValueSets union = added;
    for (int i = 0; i < left.size(); i++) {
      ValueSets merged = union.or(left.get(i));
      if (merged != null) {
        left.remove(i);
        union = merged;
        i = -1;
      }
    }
    left.add(union);
  }

  /**
   * Simplifies lists of alternatives that must hold beside other conditions: drops lists that
   * always hold and conjunctions that contradict the conditions. If one conjunction is left, it
   * becomes part of the conditions.
   *
   * @param conditions the other conditions, to be restricted further
   */
  static List<Alternatives> simplify(List<Alternatives> lists, ValueSets conditions) {
    List<Alternatives> left = new ArrayList<>(lists);
    boolean isRestricted = true;
    while (isRestricted) {
      isRestricted = false;
      List<Alternatives> next = new ArrayList<>();
      for (Alternatives each : left) {
        Alternatives possible = each.within(conditions);
        if (possible.conjunctions.size() == 1) {
          possible.conjunctions.get(0).forEach(conditions::restrict);
          isRestricted = true;
        } else if (!next.contains(possible)) {
          next.add(possible);
        }
      }
      left = next;
    }
    return List.copyOf(left);
  }

  private Alternatives within(ValueSets conditions) {
    List<ValueSets> possible =
        conjunctions.stream().filter(each -> !conditions.contradicts(each)).toList();
    return possible.size() == conjunctions.size() ? this : new Alternatives(possible);
  }

  /** Returns the accepted values of each field, for each conjunction; empty if none can hold. */
  public List<Map<Field, ValueSet>> conjunctions() {
    return Collections.unmodifiableList(conjunctions);
  }

  /** Returns whether no conjunction can hold. */
  public boolean isEmpty() {
    return conjunctions.isEmpty();
  }

  /** Returns whether the same conjunctions are alternatives, in any order. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Alternatives that
        && new HashSet<>(conjunctions).equals(new HashSet<>(that.conjunctions));
  }

  @Override
  public int hashCode() {
    return new HashSet<>(conjunctions).hashCode();
  }

  /** Returns the names of the fields, as explanations print them. */
  @Override
  public String toString() {
    StringJoiner text = new StringJoiner(" or ", "any of (", ")");
    for (Map<Field, ValueSet> each : conjunctions) {
      text.add(each.keySet().stream().map(Field::toString).collect(Collectors.joining(" and ")));
    }
    return text.toString();
  }
}
