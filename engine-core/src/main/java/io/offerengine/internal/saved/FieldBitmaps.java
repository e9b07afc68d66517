package io.offerengine.internal.saved;

import io.offerengine.internal.column.Bits;
import io.offerengine.query.NumericSet;
import io.offerengine.query.ValueSet;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Which searches of a cluster accept which values of one field.
 *
 * <p>Each interval has two bitmaps of searches: <em>possible</em> has those that accept some value
 * of the interval, <em>certain</em> has those that accept all its values. If no search has a bound
 * within the interval, both are the same bitmap. Searches without a condition on the field are in
 * all bitmaps.
 *
 * <p><b>Layout.</b> The distinct bitmaps lie one after the other in {@link #bits}; intervals name
 * them by their number.
 *
 * <p><b>Threads.</b> Immutable.
 */
final class FieldBitmaps {
  private final FieldIntervals intervals;
  private final int words;
  private final char[] possible;
  private final char[] certain;
  private final long[] bits;

  /** By number of a bitmap: its rows. */
  private final int[] counts;

  /**
   * Builds the bitmaps.
   *
   * @param rows the rows that have a condition on the field, ascending
   * @param sets the accepted values of these rows
   * @param rowCount the number of all rows
   */
  FieldBitmaps(FieldIntervals intervals, IntArrayList rows, List<ValueSet> sets, int rowCount) {
    this.intervals = intervals;
    this.words = Bits.wordCount(rowCount);
    int count = intervals.count();
    long[][] some = new long[count][words];
    long[][] all = new long[count][words];
    long[] free = Bits.all(rowCount);
    for (int i = 0; i < rows.size(); i++) {
      Bits.clear(free, rows.getInt(i));
      put(rows.getInt(i), intervals.numbers(sets.get(i)), some, all);
    }
    this.possible = new char[count];
    this.certain = new char[count];
    List<long[]> distinct = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Bits.or(some[i], free, 0, words);
      Bits.or(all[i], free, 0, words);
      possible[i] = number(some[i], distinct);
      certain[i] = number(all[i], distinct);
    }
    this.bits = distinct.stream().flatMapToLong(Arrays::stream).toArray();
    this.counts = distinct.stream().mapToInt(Bits::count).toArray();
  }

  private void put(int row, NumericSet accepted, long[][] some, long[][] all) {
    for (int range = 0; range < accepted.rangeCount(); range++) {
      long low = accepted.low(range);
      long high = accepted.high(range);
      int last = intervals.of(high);
      for (int i = intervals.of(low); i <= last; i++) {
        Bits.set(some[i], row);
        if (intervals.isWithin(i, low, high)) {
          Bits.set(all[i], row);
        }
      }
    }
    if (accepted.includesAbsent()) {
      Bits.set(some[some.length - 1], row);
      Bits.set(all[all.length - 1], row);
    }
  }

  /** Returns the number of a bitmap among the distinct ones, and adds it if it is new. */
  private static char number(long[] bitmap, List<long[]> distinct) {
    int number = 0;
    while (number < distinct.size() && !Arrays.equals(bitmap, distinct.get(number))) {
      number++;
    }
    if (number == distinct.size()) {
      distinct.add(bitmap);
    }
    return (char) number;
  }

  /** Returns the division of the field. */
  FieldIntervals intervals() {
    return intervals;
  }

  /** Returns the number of the bitmap of the searches that accept a value of an interval. */
  int possible(int interval) {
    return possible[interval];
  }

  /** Returns the number of the bitmap of the searches that accept every value of an interval. */
  int certain(int interval) {
    return certain[interval];
  }

  /** Returns the number of searches in a bitmap. */
  int count(int number) {
    return counts[number];
  }

  /** Returns 64 searches of a bitmap. */
  long word(int number, int word) {
    return bits[number * words + word];
  }

  /** Intersects a block with words of a bitmap, from a first word on. */
  void and(int number, int first, long[] block, int size) {
    int from = number * words + first;
    for (int i = 0; i < size; i++) {
      block[i] &= bits[from + i];
    }
  }
}
