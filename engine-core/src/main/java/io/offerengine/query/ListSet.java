package io.offerengine.query;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * A set of lists, by the values that they have; it may contain absence.
 *
 * <p>A list belongs to the set if it fulfils every {@link Term}. Integers are Longs, and texts are
 * {@link io.offerengine.schema.Collation} keys. An empty list is present and has no value.
 *
 * <p><b>Cost.</b> {@link #contains} looks each value of a list up, once per term.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class ListSet implements ValueSet {
  private final boolean excludesPresent;
  private final Set<Term> terms;
  private final boolean includesAbsent;

  /**
   * A requirement of a list.
   *
   * @param values Longs or collation keys; never empty
   * @param isExcluded whether the list may have none of the values; otherwise it must have one
   */
  public record Term(Set<Object> values, boolean isExcluded) {
    private boolean accepts(List<?> list) {
      for (Object value : list) {
        if (values.contains(value)) {
          return !isExcluded;
        }
      }
      return isExcluded;
    }

    @Override
    public String toString() {
      List<String> shown = new ArrayList<>();
      values.forEach(value -> shown.add(value instanceof Long ? "" + value : "'" + value + "'"));
      shown.sort(null);
      return (isExcluded ? "none of " : "any of ") + shown;
    }
  }

  private ListSet(boolean excludesPresent, Set<Term> terms, boolean includesAbsent) {
    this.excludesPresent = excludesPresent;
    this.terms = excludesPresent ? Set.of() : Set.copyOf(terms);
    this.includesAbsent = includesAbsent;
  }

  /** Returns the set of every list. */
  public static ListSet present() {
    return new ListSet(false, Set.of(), false);
  }

  /** Returns the set of absence alone. */
  public static ListSet absent() {
    return new ListSet(true, Set.of(), true);
  }

  /** Returns the lists that have at least one of some values. */
  public static ListSet hasAny(Set<Object> values) {
    return new ListSet(false, Set.of(new Term(Set.copyOf(values), false)), false);
  }

  /** Returns the requirements, in any order. */
  public Set<Term> terms() {
    return terms;
  }

  /** Returns whether a list belongs to this set. */
  public boolean contains(List<?> list) {
    for (Term term : terms) {
      if (!term.accepts(list)) {
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
    Set<Term> both = new HashSet<>(terms);
    both.addAll(that.terms);
    return new ListSet(
        excludesPresent || that.excludesPresent, both, includesAbsent && that.includesAbsent);
  }

  @Override
  public @Nullable ListSet or(ValueSet other) {
    ListSet that = (ListSet) other;
    boolean absent = includesAbsent || that.includesAbsent;
    if (excludesPresent || that.excludesPresent) {
      return (excludesPresent ? that : this).withAbsent(absent);
    }
    Term mine = onlyWanted();
    Term others = that.onlyWanted();
    if (mine == null || others == null) {
      return terms.equals(that.terms) ? withAbsent(absent) : null;
    }
    Set<Object> either = new HashSet<>(mine.values());
    either.addAll(others.values());
    return hasAny(either).withAbsent(absent);
  }

  private @Nullable Term onlyWanted() {
    Term only = terms.size() == 1 ? terms.iterator().next() : null;
    return only == null || only.isExcluded() ? null : only;
  }

  @Override
  public List<ValueSet> negation() {
    List<ValueSet> parts = new ArrayList<>();
    if (excludesPresent) {
      parts.add(present());
    }
    for (Term term : terms) {
      Term turned = new Term(term.values(), !term.isExcluded());
      parts.add(new ListSet(false, Set.of(turned), false));
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
    terms.stream().map(Term::toString).sorted().forEach(text::add);
    return includesAbsent ? text.add("absent").toString() : text.toString();
  }
}
