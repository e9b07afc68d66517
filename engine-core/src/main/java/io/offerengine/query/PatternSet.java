package io.offerengine.query;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.StringJoiner;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a {@link TextSet} that match all of some patterns: {@code starts_with}, {@code
 * contains}, or the negation of one.
 *
 * <p><b>Cost.</b> A segment with few distinct texts tests each of them once. A segment with many
 * tests the texts of the rows that all other conditions leave; if these rows are many, it tests
 * each distinct text once. If all texts must have a beginning, it finds those that have it by their
 * order, and tests these.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class PatternSet implements TextualSet {
  private final TextSet base;

  /** Distinct, ascending. */
  private final List<Pattern> patterns;

  private PatternSet(TextSet base, List<Pattern> patterns) {
    this.base = base;
    this.patterns = patterns;
  }

  /**
   * Returns the keys of a set that match some patterns. If the set has a few keys only, the result
   * is a {@link TextSet}.
   */
  static TextualSet of(TextSet base, Collection<Pattern> patterns) {
    List<String> keys = base.keys();
    if (keys != null) {
      List<String> matching = new ArrayList<>(keys);
      matching.removeIf(key -> !acceptsAll(patterns, key));
      return TextSet.of(matching).withAbsent(base.includesAbsent());
    }
    return new PatternSet(base, List.copyOf(new TreeSet<>(patterns)));
  }

  private static boolean acceptsAll(Collection<Pattern> patterns, String key) {
    for (Pattern pattern : patterns) {
      if (!pattern.accepts(key)) {
        return false;
      }
    }
    return true;
  }

  /** Returns the set of keys among which the patterns choose. */
  public TextSet base() {
    return base;
  }

  /** Returns the patterns that a key must match, distinct and ascending. */
  List<Pattern> patterns() {
    return patterns;
  }

  /** Returns a folded text with which every matching key starts, in some case; null for none. */
  public @Nullable String prefix() {
    return patterns.stream()
        .filter(pattern -> pattern.isPrefix() && !pattern.isExcluded())
        .map(Pattern::text)
        .max(Comparator.comparingInt(String::length))
        .orElse(null);
  }

  /** Returns the code points that patterns take for a folded code point of {@link #prefix}. */
  public static int[] unfolded(int folded) {
    return Pattern.unfolded(folded);
  }

  @Override
  public boolean contains(String key) {
    return base.contains(key) && matches(key);
  }

  /** Returns whether a key matches the patterns; it may not be in the {@link #base}. */
  public boolean matches(String key) {
    return acceptsAll(patterns, key);
  }

  @Override
  public @Nullable String onlyKey() {
    return null;
  }

  @Override
  public boolean includesAbsent() {
    return base.includesAbsent();
  }

  @Override
  public boolean excludesPresent() {
    return base.excludesPresent();
  }

  @Override
  public boolean includesPresent() {
    return false;
  }

  @Override
  public PatternSet withAbsent(boolean included) {
    return new PatternSet(base.withAbsent(included), patterns);
  }

  @Override
  public TextualSet and(ValueSet other) {
    List<Pattern> all = new ArrayList<>(patterns);
    if (other instanceof PatternSet that) {
      all.addAll(that.patterns);
      return of((TextSet) base.and(that.base), all);
    }
    return of((TextSet) base.and(other), all);
  }

  @Override
  public @Nullable ValueSet or(ValueSet other) {
    return null;
  }

  @Override
  public List<ValueSet> negation() {
    List<ValueSet> parts = new ArrayList<>(base.negation());
    patterns.forEach(pattern -> parts.add(of(TextSet.present(), List.of(pattern.negated()))));
    return parts;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof PatternSet that
        && base.equals(that.base)
        && patterns.equals(that.patterns);
  }

  @Override
  public int hashCode() {
    return 31 * base.hashCode() + patterns.hashCode();
  }

  @Override
  public String toString() {
    StringJoiner text = new StringJoiner(" ", base + " ", "");
    patterns.forEach(pattern -> text.add(pattern.toString()));
    return text.toString();
  }
}
