package io.offerengine.query;

import io.offerengine.schema.Collation;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.StringJoiner;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A set of {@link Collation} keys of places; it may contain absence.
 *
 * <p>A place belongs to the set if it matches an allowed term and no excluded term. If there is no
 * list of allowed terms, every place matches. A term of two upper-case letters matches all places
 * of a country, any other term matches one place.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class LocationSet implements TextualSet {
  /** The terms of which one must match; null if every place is allowed. */
  private final @Nullable SortedSet<String> allowed;

  private final SortedSet<String> excluded;

  /** Whether a term names a country. If none does, {@link #contains} looks up no countries. */
  private final boolean namesCountries;

  private final boolean includesAbsent;
  private final @Nullable List<String> allowedTerms;
  private final List<String> excludedTerms;

  private LocationSet(
      @Nullable Collection<String> allowed, Collection<String> excluded, boolean includesAbsent) {
    SortedSet<String> without = new TreeSet<>(excluded);
    this.allowed = allowed == null ? null : simplify(new HashSet<>(allowed), without);
    this.excluded = excludesPresent() ? new TreeSet<>() : without;
    this.includesAbsent = includesAbsent;
    this.allowedTerms = this.allowed == null ? null : List.copyOf(this.allowed);
    this.excludedTerms = List.copyOf(this.excluded);
    this.namesCountries = namesCountry(this.allowed) || namesCountry(this.excluded);
  }

  private static boolean namesCountry(@Nullable Set<String> terms) {
    return terms != null && terms.stream().anyMatch(Collation::isCountryCode);
  }

  /** Returns the set of every present value. */
  public static LocationSet present() {
    return new LocationSet(null, List.of(), false);
  }

  /** Returns the set of absence alone. */
  public static LocationSet absent() {
    return new LocationSet(List.of(), List.of(), true);
  }

  /** Returns the set of the places that match one of some terms, given as collation keys. */
  public static LocationSet of(Collection<String> terms) {
    return new LocationSet(terms, List.of(), false);
  }

  /** Returns the set of the places that match none of some terms. */
  public static LocationSet notOf(Collection<String> terms) {
    return new LocationSet(null, terms, false);
  }

  /**
   * Returns the terms of which one must match, as collation keys; null if every place is allowed.
   */
  public @Nullable List<String> allowed() {
    return allowedTerms;
  }

  /** Returns the terms of which none may match, as collation keys. */
  public List<String> excluded() {
    return excludedTerms;
  }

  @Override
  public boolean contains(String key) {
    if (!namesCountries) {
      return (allowed == null || allowed.contains(key)) && !excluded.contains(key);
    }
    return (allowed == null || matchesAny(allowed, key)) && !matchesAny(excluded, key);
  }

  @Override
  public @Nullable String onlyKey() {
    List<String> terms = allowedTerms;
    return terms != null && terms.size() == 1 && !namesCountries ? terms.get(0) : null;
  }

  @Override
  public boolean includesAbsent() {
    return includesAbsent;
  }

  @Override
  public boolean excludesPresent() {
    return allowed != null && allowed.isEmpty();
  }

  @Override
  public boolean includesPresent() {
    return allowed == null && excluded.isEmpty();
  }

  @Override
  public LocationSet withAbsent(boolean included) {
    return included == includesAbsent ? this : new LocationSet(allowed, excluded, included);
  }

  @Override
  public LocationSet and(ValueSet other) {
    LocationSet that = (LocationSet) other;
    Set<String> excludedByEither = new TreeSet<>(excluded);
    excludedByEither.addAll(that.excluded);
    return new LocationSet(
        allowedByBoth(allowed, that.allowed),
        excludedByEither,
        includesAbsent && that.includesAbsent);
  }

  @Override
  public @Nullable LocationSet or(ValueSet other) {
    LocationSet that = (LocationSet) other;
    SortedSet<String> mine = allowed;
    SortedSet<String> others = that.allowed;
    if (mine == null || others == null || !excluded.isEmpty() || !that.excluded.isEmpty()) {
      return null;
    }
    Set<String> either = new TreeSet<>(mine);
    either.addAll(others);
    return new LocationSet(either, List.of(), includesAbsent || that.includesAbsent);
  }

  @Override
  public List<ValueSet> negation() {
    if (allowed == null) {
      return List.of(of(excluded).withAbsent(!includesAbsent));
    }
    return List.of(notOf(allowed).withAbsent(!includesAbsent), of(excluded));
  }

  private static @Nullable Set<String> allowedByBoth(
      @Nullable Set<String> left, @Nullable Set<String> right) {
    if (left == null || right == null) {
      return left == null ? right : left;
    }
    Set<String> both = new TreeSet<>();
    for (String term : left) {
      if (matchesAny(right, term)) {
        both.add(term);
      }
    }
    for (String term : right) {
      if (matchesAny(left, term)) {
        both.add(term);
      }
    }
    return both;
  }

  /** Removes allowed terms that an excluded term covers, and places of an allowed country. */
  private static SortedSet<String> simplify(Set<String> allowed, Set<String> excluded) {
    SortedSet<String> simplified = new TreeSet<>();
    for (String term : allowed) {
      String country = Collation.countryOf(term);
      boolean superfluous = country != null && !country.equals(term) && allowed.contains(country);
      if (!superfluous && !matchesAny(excluded, term)) {
        simplified.add(term);
      }
    }
    return simplified;
  }

  /** Returns whether a place, or its country, is one of the terms. */
  private static boolean matchesAny(Set<String> terms, String key) {
    if (terms.contains(key)) {
      return true;
    }
    String country = terms.isEmpty() ? null : Collation.countryOf(key);
    return country != null && terms.contains(country);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof LocationSet that
        && includesAbsent == that.includesAbsent
        && Objects.equals(allowed, that.allowed)
        && excluded.equals(that.excluded);
  }

  @Override
  public int hashCode() {
    return Objects.hash(allowed, excluded, includesAbsent);
  }

  @Override
  public String toString() {
    StringJoiner text = new StringJoiner(" ", "{", "}");
    if (allowed == null) {
      text.add("present");
    } else {
      allowed.forEach(term -> text.add("'" + term + "'"));
    }
    excluded.forEach(term -> text.add("not '" + term + "'"));
    return includesAbsent ? text.add("absent").toString() : text.toString();
  }
}
