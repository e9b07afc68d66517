package io.offerengine.query;

import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * A set of {@link io.offerengine.schema.NumericKey numeric keys}; it may contain absence.
 *
 * <p><b>Layout.</b> {@code bounds} has two entries per range, its lowest and its highest key, both
 * inclusive. Ranges are ascending and neither touch nor overlap. Equal sets have equal bounds.
 *
 * <p><b>Cost.</b> {@link #contains} is O(log ranges), {@link #and} linear.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class NumericSet implements ValueSet {
  private static final long[] EVERYTHING = {Long.MIN_VALUE, Long.MAX_VALUE};
  private static final long[] NOTHING = {};

  private final long[] bounds;
  private final boolean includesAbsent;

  private NumericSet(long[] bounds, boolean includesAbsent) {
    this.bounds = bounds;
    this.includesAbsent = includesAbsent;
  }

  /** Returns the set of every present value. */
  public static NumericSet present() {
    return new NumericSet(EVERYTHING, false);
  }

  /** Returns the set of absence alone. */
  public static NumericSet absent() {
    return new NumericSet(NOTHING, true);
  }

  /** Returns the empty set. */
  public static NumericSet none() {
    return new NumericSet(NOTHING, false);
  }

  /**
   * Returns the keys from {@code low} to {@code high}, both inclusive; none if low exceeds high.
   */
  public static NumericSet range(long low, long high) {
    return low > high ? none() : new NumericSet(new long[] {low, high}, false);
  }

  /** Returns the set of the given keys, in any order, repetitions allowed. */
  public static NumericSet of(long... keys) {
    if (keys.length == 1) {
      return range(keys[0], keys[0]);
    }
    long[] sorted = keys.clone();
    Arrays.sort(sorted);
    long[] bounds = new long[2 * sorted.length];
    int size = 0;
    for (long key : sorted) {
      if (size > 0 && (key == bounds[size - 1] || key == bounds[size - 1] + 1)) {
        bounds[size - 1] = key;
      } else {
        bounds[size++] = key;
        bounds[size++] = key;
      }
    }
    return new NumericSet(Arrays.copyOf(bounds, size), false);
  }

  /**
   * Returns the keys of some ranges, without absence.
   *
   * @param bounds the lowest and the highest key of each range, ascending; no two ranges touch
   */
  public static NumericSet ofRanges(long[] bounds) {
    return new NumericSet(bounds.clone(), false);
  }

  /** Returns the present values that this set does not contain, without absence. */
  public NumericSet complement() {
    return new NumericSet(gaps(), false);
  }

  /** Returns the bounds of the ranges between those of this set, before them and behind them. */
  private long[] gaps() {
    int ranges = rangeCount();
    int first = ranges > 0 && low(0) == Long.MIN_VALUE ? 1 : 0;
    int end = ranges > 0 && high(ranges - 1) == Long.MAX_VALUE ? ranges : ranges + 1;
    long[] gaps = new long[2 * (end - first)];
    for (int gap = first; gap < end; gap++) {
      gaps[2 * (gap - first)] = gap == 0 ? Long.MIN_VALUE : high(gap - 1) + 1;
      gaps[2 * (gap - first) + 1] = gap == ranges ? Long.MAX_VALUE : low(gap) - 1;
    }
    return gaps;
  }

  /** Returns whether this set contains the present values of a key. */
  public boolean contains(long key) {
    if (bounds.length == 2) {
      return key >= bounds[0] && key <= bounds[1];
    }
    return overlaps(key, key);
  }

  /** Returns whether this set contains a key from {@code low} to {@code high}, both inclusive. */
  public boolean overlaps(long low, long high) {
    int first = firstNotBelow(low);
    return first < rangeCount() && low(first) <= high;
  }

  /** Returns whether this set contains all keys from {@code low} to {@code high}, inclusive. */
  public boolean covers(long low, long high) {
    int first = firstNotBelow(low);
    return first < rangeCount() && low(first) <= low && high(first) >= high;
  }

  /** O(n log m), where n ranges are fewer than m. */
  @Override
  public boolean isDisjoint(ValueSet other) {
    NumericSet that = (NumericSet) other;
    if (that.bounds.length < bounds.length) {
      return that.isDisjoint(this);
    }
    boolean isDisjoint = !includesAbsent || !that.includesAbsent;
    for (int i = 0; i < bounds.length && isDisjoint; i += 2) {
      isDisjoint = !that.overlaps(bounds[i], bounds[i + 1]);
    }
    return isDisjoint;
  }

  /** Returns the first range whose highest key is at least a key. */
  private int firstNotBelow(long key) {
    int low = 0;
    int high = rangeCount();
    while (low < high) {
      int middle = (low + high) >>> 1;
      boolean isBelow = high(middle) < key;
      low = isBelow ? middle + 1 : low;
      high = isBelow ? high : middle;
    }
    return low;
  }

  /** Returns the number of ranges. */
  public int rangeCount() {
    return bounds.length / 2;
  }

  /** Returns the lowest key of a range. */
  public long low(int range) {
    return bounds[2 * range];
  }

  /** Returns the highest key of a range. */
  public long high(int range) {
    return bounds[2 * range + 1];
  }

  @Override
  public boolean includesAbsent() {
    return includesAbsent;
  }

  @Override
  public boolean excludesPresent() {
    return bounds.length == 0;
  }

  @Override
  public boolean includesPresent() {
    return Arrays.equals(bounds, EVERYTHING);
  }

  @Override
  public NumericSet withAbsent(boolean included) {
    return included == includesAbsent ? this : new NumericSet(bounds, included);
  }

  @Override
  public NumericSet and(ValueSet other) {
    NumericSet that = (NumericSet) other;
    long[] common = new long[bounds.length + that.bounds.length];
    int size = 0;
    int left = 0;
    int right = 0;
    while (left < bounds.length && right < that.bounds.length) {
      long low = Math.max(bounds[left], that.bounds[right]);
      long high = Math.min(bounds[left + 1], that.bounds[right + 1]);
      if (low <= high) {
        common[size++] = low;
        common[size++] = high;
      }
      if (bounds[left + 1] < that.bounds[right + 1]) {
        left += 2;
      } else {
        right += 2;
      }
    }
    return new NumericSet(Arrays.copyOf(common, size), includesAbsent && that.includesAbsent);
  }

  @Override
  public NumericSet or(ValueSet other) {
    return not().and(((NumericSet) other).not()).not();
  }

  @Override
  public List<ValueSet> negation() {
    return List.of(not());
  }

  private NumericSet not() {
    return new NumericSet(gaps(), !includesAbsent);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof NumericSet that
        && includesAbsent == that.includesAbsent
        && Arrays.equals(bounds, that.bounds);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(bounds) + Boolean.hashCode(includesAbsent);
  }

  @Override
  public String toString() {
    StringJoiner text = new StringJoiner(" ", "{", "}");
    for (int range = 0; range < rangeCount(); range++) {
      text.add(low(range) == high(range) ? "" + low(range) : low(range) + ".." + high(range));
    }
    return includesAbsent ? text.add("absent").toString() : text.toString();
  }
}
