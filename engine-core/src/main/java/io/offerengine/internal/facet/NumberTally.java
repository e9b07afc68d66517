package io.offerengine.internal.facet;

import io.offerengine.facet.Facets;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.NumericKey;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The distribution of a numeric field: counts by interval, extremes and quantiles, as far as they
 * were asked for.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class NumberTally {
  private final Field field;
  private final List<Double> edges;
  private final boolean keepsKeys;

  /** By edge: the greatest key below it. */
  private final long[] lastBelow;

  /** How many edges, of the first ones, have no key below them. */
  private final int edgesWithoutKeys;

  /** By interval: below the first edge, between edges, from the last edge on. */
  private final long[] bins;

  private long present;
  private long absent;
  private long least = Long.MAX_VALUE;
  private long greatest = Long.MIN_VALUE;
  private final List<KeyCounts> parts = new ArrayList<>();

  /** The folds of each interval; then those of rows with a value, and of rows without. */
  private final FoldPairs folds = new FoldPairs();

  /** By fold and key, for quantiles: the pairs that were counted. */
  private final Long2IntOpenHashMap keyNumbers = new Long2IntOpenHashMap(0);

  private final FoldPairs keyFolds = new FoldPairs();

  /** The keys of these pairs: each key once for each fold that has it. */
  private final LongArrayList foldedKeys = new LongArrayList(0);

  /**
   * Creates a distribution without rows.
   *
   * @param edges the edges of the intervals; empty if these are not asked for
   * @param keepsKeys whether quantiles will be asked for
   */
  NumberTally(Field field, List<Double> edges, boolean keepsKeys) {
    this.field = field;
    this.edges = edges;
    this.keepsKeys = keepsKeys;
    this.lastBelow = new long[edges.size()];
    this.bins = new long[edges.size() + 1];
    int without = 0;
    for (int i = 0; i < lastBelow.length; i++) {
      double edge = edges.get(i);
      boolean isInteger = field.type() == FieldType.INTEGER;
      without += isInteger && edge <= -0x1p63 ? 1 : 0;
      lastBelow[i] = isInteger ? lastIntegerBelow(edge) : NumericKey.of(edge) - 1;
    }
    this.edgesWithoutKeys = without;
  }

  private static long lastIntegerBelow(double edge) {
    double next = Math.ceil(edge);
    // A double from 2^63 on is greater than every integer; the conversion would round it down.
    return next >= 0x1p63 ? Long.MAX_VALUE : (long) next - 1;
  }

  /** Returns the field. */
  Field field() {
    return field;
  }

  /** Returns whether quantiles will be asked for. */
  boolean keepsKeys() {
    return keepsKeys;
  }

  /** Returns how many edges there are. */
  int edgeCount() {
    return lastBelow.length;
  }

  /** Adds rows that have a value, by the counts of their keys. */
  void addCounts(KeyCounts counts, long values, long leastKey, long greatestKey) {
    long before = 0;
    for (int i = 0; i < lastBelow.length; i++) {
      long upTo = i < edgesWithoutKeys ? 0 : counts.upTo(lastBelow[i]);
      bins[i] += upTo - before;
      before = upTo;
    }
    bins[lastBelow.length] += values - before;
    addExtremes(values, leastKey, greatestKey);
  }

  private void addExtremes(long values, long leastKey, long greatestKey) {
    present += values;
    least = Math.min(least, leastKey);
    greatest = Math.max(greatest, greatestKey);
  }

  /** Keeps the counts of some keys if quantiles will be asked for. */
  void keep(KeyCounts counts) {
    if (keepsKeys) {
      parts.add(counts);
    }
  }

  /** Adds rows one by one. */
  void addKeys(long[] keys, int size) {
    for (int i = 0; i < size; i++) {
      long key = keys[i];
      least = Math.min(least, key);
      greatest = Math.max(greatest, key);
    }
    present += size;
    for (int i = 0; i < size && bins.length > 1; i++) {
      bins[bin(keys[i])]++;
    }
  }

  /** Adds rows without a value. */
  void addAbsent(long rows) {
    absent += rows;
  }

  /** Adds a row of a fold with a value. */
  void addFold(long key, int fold) {
    int bin = bin(key);
    if (bins.length > 1 && folds.add(bin, fold)) {
      bins[bin]++;
    }
    addExtremes(folds.add(bins.length, fold) ? 1 : 0, key, key);
    if (keepsKeys) {
      int number = keyNumbers.computeIfAbsent(key, any -> keyNumbers.size());
      if (keyFolds.add(number, fold)) {
        foldedKeys.add(key);
      }
    }
  }

  /** Adds a row of a fold without a value. */
  void addAbsentFold(int fold) {
    absent += folds.add(bins.length + 1, fold) ? 1 : 0;
  }

  /** Returns the interval of a key: how many edges are at or below it. */
  private int bin(long key) {
    int low = edgesWithoutKeys;
    int high = lastBelow.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      boolean isAbove = lastBelow[middle] < key;
      low = isAbove ? middle + 1 : low;
      high = isAbove ? high : middle;
    }
    return low;
  }

  /** Returns the counts by interval. */
  Facets.Histogram histogram() {
    int last = bins.length - 1;
    List<Long> between = Arrays.stream(bins, 1, last).boxed().toList();
    return new Facets.Histogram(field, edges, between, bins[0], bins[last], absent);
  }

  /** Returns the extremes. */
  Facets.Range range() {
    boolean isEmpty = present == 0;
    Number from = isEmpty ? null : number(least);
    Number to = isEmpty ? null : number(greatest);
    return new Facets.Range(field, from, to, present, absent);
  }

  /** Returns quantiles. */
  Facets.Quantiles quantiles(List<Double> shares) {
    List<KeyCounts> all = new ArrayList<>(parts);
    long[] keys = foldedKeys.toLongArray();
    Arrays.sort(keys);
    all.add(KeyCounts.ofSorted(keys, keys.length));
    long values = upTo(all, greatest);
    List<Number> found = new ArrayList<>();
    for (int i = 0; i < shares.size() && values > 0; i++) {
      BigDecimal wanted = BigDecimal.valueOf(shares.get(i)).multiply(BigDecimal.valueOf(values));
      long rank = Math.max(1, wanted.setScale(0, RoundingMode.CEILING).longValueExact());
      found.add(number(select(all, rank)));
    }
    return new Facets.Quantiles(field, shares, found, present, absent);
  }

  /** Returns the least key such that a number of keys are at or below it. */
  private long select(List<KeyCounts> all, long rank) {
    long low = least;
    long high = greatest;
    while (low < high) {
      // The unsigned difference is right even if the keys are further apart than a long is wide.
      long middle = low + ((high - low) >>> 1);
      if (upTo(all, middle) >= rank) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  private static long upTo(List<KeyCounts> all, long key) {
    long count = 0;
    for (KeyCounts part : all) {
      count += part.upTo(key);
    }
    return count;
  }

  private Number number(long key) {
    return field.type() == FieldType.INTEGER ? (Number) key : (Number) NumericKey.toDouble(key);
  }
}
