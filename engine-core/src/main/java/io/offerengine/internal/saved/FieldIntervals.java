package io.offerengine.internal.saved;

import io.offerengine.internal.column.BinarySearch;
import io.offerengine.query.NumericSet;
import io.offerengine.query.OfferValues;
import io.offerengine.query.TextSet;
import io.offerengine.query.ValueSet;
import io.offerengine.schema.Arguments;
import io.offerengine.schema.Field;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A division of the values of one field into intervals, by thresholds that are bounds of searches.
 * The last interval is absence.
 *
 * <p>Numbers are divided by their keys. A text becomes a number: how many of the cuts of all sets
 * its key passes.
 *
 * <p><b>Cost.</b> Finding the interval of a value is O(log thresholds).
 *
 * <p><b>Threads.</b> Immutable.
 */
final class FieldIntervals {
  private final Field field;

  /** The index of the first slot of the field, and for a computed field of one per arguments. */
  private final int slot;

  /** The cuts of all sets, ascending; empty for numbers. */
  private final TextSet.Cut[] cuts;

  private final long[] thresholds;

  /**
   * Divides a field.
   *
   * @param slot the index of the first slot of the field
   * @param sets what searches accept, as often as they do: all {@linkplain #canDivide can divide}
   * @param most the largest number of thresholds
   */
  FieldIntervals(Field field, int slot, Collection<ValueSet> sets, int most) {
    this.field = field;
    this.slot = slot;
    this.cuts = field.type().isText() ? cutsOf(sets) : new TextSet.Cut[0];
    LongArrayList bounds = new LongArrayList();
    sets.forEach(set -> addBounds(numbers(set), bounds));
    long[] sorted = bounds.toLongArray();
    Arrays.sort(sorted);
    this.thresholds = thresholds(sorted, most);
  }

  /** Returns whether a set is a union of few ranges, so that thresholds can divide its field. */
  static boolean canDivide(ValueSet accepted) {
    return accepted instanceof NumericSet
        || (accepted instanceof TextSet texts && !texts.hasPatterns());
  }

  private static TextSet.Cut[] cutsOf(Collection<ValueSet> sets) {
    TreeSet<TextSet.Cut> cuts = new TreeSet<>();
    sets.forEach(set -> cuts.addAll(((TextSet) set).cuts()));
    return cuts.toArray(TextSet.Cut[]::new);
  }

  /** Returns a set as a set of numbers. */
  NumericSet numbers(ValueSet accepted) {
    if (accepted instanceof NumericSet set) {
      return set;
    }
    List<TextSet.Cut> own = ((TextSet) accepted).cuts();
    long[] bounds = new long[own.size() + own.size() % 2];
    Arrays.fill(bounds, Long.MAX_VALUE);
    for (int i = 0; i < own.size(); i++) {
      int passed = Arrays.binarySearch(cuts, own.get(i)) + 1;
      bounds[i] = i % 2 == 0 ? passed : passed - 1L;
    }
    return NumericSet.ofRanges(bounds).withAbsent(accepted.includesAbsent());
  }

  /** Adds where membership changes: the first key of each range, and the key after the last. */
  private static void addBounds(NumericSet set, LongArrayList bounds) {
    for (int range = 0; range < set.rangeCount(); range++) {
      if (set.low(range) > Long.MIN_VALUE) {
        bounds.add(set.low(range));
      }
      if (set.high(range) < Long.MAX_VALUE) {
        bounds.add(set.high(range) + 1);
      }
    }
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

  /** Returns the number of intervals, with absence. */
  int count() {
    return thresholds.length + 2;
  }

  /** Returns the interval of a number: how many thresholds are not above it. */
  int of(long number) {
    return BinarySearch.firstBehind(0, thresholds.length, at -> thresholds[at] > number);
  }

  /** Returns whether all numbers of an interval are from a low to a high one, both inclusive. */
  boolean isWithin(int interval, long low, long high) {
    boolean reachesDown = interval == 0 ? low == Long.MIN_VALUE : low <= thresholds[interval - 1];
    boolean reachesUp =
        interval == thresholds.length ? high == Long.MAX_VALUE : high >= thresholds[interval] - 1;
    return reachesDown && reachesUp;
  }

  /** Returns the interval of an offer's value. */
  int of(OfferValues values, @Nullable Arguments arguments) {
    if (!values.has(field, arguments)) {
      return thresholds.length + 1;
    }
    String text = field.type().isText() ? values.text(field) : null;
    if (text == null) {
      return of(values.key(field, arguments));
    }
    int found = Arrays.binarySearch(cuts, new TextSet.Cut(text, false));
    return of(found >= 0 ? found + 1L : -found - 1L);
  }

  /** Returns the field. */
  Field field() {
    return field;
  }

  /** Returns the index of the slot of a value under some of the arguments of a segment. */
  int slot(int argumentsIndex) {
    return field.formula() == null ? slot : slot + argumentsIndex;
  }
}
