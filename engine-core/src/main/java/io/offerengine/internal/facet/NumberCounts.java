package io.offerengine.internal.facet;

import io.offerengine.facet.Facets;
import io.offerengine.internal.column.NumericColumn;
import io.offerengine.internal.index.FieldIndex;
import io.offerengine.internal.index.RankCounts;
import io.offerengine.internal.index.SortedPermutation;
import io.offerengine.internal.plan.CostModel;
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
import java.util.Objects;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The distribution of a numeric field: counts by interval, extremes and quantiles, as far as they
 * were asked for.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class NumberCounts extends FieldCounter {
  private final List<Double> edges;

  /** Whether quantiles will be asked for. */
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

  /** For quantiles: functions that return how many keys of some rows are at most a key. */
  private final List<LongUnaryOperator> kept = new ArrayList<>();

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
  NumberCounts(Field field, List<Double> edges, boolean keepsKeys) {
    super(field);
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

  @Override
  Way way(MatchedRows rows) {
    FieldIndex index = rows.countsFolds() ? null : rows.index(field);
    long byRows = (long) rows.count * CostModel.WORDS_PER_COUNTED_NUMBER;
    if (index == null || rows.count == 0) {
      return Way.ROWS;
    }
    SortedPermutation permutation = index.permutation();
    if (permutation != null) {
      long passes = lastBelow.length + 1L;
      long repaired = permutation.rowCount() / rows.count;
      return byRows > 3 * passes * rows.wordCount + repaired ? Way.RANKS : Way.ROWS;
    }
    return byRows > (long) index.countedBitmaps() * rows.wordCount && index.valueCount() > 0
        ? Way.BITMAPS
        : Way.ROWS;
  }

  @Override
  @Nullable Reader begin(MatchedRows rows) {
    Way way = way(rows);
    if (way == Way.ROWS) {
      return new Rows(rows, rows.reader.numeric(field));
    }
    FieldIndex index = Objects.requireNonNull(rows.index(field));
    if (way == Way.RANKS) {
      addByRanks(rows, Objects.requireNonNull(index.permutation()));
    } else {
      addByBitmaps(rows, index);
    }
    return null;
  }

  private void addByRanks(MatchedRows rows, SortedPermutation permutation) {
    // Quantiles look at the bitmap after the segment's masks were taken back.
    int wordCount = rows.view.wordCount();
    long[] words = keepsKeys ? Arrays.copyOf(rows.words, wordCount) : rows.words;
    RankCounts ranks = new RankCounts(permutation, words, rows.wordCount, rows.count);
    int values = ranks.present();
    absent += rows.count - values;
    if (values > 0) {
      add(ranks::upTo, values, ranks.least(), ranks.greatest());
    }
  }

  private void addByBitmaps(MatchedRows rows, FieldIndex index) {
    int[] all = index.countValues(rows.words, rows.wordCount, rows.count);
    int last = all.length - 1;
    absent += all[last];
    long[] keys = new long[last];
    int[] counts = new int[last];
    int used = 0;
    for (int value = 0; value < last; value++) {
      keys[used] = index.valueKey(value);
      counts[used] = all[value];
      used += all[value] > 0 ? 1 : 0;
    }
    if (used > 0) {
      int size = used;
      LongUnaryOperator upTo =
          key -> Arrays.stream(counts, 0, countUpTo(key, keys, 0, size)).asLongStream().sum();
      add(upTo, rows.count - all[last], keys[0], keys[used - 1]);
    }
  }

  /**
   * Adds rows that have a value.
   *
   * @param upTo returns how many of their keys are at most a key
   */
  private void add(LongUnaryOperator upTo, long values, long leastKey, long greatestKey) {
    long before = 0;
    for (int i = 0; i < lastBelow.length; i++) {
      long reached = i < edgesWithoutKeys ? 0 : upTo.applyAsLong(lastBelow[i]);
      bins[i] += reached - before;
      before = reached;
    }
    bins[lastBelow.length] += values - before;
    present += values;
    least = Math.min(least, leastKey);
    greatest = Math.max(greatest, greatestKey);
    if (keepsKeys) {
      kept.add(upTo);
    }
  }

  /** Returns how many of some sorted keys, or of those before them, are at most a key. */
  private static int countUpTo(long key, long[] sorted, int from, int to) {
    int low = from;
    int high = to;
    while (low < high) {
      int middle = (low + high) >>> 1;
      boolean isUpTo = sorted[middle] <= key;
      low = isUpTo ? middle + 1 : low;
      high = isUpTo ? high : middle;
    }
    return low;
  }

  /** Returns the interval of a key: how many edges are at or below it. */
  private int bin(long key) {
    return key == Long.MIN_VALUE
        ? edgesWithoutKeys
        : countUpTo(key - 1, lastBelow, edgesWithoutKeys, lastBelow.length);
  }

  private void addExtremes(long key) {
    least = Math.min(least, key);
    greatest = Math.max(greatest, key);
  }

  private void addFold(long key, int fold) {
    int bin = bin(key);
    if (bins.length > 1 && folds.add(bin, fold)) {
      bins[bin]++;
    }
    present += folds.add(bins.length, fold) ? 1 : 0;
    addExtremes(key);
    if (keepsKeys) {
      int number = keyNumbers.computeIfAbsent(key, any -> keyNumbers.size());
      if (keyFolds.add(number, fold)) {
        foldedKeys.add(key);
      }
    }
  }

  /** Reads the keys of rows, and in a count of folds their folds. */
  private final class Rows implements Reader {
    private final MatchedRows matched;
    private final NumericColumn column;
    private final long[] keys;

    /**
     * All keys so far, for quantiles; empty if these are not asked for, or if folds are counted.
     */
    private final long[] all;

    private int size;

    Rows(MatchedRows matched, NumericColumn column) {
      this.matched = matched;
      this.column = column;
      this.keys = matched.scratch.numbers();
      this.all = new long[keepsKeys && !matched.countsFolds() ? matched.count : 0];
    }

    @Override
    public void accept(int[] rows, int count) {
      column.keysOr(rows, count, NumericColumn.RARE_KEY, keys);
      if (matched.countsFolds()) {
        for (int i = 0; i < count; i++) {
          int fold = matched.fold(rows[i]);
          if (isAbsent(i, rows)) {
            absent += folds.add(bins.length + 1, fold) ? 1 : 0;
          } else {
            addFold(keys[i], fold);
          }
        }
        return;
      }
      int values = 0;
      for (int i = 0; i < count; i++) {
        keys[values] = keys[i];
        values += isAbsent(i, rows) ? 0 : 1;
      }
      add(values);
      absent += count - values;
    }

    private boolean isAbsent(int i, int[] rows) {
      return keys[i] == NumericColumn.RARE_KEY && !column.isPresent(rows[i]);
    }

    private void add(int values) {
      for (int i = 0; i < values; i++) {
        addExtremes(keys[i]);
      }
      for (int i = 0; i < values && bins.length > 1; i++) {
        bins[bin(keys[i])]++;
      }
      present += values;
      if (all.length > 0) {
        System.arraycopy(keys, 0, all, size, values);
        size += values;
      }
    }

    @Override
    public void end() {
      if (size > 0) {
        Arrays.sort(all, 0, size);
        kept.add(key -> countUpTo(key, all, 0, size));
      }
    }
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
    long[] folded = foldedKeys.toLongArray();
    Arrays.sort(folded);
    List<LongUnaryOperator> parts = new ArrayList<>(kept);
    parts.add(key -> countUpTo(key, folded, 0, folded.length));
    long values = keysUpTo(greatest, parts);
    List<Number> found = new ArrayList<>();
    for (int i = 0; i < shares.size() && values > 0; i++) {
      BigDecimal wanted = BigDecimal.valueOf(shares.get(i)).multiply(BigDecimal.valueOf(values));
      long rank = Math.max(1, wanted.setScale(0, RoundingMode.CEILING).longValueExact());
      found.add(number(select(rank, parts)));
    }
    return new Facets.Quantiles(field, shares, found, present, absent);
  }

  /** Returns the least key such that a number of keys are at or below it. */
  private long select(long rank, List<LongUnaryOperator> parts) {
    long low = least;
    long high = greatest;
    while (low < high) {
      // The unsigned difference is right even if the keys are further apart than a long is wide.
      long middle = low + ((high - low) >>> 1);
      if (keysUpTo(middle, parts) >= rank) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /** Returns how many keys of all parts are at most a key. */
  private static long keysUpTo(long key, List<LongUnaryOperator> parts) {
    long count = 0;
    for (LongUnaryOperator upTo : parts) {
      count += upTo.applyAsLong(key);
    }
    return count;
  }

  private Number number(long key) {
    return field.type() == FieldType.INTEGER ? (Number) key : (Number) NumericKey.toDouble(key);
  }
}
