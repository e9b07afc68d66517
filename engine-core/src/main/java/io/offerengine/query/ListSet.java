package io.offerengine.query;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A set of lists, by the values that they have; it may contain absence.
 *
 * <p>A list belongs to the set if it fulfils every {@link Term}. Integers are Longs, and texts are
 * {@link io.offerengine.schema.Collation} keys. An empty list is present and has no value.
 *
 * <p><b>Layout.</b> The values of a term are sorted, so that no choice of values makes a set slow,
 * as values of one hash would. At most one term is {@link Quantifier#ALL}, and at most one is
 * {@link Quantifier#NONE}. Equal sets have equal terms.
 *
 * <p><b>Cost.</b> A set is made in O(n log n) of its values. {@link #contains} looks each value of
 * a list up, once per term.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class ListSet implements ValueSet {
  private final boolean excludesPresent;
  private final List<Term> terms;
  private final boolean includesAbsent;

  /** How many of the values of a term a list must have. */
  public enum Quantifier {
    /** All of them. */
    ALL,
    /** At least one of two or more. */
    ANY,
    /** None of them. */
    NONE,
    /** Not all of two or more. */
    NOT_ALL;

    private Quantifier negated() {
      return switch (this) {
        case ALL -> NOT_ALL;
        case ANY -> NONE;
        case NONE -> ANY;
        case NOT_ALL -> ALL;
      };
    }

    /** Returns the quantifier that means the same of a single value. */
    private Quantifier ofOne() {
      return this == ANY || this == ALL ? ALL : NONE;
    }

    private String words() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ') + " of ";
    }
  }

  /**
   * A requirement of a list.
   *
   * @param quantifier how many of the values the list must have
   * @param values Longs or collation keys, ascending and distinct; never empty
   */
  public record Term(Quantifier quantifier, List<Object> values) implements Comparable<Term> {
    private static Term of(Quantifier quantifier, Collection<?> values) {
      TreeSet<Object> distinct = new TreeSet<>(ListSet::compareValues);
      distinct.addAll(values);
      return new Term(
          distinct.size() == 1 ? quantifier.ofOne() : quantifier, List.copyOf(distinct));
    }

    private boolean accepts(List<?> list) {
      return switch (quantifier) {
        case ALL -> hasAll(list);
        case ANY -> hasAny(list);
        case NONE -> !hasAny(list);
        case NOT_ALL -> !hasAll(list);
      };
    }

    private boolean hasAny(List<?> list) {
      for (int i = 0; i < list.size(); i++) {
        if (find(list.get(i)) >= 0) {
          return true;
        }
      }
      return false;
    }

    private boolean hasAll(List<?> list) {
      if (values.size() == 1) {
        return hasAny(list);
      }
      if (values.size() > list.size()) {
        return false;
      }
      BitSet found = new BitSet(values.size());
      for (int i = 0; i < list.size(); i++) {
        int at = find(list.get(i));
        if (at >= 0) {
          found.set(at);
        }
      }
      return found.cardinality() == values.size();
    }

    private int find(Object value) {
      return Collections.binarySearch(values, value, ListSet::compareValues);
    }

    @Override
    public int compareTo(Term other) {
      int order = quantifier.compareTo(other.quantifier);
      order = order != 0 ? order : Integer.compare(values.size(), other.values.size());
      for (int i = 0; i < values.size() && order == 0; i++) {
        order = compareValues(values.get(i), other.values.get(i));
      }
      return order;
    }

    @Override
    public String toString() {
      StringJoiner shown = new StringJoiner(", ", quantifier.words() + "[", "]");
      values.forEach(value -> shown.add(value instanceof Long ? "" + value : "'" + value + "'"));
      return shown.toString();
    }
  }

  /** Compares values; integers come before texts. */
  private static int compareValues(Object left, Object right) {
    if (left instanceof Long number && right instanceof Long other) {
      return number.compareTo(other);
    }
    return left instanceof String text && right instanceof String other
        ? text.compareTo(other)
        : Boolean.compare(left instanceof String, right instanceof String);
  }

  private ListSet(boolean excludesPresent, List<Term> terms, boolean includesAbsent) {
    this.excludesPresent = excludesPresent;
    this.terms = excludesPresent ? List.of() : terms;
    this.includesAbsent = includesAbsent;
  }

  private static ListSet of(Term term) {
    return new ListSet(false, List.of(term), false);
  }

  /** Returns the set of every list. */
  public static ListSet present() {
    return new ListSet(false, List.of(), false);
  }

  /** Returns the set of absence alone. */
  public static ListSet absent() {
    return new ListSet(true, List.of(), true);
  }

  /** Returns the lists that have at least one of some values. */
  public static ListSet hasAny(Collection<?> values) {
    return of(Term.of(Quantifier.ANY, values));
  }

  /** Returns the lists that have all of some values. */
  public static ListSet hasAll(Collection<?> values) {
    return of(Term.of(Quantifier.ALL, values));
  }

  /** Returns the requirements, ascending. */
  public List<Term> terms() {
    return terms;
  }

  /** Returns whether a list belongs to this set. */
  public boolean contains(List<?> list) {
    for (int i = 0; i < terms.size(); i++) {
      if (!terms.get(i).accepts(list)) {
        return false;
      }
    }
    return !excludesPresent;
  }

  @Override
  public boolean includesAbsent() {
    return includesAbsent;
  }

  @Override
  public boolean excludesPresent() {
    return excludesPresent;
  }

  @Override
  public boolean includesPresent() {
    return !excludesPresent && terms.isEmpty();
  }

  @Override
  public ListSet withAbsent(boolean included) {
    return new ListSet(excludesPresent, terms, included);
  }

  @Override
  public ListSet and(ValueSet other) {
    ListSet that = (ListSet) other;
    TreeSet<Term> both = new TreeSet<>();
    Map<Quantifier, List<Object>> joined = new EnumMap<>(Quantifier.class);
    for (ListSet each : List.of(this, that)) {
      for (Term term : each.terms) {
        if (term.quantifier() == Quantifier.ALL || term.quantifier() == Quantifier.NONE) {
          joined.computeIfAbsent(term.quantifier(), any -> new ArrayList<>()).addAll(term.values());
        } else {
          both.add(term);
        }
      }
    }
    joined.forEach((quantifier, values) -> both.add(Term.of(quantifier, values)));
    return new ListSet(
        excludesPresent || that.excludesPresent,
        List.copyOf(both),
        includesAbsent && that.includesAbsent);
  }

  @Override
  public @Nullable ListSet or(ValueSet other) {
    ListSet that = (ListSet) other;
    boolean absent = includesAbsent || that.includesAbsent;
    if (excludesPresent || that.excludesPresent) {
      return (excludesPresent ? that : this).withAbsent(absent);
    }
    for (Quantifier joining : List.of(Quantifier.ANY, Quantifier.NOT_ALL)) {
      List<Object> mine = onlyValues(joining);
      List<Object> others = that.onlyValues(joining);
      if (mine != null && others != null) {
        List<Object> either = new ArrayList<>(mine);
        either.addAll(others);
        return of(Term.of(joining, either)).withAbsent(absent);
      }
    }
    return terms.equals(that.terms) ? withAbsent(absent) : null;
  }

  /** Returns the values of the only term; null if there is another, or another quantifier. */
  private @Nullable List<Object> onlyValues(Quantifier quantifier) {
    Term only = terms.size() == 1 ? terms.get(0) : null;
    if (only == null) {
      return null;
    }
    boolean isSame = only.quantifier() == quantifier;
    boolean isOne = only.values().size() == 1 && only.quantifier() == quantifier.ofOne();
    return isSame || isOne ? only.values() : null;
  }

  @Override
  public List<ValueSet> negation() {
    List<ValueSet> parts = new ArrayList<>();
    if (excludesPresent) {
      parts.add(present());
    }
    for (Term term : terms) {
      parts.add(of(Term.of(term.quantifier().negated(), term.values())));
    }
    if (!includesAbsent) {
      parts.add(absent());
    }
    return parts;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ListSet that
        && excludesPresent == that.excludesPresent
        && includesAbsent == that.includesAbsent
        && terms.equals(that.terms);
  }

  @Override
  public int hashCode() {
    return Objects.hash(excludesPresent, terms, includesAbsent);
  }

  @Override
  public String toString() {
    StringJoiner text = new StringJoiner(" ", "{", "}");
    if (includesPresent()) {
      text.add("present");
    }
    terms.forEach(term -> text.add(term.toString()));
    return includesAbsent ? text.add("absent").toString() : text.toString();
  }
}
