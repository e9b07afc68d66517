package io.offerengine.query;

import io.offerengine.schema.Collation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.StringJoiner;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A set of {@link Collation} keys of texts, versions or places; it may contain absence.
 *
 * <p>A set may have patterns: {@code starts_with}, {@code contains}, or the negation of one. Then
 * it contains those keys between its cuts that match all patterns.
 *
 * <p><b>Layout.</b> {@code cuts} are the positions in the order of all keys at which membership
 * changes, ascending. Keys between the first and the second cut belong to the set, keys between the
 * second and the third do not, and so on. If the number of cuts is odd, the last range has no end.
 * Without patterns, equal sets have equal cuts.
 *
 * <p><b>Cost.</b> {@link #contains} is O(log cuts), {@link #and} linear. Patterns must be tested. A
 * segment with few distinct texts tests each of them once. A segment with many tests the texts of
 * the rows that all other conditions leave; if these rows are many, it tests each distinct text
 * once. If all texts must have a beginning, it finds those that have it by their order, and tests
 * these. {@link io.offerengine.Explanation.Segment#checking} says which texts were tested.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class TextSet implements ValueSet {
  private static final Cut START = new Cut("", false);

  private final List<Cut> cuts;

  /** Distinct, ascending; none if the cuts are around single keys. */
  private final List<Pattern> patterns;

  private final boolean includesAbsent;

  /** The key of a set that contains exactly one; null for every other set. */
  private final @Nullable String single;

  /**
   * A position in the order of all keys: just before a key or just after it.
   *
   * @param key the key
   * @param after whether the position is after the key
   */
  public record Cut(String key, boolean after) implements Comparable<Cut> {
    @Override
    public int compareTo(Cut other) {
      int byKey = Collation.compare(key, other.key);
      return byKey == 0 ? Boolean.compare(after, other.after) : byKey;
    }
  }

  /** Creates a set; the caller must not change the lists afterwards. */
  private TextSet(List<Cut> cuts, List<Pattern> patterns, boolean includesAbsent) {
    this.cuts = cuts;
    this.patterns = patterns;
    this.includesAbsent = includesAbsent;
    boolean isSingle =
        cuts.size() == 2 && !cuts.get(0).after() && cuts.get(0).key().equals(cuts.get(1).key());
    this.single = isSingle ? cuts.get(0).key() : null;
  }

  /** Creates a set of present values without patterns. */
  private TextSet(List<Cut> cuts) {
    this(cuts, List.of(), false);
  }

  /** Returns the set of every present value. */
  public static TextSet present() {
    return new TextSet(List.of(START));
  }

  /** Returns the set of the given keys. */
  public static TextSet of(Collection<String> keys) {
    TreeSet<String> distinct = new TreeSet<>(Collation::compare);
    distinct.addAll(keys);
    List<Cut> cuts = new ArrayList<>(2 * distinct.size());
    for (String key : distinct) {
      cuts.add(new Cut(key, false));
      cuts.add(new Cut(key, true));
    }
    return new TextSet(cuts);
  }

  /**
   * Returns the set of the places that some terms name. A term of two upper-case letters names all
   * places of a country, any other term names one place.
   *
   * @param keys the keys of the terms
   */
  static TextSet ofPlaces(Collection<String> keys) {
    return union(keys.stream().map(TextSet::ofPlace).toList());
  }

  private static TextSet ofPlace(String key) {
    String country = Collation.countryStart(key);
    return country == null ? of(List.of(key)) : startingWith(country);
  }

  /** Returns the set of the keys that match a pattern. */
  static TextSet matching(Pattern pattern) {
    return new TextSet(List.of(START), List.of(pattern), false);
  }

  private static TextSet startingWith(String start) {
    int last = start.length() - 1;
    String end = start.substring(0, last) + (char) (start.charAt(last) + 1);
    return between(new Cut(start, false), new Cut(end, false));
  }

  /** Returns the keys between two cuts; none if the first is not before the second. */
  static TextSet between(Cut first, Cut second) {
    return new TextSet(first.compareTo(second) < 0 ? List.of(first, second) : List.of());
  }

  /**
   * Returns the keys that one of some sets of present values without patterns contains; O(n log n)
   * of the cuts.
   */
  static TextSet union(Collection<TextSet> sets) {
    List<Cut> starts = new ArrayList<>();
    List<Cut> ends = new ArrayList<>();
    for (TextSet set : sets) {
      for (int i = 0; i < set.cuts.size(); i++) {
        (i % 2 == 0 ? starts : ends).add(set.cuts.get(i));
      }
    }
    starts.sort(null);
    ends.sort(null);
    List<Cut> cuts = new ArrayList<>();
    int ended = 0;
    // How many sets contain the keys just before the start.
    int around = 0;
    for (Cut start : starts) {
      for (; ended < ends.size() && ends.get(ended).compareTo(start) < 0; ended++) {
        if (--around == 0) {
          cuts.add(ends.get(ended));
        }
      }
      if (around++ == 0) {
        cuts.add(start);
      }
    }
    if (!starts.isEmpty() && ends.size() == starts.size()) {
      cuts.add(ends.get(ends.size() - 1));
    }
    return new TextSet(cuts);
  }

  /**
   * Returns the present values that this set does not contain, without absence.
   *
   * @throws IllegalStateException if this set has patterns
   */
  public TextSet complement() {
    if (hasPatterns()) {
      throw new IllegalStateException("no cuts are the complement of " + this);
    }
    return outsideCuts();
  }

  private TextSet outsideCuts() {
    List<Cut> turned = new ArrayList<>(cuts);
    if (turned.isEmpty() || !turned.get(0).equals(START)) {
      turned.add(0, START);
    } else {
      turned.remove(0);
    }
    return new TextSet(turned);
  }

  /** Returns whether this set contains the present values of a collation key. */
  public boolean contains(String key) {
    return isBetweenCuts(key) && matches(key);
  }

  private boolean isBetweenCuts(String key) {
    String only = single;
    return only != null ? only.equals(key) : passed(key, false) % 2 == 1;
  }

  /** Returns how many cuts are not after a position: just before a key, or just after it. */
  private int passed(String key, boolean after) {
    int low = 0;
    int high = cuts.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      Cut cut = cuts.get(middle);
      int order = Collation.compare(cut.key(), key);
      boolean passed = order < 0 || (order == 0 && (after || !cut.after()));
      low = passed ? middle + 1 : low;
      high = passed ? high : middle;
    }
    return low;
  }

  /** Returns whether a key matches the patterns, whether or not it lies between the cuts. */
  public boolean matches(String key) {
    for (int i = 0; i < patterns.size(); i++) {
      if (!patterns.get(i).accepts(key)) {
        return false;
      }
    }
    return true;
  }

  /** Returns the keys between the cuts; null if there is a range of keys. */
  private @Nullable List<String> keys() {
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < cuts.size(); i += 2) {
      Cut low = cuts.get(i);
      Cut high = i + 1 < cuts.size() ? cuts.get(i + 1) : START;
      if (low.after() || !high.after() || !low.key().equals(high.key())) {
        return null;
      }
      keys.add(low.key());
    }
    return keys;
  }

  /**
   * Returns the key that this set consists of; null if it has none, may have several, or absence.
   */
  public @Nullable String onlyKey() {
    return includesAbsent ? null : single;
  }

  /**
   * Returns the cuts, ascending: the set begins at cuts of even index and ends at the others. If it
   * {@linkplain #hasPatterns has patterns}, it contains only some of the keys between them.
   */
  public List<Cut> cuts() {
    return Collections.unmodifiableList(cuts);
  }

  /** Returns whether only some of the keys between the cuts belong to this set. */
  public boolean hasPatterns() {
    return !patterns.isEmpty();
  }

  /** Returns the patterns that a key must match, distinct and ascending. */
  List<Pattern> patterns() {
    return patterns;
  }

  /**
   * Returns the longest of the folded texts with which every matching key starts, in some case;
   * null for none.
   */
  public @Nullable String prefix() {
    return patterns.stream()
        .filter(each -> each.isPrefix && !each.isExcluded)
        .map(each -> each.text)
        .max(Comparator.comparingInt(String::length))
        .orElse(null);
  }

  /** Returns the code points that patterns take for a folded code point of {@link #prefix}. */
  public static int[] unfolded(int folded) {
    return Pattern.unfolded(folded);
  }

  @Override
  public boolean includesAbsent() {
    return includesAbsent;
  }

  @Override
  public boolean excludesPresent() {
    return cuts.isEmpty();
  }

  @Override
  public boolean includesPresent() {
    return cuts.size() == 1 && cuts.get(0).equals(START) && !hasPatterns();
  }

  @Override
  public TextSet withAbsent(boolean included) {
    return included == includesAbsent ? this : new TextSet(cuts, patterns, included);
  }

  @Override
  public TextSet and(ValueSet other) {
    TextSet that = (TextSet) other;
    TextSet common =
        union(List.of(outsideCuts(), that.outsideCuts()))
            .outsideCuts()
            .withAbsent(includesAbsent && that.includesAbsent);
    return hasPatterns() || that.hasPatterns() ? common.matchingThoseOf(this, that) : common;
  }

  /** Returns the keys of this set that match the patterns of two sets; single keys are tested. */
  private TextSet matchingThoseOf(TextSet left, TextSet right) {
    List<String> keys = keys();
    if (keys != null) {
      keys.removeIf(key -> !left.matches(key) || !right.matches(key));
      return of(keys).withAbsent(includesAbsent);
    }
    TreeSet<Pattern> all = new TreeSet<>(left.patterns);
    all.addAll(right.patterns);
    return new TextSet(cuts, List.copyOf(all), includesAbsent);
  }

  /** Without patterns O(n log m), where n cuts are fewer than m. */
  @Override
  public boolean isDisjoint(ValueSet other) {
    TextSet that = (TextSet) other;
    if (hasPatterns() || that.hasPatterns()) {
      return and(that).isEmpty();
    }
    if (that.cuts.size() < cuts.size()) {
      return that.isDisjoint(this);
    }
    boolean isDisjoint = !includesAbsent || !that.includesAbsent;
    for (int i = 0; i < cuts.size() && isDisjoint; i += 2) {
      int passed = that.passed(cuts.get(i).key(), cuts.get(i).after());
      Cut next = passed < that.cuts.size() ? that.cuts.get(passed) : null;
      Cut end = i + 1 < cuts.size() ? cuts.get(i + 1) : null;
      boolean beginsLater = next == null || (end != null && next.compareTo(end) >= 0);
      isDisjoint = passed % 2 == 0 && beginsLater;
    }
    return isDisjoint;
  }

  @Override
  public @Nullable ValueSet or(ValueSet other) {
    TextSet that = (TextSet) other;
    return hasPatterns() || that.hasPatterns()
        ? null
        : union(List.of(this, that)).withAbsent(includesAbsent || that.includesAbsent);
  }

  @Override
  public List<ValueSet> negation() {
    List<ValueSet> parts = new ArrayList<>();
    parts.add(outsideCuts().withAbsent(!includesAbsent));
    patterns.forEach(pattern -> parts.add(matching(pattern.negated())));
    return parts;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof TextSet that
        && includesAbsent == that.includesAbsent
        && cuts.equals(that.cuts)
        && patterns.equals(that.patterns);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * cuts.hashCode() + patterns.hashCode()) + Boolean.hashCode(includesAbsent);
  }

  @Override
  public String toString() {
    StringJoiner text = new StringJoiner(" ", "{", "}");
    for (int i = 0; i < cuts.size(); i++) {
      Cut cut = cuts.get(i);
      text.add((i % 2 == 0 ? "from " : "to ") + (cut.after() ? "after '" : "'") + cut.key() + "'");
    }
    StringJoiner all = new StringJoiner(" ");
    all.add(includesAbsent ? text.add("absent").toString() : text.toString());
    patterns.forEach(pattern -> all.add(pattern.toString()));
    return all.toString();
  }
}
