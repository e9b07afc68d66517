package io.offerengine.bench.peers;

import io.offerengine.bench.searches.Column;
import io.offerengine.bench.searches.FacetColumns;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.objects.Object2LongOpenHashMap;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.BitSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.FixedBitSet;
import org.jspecify.annotations.Nullable;

/**
 * Facets of Lucene, counted by hand: a bit set for the conditions on each column, their
 * intersections with and without the conditions on the column of a facet, and doc values of the
 * documents that are left.
 *
 * <p><b>Threads.</b> Confined to one run of a search.
 */
final class LuceneFacets {
  private final IndexSearcher searcher;
  private final Map<Column, Query> conditions;
  private final Map<Column, Object2LongOpenHashMap<String>> texts = new EnumMap<>(Column.class);
  private final Map<Column, Long2LongOpenHashMap> numbers = new EnumMap<>(Column.class);
  private final Map<Column, long[]> bins = new EnumMap<>(Column.class);
  private final Map<Column, double[]> extremes = new EnumMap<>(Column.class);
  private final Map<Column, Long> absent = new EnumMap<>(Column.class);
  private long matched;

  /**
   * Prepares a run.
   *
   * @param conditions the conditions on each column
   */
  LuceneFacets(IndexSearcher searcher, Map<Column, Query> conditions) {
    this.searcher = searcher;
    this.conditions = conditions;
    for (Column column : FacetColumns.VALUES) {
      absent.put(column, 0L);
      if (column.kind() == Column.Kind.TEXT) {
        texts.put(column, new Object2LongOpenHashMap<>());
      } else {
        numbers.put(column, new Long2LongOpenHashMap());
      }
    }
    for (Column column : FacetColumns.HISTOGRAMS) {
      bins.put(column, new long[FacetColumns.edges(column).length + 1]);
    }
    for (Column column : FacetColumns.RANGES) {
      extremes.put(column, new double[] {Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY});
    }
  }

  long[] answer() throws IOException {
    Map<Column, Weight> weights = new EnumMap<>(Column.class);
    for (Map.Entry<Column, Query> each : conditions.entrySet()) {
      Query query = searcher.rewrite(each.getValue());
      weights.put(each.getKey(), searcher.createWeight(query, ScoreMode.COMPLETE_NO_SCORES, 1));
    }
    for (LeafReaderContext leaf : searcher.getIndexReader().leaves()) {
      count(leaf, weights);
    }
    FacetAnswer answer = new FacetAnswer();
    answer.add(matched);
    for (Column column : FacetColumns.VALUES) {
      answer.add(Objects.requireNonNull(absent.get(column)));
      answer.addSorted(counts(column));
    }
    FacetColumns.HISTOGRAMS.forEach(column -> answer.add(Objects.requireNonNull(bins.get(column))));
    for (Column column : FacetColumns.RANGES) {
      double[] range = Objects.requireNonNull(extremes.get(column));
      answer.addNumber(range[0]);
      answer.addNumber(range[1]);
    }
    return answer.toArray();
  }

  private List<FacetAnswer.Count> counts(Column column) {
    List<FacetAnswer.Count> counts = new ArrayList<>();
    Object2LongOpenHashMap<String> ofTexts = texts.get(column);
    if (ofTexts != null) {
      ofTexts.forEach((text, count) -> counts.add(new FacetAnswer.Count(text, count)));
      return counts;
    }
    Objects.requireNonNull(numbers.get(column))
        .forEach((bits, count) ->
            counts.add(new FacetAnswer.Count(Double.longBitsToDouble(bits), count)));
    return counts;
  }

  private void count(LeafReaderContext leaf, Map<Column, Weight> weights) throws IOException {
    int size = leaf.reader().maxDoc();
    Map<Column, FixedBitSet> ofColumns = new EnumMap<>(Column.class);
    for (Map.Entry<Column, Weight> each : weights.entrySet()) {
      FixedBitSet accepted = new FixedBitSet(size);
      Scorer scorer = each.getValue().scorer(leaf);
      if (scorer != null) {
        accepted.or(scorer.iterator());
      }
      ofColumns.put(each.getKey(), accepted);
    }
    int[] all = list(intersection(leaf, ofColumns, null));
    matched += all.length;
    Map<Column, int[]> lists = new HashMap<>();
    for (Column column : ofColumns.keySet()) {
      lists.put(column, list(intersection(leaf, ofColumns, column)));
    }
    for (Column column : FacetColumns.VALUES) {
      int[] documents = lists.getOrDefault(column, all);
      if (column.kind() == Column.Kind.TEXT) {
        countTexts(leaf, column, documents);
      } else {
        countNumbers(leaf, column, documents);
      }
    }
    for (Column column : FacetColumns.HISTOGRAMS) {
      countBins(leaf, column, lists.getOrDefault(column, all));
    }
    for (Column column : FacetColumns.RANGES) {
      findExtremes(leaf, column, lists.getOrDefault(column, all));
    }
  }

  /** Returns the live documents that fulfil the conditions on all columns, or on all but one. */
  private static FixedBitSet intersection(
      LeafReaderContext leaf, Map<Column, FixedBitSet> ofColumns, @Nullable Column leftOut) {
    Bits live = leaf.reader().getLiveDocs();
    FixedBitSet documents;
    if (live == null) {
      documents = new FixedBitSet(leaf.reader().maxDoc());
      documents.set(0, leaf.reader().maxDoc());
    } else {
      documents = FixedBitSet.copyOf(live);
    }
    ofColumns.forEach((column, accepted) -> {
      if (column != leftOut) {
        documents.and(accepted);
      }
    });
    return documents;
  }

  private static int[] list(FixedBitSet documents) {
    int[] list = new int[documents.cardinality()];
    BitSetIterator iterator = new BitSetIterator(documents, list.length);
    for (int i = 0; i < list.length; i++) {
      list[i] = iterator.nextDoc();
    }
    return list;
  }

  private void countTexts(LeafReaderContext leaf, Column column, int[] documents)
      throws IOException {
    SortedDocValues ordinals = DocValues.getSorted(leaf.reader(), column.label());
    long[] counts = new long[ordinals.getValueCount() + 1];
    for (int document : documents) {
      counts[ordinals.advanceExact(document) ? ordinals.ordValue() + 1 : 0]++;
    }
    absent.merge(column, counts[0], Long::sum);
    Object2LongOpenHashMap<String> byText = Objects.requireNonNull(texts.get(column));
    for (int ordinal = 1; ordinal < counts.length; ordinal++) {
      if (counts[ordinal] > 0) {
        byText.addTo(ordinals.lookupOrd(ordinal - 1).utf8ToString(), counts[ordinal]);
      }
    }
  }

  private void countNumbers(LeafReaderContext leaf, Column column, int[] documents)
      throws IOException {
    NumericDocValues values = DocValues.getNumeric(leaf.reader(), column.label());
    Long2LongOpenHashMap counts = Objects.requireNonNull(numbers.get(column));
    long without = 0;
    for (int document : documents) {
      if (values.advanceExact(document)) {
        counts.addTo(values.longValue(), 1);
      } else {
        without++;
      }
    }
    absent.merge(column, without, Long::sum);
  }

  private void countBins(LeafReaderContext leaf, Column column, int[] documents)
      throws IOException {
    NumericDocValues values = DocValues.getNumeric(leaf.reader(), column.label());
    double[] edges = FacetColumns.edges(column);
    long[] counts = Objects.requireNonNull(bins.get(column));
    for (int document : documents) {
      if (values.advanceExact(document)) {
        double value = Double.longBitsToDouble(values.longValue());
        int bin = 0;
        while (bin < edges.length && value >= edges[bin]) {
          bin++;
        }
        counts[bin]++;
      }
    }
  }

  private void findExtremes(LeafReaderContext leaf, Column column, int[] documents)
      throws IOException {
    NumericDocValues values = DocValues.getNumeric(leaf.reader(), column.label());
    double[] range = Objects.requireNonNull(extremes.get(column));
    for (int document : documents) {
      if (values.advanceExact(document)) {
        double value = Double.longBitsToDouble(values.longValue());
        range[0] = Math.min(range[0], value);
        range[1] = Math.max(range[1], value);
      }
    }
  }
}
