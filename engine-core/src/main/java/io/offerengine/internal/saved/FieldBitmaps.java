package io.offerengine.internal.saved;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.column.Footprint;
import io.offerengine.query.NumericSet;
import io.offerengine.query.OfferValues;
import io.offerengine.query.TextSet;
import io.offerengine.query.ValueSet;
import io.offerengine.schema.Arguments;
import io.offerengine.schema.Field;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/**
 * Which searches of a cluster accept which values of one field.
 *
 * <p>Thresholds divide the values into intervals. Each interval has two bitmaps of searches:
 * <em>possible</em> has those that accept some value of the interval, <em>certain</em> has those
 * that accept all its values. If every bound of every search is a threshold, both are the same
 * array. Absence is an interval of its own, the last one. Searches without a condition on the field
 * are in all bitmaps.
 *
 * <p>The value of a text is the number of cuts that its key passes, among the cuts of all sets.
 *
 * <p><b>Cost.</b> Finding an interval is O(log thresholds).
 *
 * <p><b>Threads.</b> Immutable.
 */
final class FieldBitmaps {
  private final Field field;
  private final long[] thresholds;

  /** The cuts of all sets, ascending; empty for numbers. */
  private final TextSet.Cut[] cuts;

  private final long[][] possible;
  private final long[][] certain;

  /** By interval: the number of possible searches. */
  private final int[] counts;

  /**
   * Builds the bitmaps.
   *
   * @param rows the rows that have a condition on the field, ascending
   * @param sets the accepted values of these rows: all numbers, or all texts
   * @param rowCount the number of all rows
   * @param most the largest number of thresholds
   */
  FieldBitmaps(Field field, IntArrayList rows, List<ValueSet> sets, int rowCount, int most) {
    this.field = field;
    this.cuts = field.type().isText() ? cutsOf(sets) : new TextSet.Cut[0];
    List<NumericSet> numbers = new ArrayList<>(sets.size());
    sets.forEach(
        set -> numbers.add(set instanceof TextSet text ? positions(text) : (NumericSet) set));
    long[] bounds = bounds(numbers);
    this.thresholds = thresholds(bounds, most);
    boolean isExact = thresholds(bounds, Integer.MAX_VALUE).length == thresholds.length;
    int intervals = thresholds.length + 2;
    this.possible = new long[intervals][Bits.wordCount(rowCount)];
    this.certain = isExact ? possible : new long[intervals][Bits.wordCount(rowCount)];
    long[] free = Bits.all(rowCount);
    for (int i = 0; i < rows.size(); i++) {
      Bits.clear(free, rows.getInt(i));
      put(rows.getInt(i), numbers.get(i));
    }
    this.counts = new int[intervals];
    for (int i = 0; i < intervals; i++) {
      Bits.or(possible[i], free);
      counts[i] = Bits.count(possible[i]);
      if (!isExact) {
        Bits.or(certain[i], free);
        certain[i] = Arrays.equals(possible[i], certain[i]) ? possible[i] : certain[i];
      }
    }
  }

  /** Returns whether bitmaps can tell which searches accept a value. */
  static boolean canHold(ValueSet accepted) {
    return accepted instanceof NumericSet || accepted instanceof TextSet;
  }

  private static TextSet.Cut[] cutsOf(List<ValueSet> sets) {
    TreeSet<TextSet.Cut> cuts = new TreeSet<>();
    sets.forEach(set -> cuts.addAll(((TextSet) set).cuts()));
    return cuts.toArray(TextSet.Cut[]::new);
  }

  /** Returns a set of texts as a set of numbers of passed cuts. */
  private NumericSet positions(TextSet set) {
    NumericSet positions = NumericSet.none();
    List<TextSet.Cut> own = set.cuts();
    for (int i = 0; i < own.size(); i += 2) {
      long low = 1 + Arrays.binarySearch(cuts, own.get(i));
      boolean isOpen = i + 1 == own.size();
      long high = isOpen ? Long.MAX_VALUE : Arrays.binarySearch(cuts, own.get(i + 1));
      positions = positions.or(NumericSet.range(low, high));
    }
    return positions.withAbsent(set.includesAbsent());
  }

  /** Returns where membership changes: the first key of each range, and the key after it. */
  private static long[] bounds(List<NumericSet> sets) {
    LongArrayList bounds = new LongArrayList();
    for (NumericSet set : sets) {
      for (int range = 0; range < set.rangeCount(); range++) {
        if (set.low(range) > Long.MIN_VALUE) {
          bounds.add(set.low(range));
        }
        if (set.high(range) < Long.MAX_VALUE) {
          bounds.add(set.high(range) + 1);
        }
      }
    }
    long[] sorted = bounds.toLongArray();
    Arrays.sort(sorted);
    return sorted;
  }

  /** Returns the distinct bounds; if they are too many, those at equal distances among all. */
  private static long[] thresholds(long[] sorted, int most) {
    long[] distinct = Arrays.stream(sorted).distinct().toArray();
    if (distinct.length <= most) {
      return distinct;
    }
    long[] chosen = new long[most];
    for (int i = 0; i < most; i++) {
      chosen[i] = sorted[(int) ((i + 1L) * sorted.length / (most + 1))];
    }
    return Arrays.stream(chosen).distinct().toArray();
  }

  private void put(int row, NumericSet accepted) {
    for (int range = 0; range < accepted.rangeCount(); range++) {
      long low = accepted.low(range);
      long high = accepted.high(range);
      int last = interval(high);
      for (int i = interval(low); i <= last; i++) {
        Bits.set(possible[i], row);
        boolean holdsAll =
            (i == 0 ? low == Long.MIN_VALUE : low <= thresholds[i - 1])
                && (i == thresholds.length
                    ? high == Long.MAX_VALUE
                    : high >= thresholds[i] - 1);
        if (holdsAll) {
          Bits.set(certain[i], row);
        }
      }
    }
    if (accepted.includesAbsent()) {
      Bits.set(possible[thresholds.length + 1], row);
      Bits.set(certain[thresholds.length + 1], row);
    }
  }

  /** Returns the number of thresholds that are at most a key. */
  private int interval(long key) {
    int low = 0;
    int high = thresholds.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      boolean isPassed = thresholds[middle] <= key;
      low = isPassed ? middle + 1 : low;
      high = isPassed ? high : middle;
    }
    return low;
  }

  /** Returns the field. */
  Field field() {
    return field;
  }

  /** Returns the interval of an offer's value. */
  int interval(OfferValues values, Arguments arguments) {
    if (!values.has(field, arguments)) {
      return thresholds.length + 1;
    }
    String text = field.type().isText() ? values.text(field) : null;
    if (text == null) {
      return interval(values.key(field, arguments));
    }
    int found = Arrays.binarySearch(cuts, new TextSet.Cut(text, false));
    return interval(found >= 0 ? found + 1 : -found - 1);
  }

  /** Returns the searches that accept a value of an interval, perhaps; not copied. */
  long[] possible(int interval) {
    return possible[interval];
  }

  /** Returns the searches that accept every value of an interval; not copied. */
  long[] certain(int interval) {
    return certain[interval];
  }

  /** Returns the number of searches that accept a value of an interval, perhaps. */
  int count(int interval) {
    return counts[interval];
  }

  /** Returns the memory, in bytes. */
  @SuppressWarnings("ReferenceEquality") // exact intervals share their array
  long bytes() {
    long bytes = Footprint.array(thresholds.length, Long.BYTES);
    for (int i = 0; i < possible.length; i++) {
      long one = Footprint.array(possible[i].length, Long.BYTES);
      bytes += possible[i] == certain[i] ? one : 2 * one;
    }
    return bytes;
  }
}
