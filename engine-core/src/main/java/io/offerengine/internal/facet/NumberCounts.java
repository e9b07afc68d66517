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
import java.util.function.LongUnaryOperator;

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

  /**
   * By edge: the least key from it on. Edges above every integer are left out, if the field has
   * integers.
   */
  private final long[] firstKeys;

  /** By interval: below the first edge, between edges, from the last edge on. */
  private final long[] bins;

  private long present;
  private long absent;
  private long least = Long.MAX_VALUE;
  private long greatest = Long.MIN_VALUE;

  /** For quantiles: functions that return how many keys of some rows are below a key. */
  private final List<LongUnaryOperator> kept = new ArrayList<>();

  /** How many keys the functions count. */
  private long keptKeys;

  /** The folds of each interval; then those of rows with a value, and of rows without. */
  private final FoldPairs folds = new FoldPairs();

  /** By fold and key, for quantiles: the pairs that were counted. */
  private final Long2IntOpenHashMap keyNumbers = new Long2IntOpenHashMap(0);

  private final FoldPairs keyFolds = new FoldPairs();

  /**
   * Creates a distribution without rows.
   *
   * @param edges the edges of the intervals; empty if these are not asked for
   * @param keepsKeys whether quantiles will be asked for
   */
  NumberCounts(Field field, int variant, List<Double> edges, boolean keepsKeys) {
    super(field, variant);
    this.edges = edges;
    this.keepsKeys = keepsKeys;
    this.bins = new long[edges.size() + 1];
    boolean isInteger = field.type() == FieldType.INTEGER;
    this.firstKeys =
        edges.stream()
            // No integer reaches 2^63; the conversion would round such an edge down.
            .filter(edge -> !isInteger || Math.ceil(edge) < 0x1p63)
            .mapToLong(edge -> isInteger ? (long) Math.ceil(edge) : NumericKey.of(edge))
            .toArray();
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
      long passes = firstKeys.length + 1L;
      long repaired = permutation.rowCount() / rows.count;
      return byRows > 3 * passes * rows.wordCount + repaired ? Way.RANKS : Way.ROWS;
    }
    return byRows > (long) index.countedBitmaps() * rows.wordCount && index.valueCount() > 0
        ? Way.BITMAPS
        : Way.ROWS;
  }

  @Override
  Reader reader(MatchedRows rows) {
    return new Rows(rows, rows.reader.numeric(field));
  }

  @Override
  void add(MatchedRows rows, FieldIndex index) {
    SortedPermutation permutation = index.permutation();
    if (permutation != null) {
      addByRanks(rows, permutation);
    } else {
      addByBitmaps(rows, index);
    }
  }

  private void addByRanks(MatchedRows rows, SortedPermutation permutation) {
    // Quantiles look at the bitmap after the segment's masks were taken back.
    int wordCount = rows.view.wordCount();
    long[] words = keepsKeys ? Arrays.copyOf(rows.words, wordCount) : rows.words;
    RankCounts ranks = new RankCounts(permutation, words, rows.wordCount, rows.count);
    int values = ranks.present();
    absent += rows.count - values;
    if (values > 0) {
      addExtremes(ranks.least());
      addExtremes(ranks.greatest());
      addValues(ranks::belowKey, values);
    }
  }

  private void addByBitmaps(MatchedRows rows, FieldIndex index) {
    int[] counts = index.countValues(rows.words, rows.wordCount, rows.count);
    int last = counts.length - 1;
    for (int value = 0; value < last; value++) {
      if (counts[value] > 0) {
        addExtremes(index.valueKey(value));
      }
    }
    absent += counts[last];
    LongUnaryOperator below =
        key -> Arrays.stream(counts, 0, index.firstValueFrom(key)).asLongStream().sum();
    addValues(below, rows.count - counts[last]);
  }

  /**
   * Adds rows that have a value.
   *
   * @param below returns how many of their keys are below a key
   */
  private void addValues(LongUnaryOperator below, long values) {
    long before = 0;
    for (int i = 0; i < firstKeys.length; i++) {
      long reached = below.applyAsLong(firstKeys[i]);
      bins[i] += reached - before;
      before = reached;
    }
    bins[firstKeys.length] += values - before;
    present += values;
    if (keepsKeys) {
      keep(below, values);
    }
  }

  /** Keeps some keys for quantiles. */
  private void keep(LongUnaryOperator below, long keys) {
    kept.add(below);
    keptKeys += keys;
  }

  /** Returns how many of the first ones of an array, which are sorted, are below a key. */
  private static int countBelow(long key, long[] sorted, int size) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      boolean isBelow = sorted[middle] < key;
      low = isBelow ? middle + 1 : low;
      high = isBelow ? high : middle;
    }
    return low;
  }

  /** Returns the interval of a key: how many edges are at or below it. */
  private int bin(long key) {
    return key == Long.MAX_VALUE
        ? firstKeys.length
        : countBelow(key + 1, firstKeys, firstKeys.length);
  }

  private void addExtremes(long key) {
    least = Math.min(least, key);
    greatest = Math.max(greatest, key);
  }

  /** Adds a value that a fold has; returns whether it is to be kept for quantiles. */
  private boolean addFold(long key, int fold) {
    int bin = bin(key);
    if (bins.length > 1 && folds.add(bin, fold)) {
      bins[bin]++;
    }
    present += folds.add(bins.length, fold) ? 1 : 0;
    addExtremes(key);
    return keepsKeys
        && keyFolds.add(keyNumbers.computeIfAbsent(key, any -> keyNumbers.size()), fold);
  }

  /** Reads the keys of rows, and in a count of folds their folds. */
  private final class Rows implements Reader {
    private final MatchedRows matched;
    private final NumericColumn column;
    private final long[] keys;

    /** The keys for quantiles: those of all rows, or each key once for each fold that has it. */
    private final LongArrayList all;

    Rows(MatchedRows matched, NumericColumn column) {
      this.matched = matched;
      this.column = column;
      this.keys = matched.scratch.numbers();
      this.all = new LongArrayList(keepsKeys && !matched.countsFolds() ? matched.count : 0);
    }

    @Override
    public void accept(int[] rows, int count) {
      column.keysOr(rows, count, NumericColumn.RARE_KEY, keys);
      int values = 0;
      for (int i = 0; i < count; i++) {
        long key = keys[i];
        if (key == NumericColumn.RARE_KEY && !column.isPresent(rows[i])) {
          absent += matched.isNew(folds, bins.length + 1, rows[i]) ? 1 : 0;
        } else if (!matched.countsFolds() || addFold(key, matched.fold(rows[i]))) {
          keys[values++] = key;
        }
      }
      if (!matched.countsFolds()) {
        addRows(values);
      }
      if (keepsKeys) {
        all.addElements(all.size(), keys, 0, values);
      }
    }

    /** Adds the first ones of the keys that were read. */
    private void addRows(int values) {
      for (int i = 0; i < values; i++) {
        addExtremes(keys[i]);
      }
      for (int i = 0; i < values && bins.length > 1; i++) {
        bins[bin(keys[i])]++;
      }
      present += values;
    }

    @Override
    public void end() {
      long[] sorted = all.elements();
      int size = all.size();
      if (size > 0) {
        Arrays.sort(sorted, 0, size);
        keep(key -> countBelow(key, sorted, size), size);
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
    List<Number> found = new ArrayList<>();
    for (int i = 0; i < shares.size() && keptKeys > 0; i++) {
      BigDecimal wanted = BigDecimal.valueOf(shares.get(i)).multiply(BigDecimal.valueOf(keptKeys));
      long rank = Math.max(1, wanted.setScale(0, RoundingMode.CEILING).longValueExact());
      found.add(number(select(rank)));
    }
    return new Facets.Quantiles(field, shares, found, present, absent);
  }

  /** Returns the least key such that a number of keys are at or below it. */
  private long select(long rank) {
    long low = least;
    long high = greatest;
    while (low < high) {
      // The unsigned difference is right even if the keys are further apart than a long is wide.
      long middle = low + ((high - low) >>> 1);
      long reached = 0;
      for (LongUnaryOperator below : kept) {
        reached += below.applyAsLong(middle + 1);
      }
      if (reached >= rank) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  private Number number(long key) {
    return field.type() == FieldType.INTEGER ? (Number) key : (Number) NumericKey.toDouble(key);
  }
}
