package io.offerengine.query;

import io.offerengine.schema.Collation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * A set of {@link Collation} keys of texts, versions or places; it may contain absence.
 *
 * <p><b>Layout.</b> {@code cuts} are the positions in the order of all keys at which membership
 * changes, ascending. Keys between the first and the second cut belong to the set, keys between the
 * second and the third do not, and so on. If the number of cuts is odd, the last range has no end.
 * Equal sets have equal cuts.
 *
 * <p><b>Cost.</b> {@link #contains} is O(log cuts), {@link #and} linear.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class TextSet implements TextualSet {
  private static final Cut START = new Cut("", false);

  private final List<Cut> cuts;
  private final boolean includesAbsent;

  /** The key of a set that contains exactly one key; null for every other set. */
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

  /** Creates a set; the caller must not change the list afterwards. */
  private TextSet(List<Cut> cuts, boolean includesAbsent) {
    this.cuts = cuts;
    this.includesAbsent = includesAbsent;
    boolean isSingle =
        cuts.size() == 2 && !cuts.get(0).after() && cuts.get(0).key().equals(cuts.get(1).key());
    this.single = isSingle ? cuts.get(0).key() : null;
  }

  /** Returns the set of every present value. */
  public static TextSet present() {
    return new TextSet(List.of(START), false);
  }

  /** Returns the set of absence alone. */
  public static TextSet absent() {
    return new TextSet(List.of(), true);
  }

  /** Returns the set of the given keys. */
  public static TextSet of(Collection<String> keys) {
    List<String> sorted = new ArrayList<>(keys);
    sorted.sort(Collation::compare);
    List<Cut> cuts = new ArrayList<>(2 * sorted.size());
    for (int i = 0; i < sorted.size(); i++) {
      String key = sorted.get(i);
      if (i == 0 || !key.equals(sorted.get(i - 1))) {
        cuts.add(new Cut(key, false));
        cuts.add(new Cut(key, true));
      }
    }
    return new TextSet(cuts, false);
  }

  /**
   * Returns the set of the places that some terms name. A term of two upper-case letters names all
   * places of a country, any other term names one place.
   *
   * @param keys the keys of the terms
   */
  static TextSet ofPlaces(Collection<String> keys) {
    List<TextSet> sets = new ArrayList<>();
    List<String> places = new ArrayList<>(keys.size());
    for (String key : keys) {
      String country = Collation.countryStart(key);
      if (country == null) {
        places.add(key);
      } else {
        sets.add(startingWith(country));
      }
    }
    sets.add(of(places));
    return union(sets);
  }

  private static TextSet startingWith(String start) {
    int last = start.length() - 1;
    String end = start.substring(0, last) + (char) (start.charAt(last) + 1);
    return between(new Cut(start, false), new Cut(end, false));
  }

  /** Returns the keys between two cuts; none if the first is not before the second. */
  static TextSet between(Cut first, Cut second) {
    return new TextSet(first.compareTo(second) < 0 ? List.of(first, second) : List.of(), false);
  }

  /** Returns the keys that one of some sets of present values contains; O(n log n) of the cuts. */
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
    for (int i = 0; i < starts.size(); i++) {
      Cut start = starts.get(i);
      // As many sets contain the keys before this cut as have begun and not ended.
      while (ended < i && ended < ends.size() && ends.get(ended).compareTo(start) < 0) {
        ended++;
      }
      if (ended == i) {
        if (i > 0) {
          cuts.add(ends.get(i - 1));
        }
        cuts.add(start);
      }
    }
    if (!starts.isEmpty() && ends.size() == starts.size()) {
      cuts.add(ends.get(ends.size() - 1));
    }
    return new TextSet(cuts, false);
  }

  /** Returns the present values that this set does not contain, without absence. */
  public TextSet complement() {
    List<Cut> turned = new ArrayList<>(cuts);
    if (turned.isEmpty() || !turned.get(0).equals(START)) {
      turned.add(0, START);
    } else {
      turned.remove(0);
    }
    return new TextSet(turned, false);
  }

  @Override
  public boolean contains(String key) {
    String only = single;
    if (only != null) {
      return only.equals(key);
    }
    int low = 0;
    int high = cuts.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      Cut cut = cuts.get(middle);
      int order = Collation.compare(cut.key(), key);
      boolean passed = order < 0 || (order == 0 && !cut.after());
      low = passed ? middle + 1 : low;
      high = passed ? high : middle;
    }
    return low % 2 == 1;
  }

  /** Returns the keys of this set; null if it contains a range of keys. */
  @Nullable List<String> keys() {
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

  @Override
  public @Nullable String onlyKey() {
    return single;
  }

  /** Returns the cuts, ascending: the set begins at cuts of even index and ends at the others. */
  public List<Cut> cuts() {
    return Collections.unmodifiableList(cuts);
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
    return cuts.size() == 1 && cuts.get(0).equals(START);
  }

  @Override
  public TextSet withAbsent(boolean included) {
    return included == includesAbsent ? this : new TextSet(cuts, included);
  }

  @Override
  public TextualSet and(ValueSet other) {
    if (other instanceof PatternSet) {
      return (TextualSet) other.and(this);
    }
    TextSet that = (TextSet) other;
    return union(List.of(complement(), that.complement()))
        .complement()
        .withAbsent(includesAbsent && that.includesAbsent);
  }

  /** O(n log m), where n cuts are fewer than m. */
  @Override
  public boolean isDisjoint(ValueSet other) {
    if (!(other instanceof TextSet that)) {
      return other.isDisjoint(this);
    }
    if (that.cuts.size() < cuts.size()) {
      return that.isDisjoint(this);
    }
    boolean isDisjoint = !includesAbsent || !that.includesAbsent;
    for (int i = 0; i < cuts.size() && isDisjoint; i += 2) {
      int passed = that.passed(cuts.get(i));
      Cut next = passed < that.cuts.size() ? that.cuts.get(passed) : null;
      Cut end = i + 1 < cuts.size() ? cuts.get(i + 1) : null;
      boolean beginsLater = next == null || (end != null && next.compareTo(end) >= 0);
      isDisjoint = passed % 2 == 0 && beginsLater;
    }
    return isDisjoint;
  }

  /** Returns how many cuts are not after a cut. */
  private int passed(Cut cut) {
    int found = Collections.binarySearch(cuts, cut);
    return found >= 0 ? found + 1 : -found - 1;
  }

  @Override
  public @Nullable ValueSet or(ValueSet other) {
    return other instanceof TextSet that
        ? union(List.of(this, that)).withAbsent(includesAbsent || that.includesAbsent)
        : null;
  }

  @Override
  public List<ValueSet> negation() {
    return List.of(complement().withAbsent(!includesAbsent));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof TextSet that
        && includesAbsent == that.includesAbsent
        && cuts.equals(that.cuts);
  }

  @Override
  public int hashCode() {
    return 31 * cuts.hashCode() + Boolean.hashCode(includesAbsent);
  }

  @Override
  public String toString() {
    StringJoiner text = new StringJoiner(" ", "{", "}");
    for (int i = 0; i < cuts.size(); i++) {
      Cut cut = cuts.get(i);
      text.add((i % 2 == 0 ? "from " : "to ") + (cut.after() ? "after '" : "'") + cut.key() + "'");
    }
    return includesAbsent ? text.add("absent").toString() : text.toString();
  }
}
