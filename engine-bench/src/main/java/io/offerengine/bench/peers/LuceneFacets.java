package io.offerengine.bench.peers;

import io.offerengine.bench.searches.Column;
import io.offerengine.bench.searches.FacetColumns;
import it.unimi.dsi.fastutil.doubles.Double2LongOpenHashMap;
import it.unimi.dsi.fastutil.objects.Object2LongOpenHashMap;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
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
 */
final class LuceneFacets {
  private LuceneFacets() {}

  /**
   * The documents of a segment that facets count.
   *
   * @param all those that fulfil all conditions
   * @param without by column: those that fulfil the conditions on all other columns
   */
  private record Segment(
      LeafReader reader,
      @SuppressWarnings("ArrayRecordComponent") int[] all,
      Map<Column, int[]> without) {
    /** Returns what the facet of a column counts. */
    int[] documents(Column column) {
      return without.getOrDefault(column, all);
    }
  }

  /**
   * Counts the facets of a search.
   *
   * @param conditions the conditions on each column
   */
  static long[] answer(IndexSearcher searcher, Map<Column, Query> conditions) throws IOException {
    Map<Column, Weight> weights = new EnumMap<>(Column.class);
    for (Map.Entry<Column, Query> each : conditions.entrySet()) {
      Query query = searcher.rewrite(each.getValue());
      weights.put(each.getKey(), searcher.createWeight(query, ScoreMode.COMPLETE_NO_SCORES, 1));
    }
    List<Segment> segments = new ArrayList<>();
    long matched = 0;
    for (LeafReaderContext leaf : searcher.getIndexReader().leaves()) {
      Segment segment = segment(leaf, weights);
      segments.add(segment);
      matched += segment.all.length;
    }
    FacetAnswer answer = new FacetAnswer();
    answer.add(matched);
    for (Column column : FacetColumns.VALUES) {
      if (column.kind() == Column.Kind.TEXT) {
        addTexts(column, segments, answer);
      } else {
        addNumbers(column, segments, answer);
      }
    }
    for (Column column : FacetColumns.HISTOGRAMS) {
      addBins(column, segments, answer);
    }
    for (Column column : FacetColumns.RANGES) {
      addExtremes(column, segments, answer);
    }
    return answer.toArray();
  }

  private static Segment segment(LeafReaderContext leaf, Map<Column, Weight> weights)
      throws IOException {
    Map<Column, FixedBitSet> ofColumns = new EnumMap<>(Column.class);
    for (Map.Entry<Column, Weight> each : weights.entrySet()) {
      FixedBitSet accepted = new FixedBitSet(leaf.reader().maxDoc());
      Scorer scorer = each.getValue().scorer(leaf);
      if (scorer != null) {
        accepted.or(scorer.iterator());
      }
      ofColumns.put(each.getKey(), accepted);
    }
    Map<Column, int[]> without = new EnumMap<>(Column.class);
    for (Column column : ofColumns.keySet()) {
      without.put(column, list(intersection(leaf, ofColumns, column)));
    }
    return new Segment(leaf.reader(), list(intersection(leaf, ofColumns, null)), without);
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

  private static void addTexts(Column column, List<Segment> segments, FacetAnswer answer)
      throws IOException {
    long absent = 0;
    Object2LongOpenHashMap<String> counts = new Object2LongOpenHashMap<>();
    for (Segment segment : segments) {
      SortedDocValues ordinals = DocValues.getSorted(segment.reader, column.label());
      long[] byOrdinal = new long[ordinals.getValueCount() + 1];
      for (int document : segment.documents(column)) {
        byOrdinal[ordinals.advanceExact(document) ? ordinals.ordValue() + 1 : 0]++;
      }
      absent += byOrdinal[0];
      for (int ordinal = 1; ordinal < byOrdinal.length; ordinal++) {
        if (byOrdinal[ordinal] > 0) {
          counts.addTo(ordinals.lookupOrd(ordinal - 1).utf8ToString(), byOrdinal[ordinal]);
        }
      }
    }
    answer.add(absent);
    answer.addSorted(counts);
  }

  private static void addNumbers(Column column, List<Segment> segments, FacetAnswer answer)
      throws IOException {
    long absent = 0;
    Double2LongOpenHashMap counts = new Double2LongOpenHashMap();
    for (Segment segment : segments) {
      NumericDocValues values = DocValues.getNumeric(segment.reader, column.label());
      for (int document : segment.documents(column)) {
        if (values.advanceExact(document)) {
          counts.addTo(Double.longBitsToDouble(values.longValue()), 1);
        } else {
          absent++;
        }
      }
    }
    answer.add(absent);
    answer.addSorted(counts);
  }

  private static void addBins(Column column, List<Segment> segments, FacetAnswer answer)
      throws IOException {
    double[] edges = FacetColumns.edges(column);
    long[] counts = new long[edges.length + 1];
    for (Segment segment : segments) {
      NumericDocValues values = DocValues.getNumeric(segment.reader, column.label());
      for (int document : segment.documents(column)) {
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
    answer.add(counts);
  }

  private static void addExtremes(Column column, List<Segment> segments, FacetAnswer answer)
      throws IOException {
    double least = Double.POSITIVE_INFINITY;
    double greatest = Double.NEGATIVE_INFINITY;
    for (Segment segment : segments) {
      NumericDocValues values = DocValues.getNumeric(segment.reader, column.label());
      for (int document : segment.documents(column)) {
        if (values.advanceExact(document)) {
          double value = Double.longBitsToDouble(values.longValue());
          least = Math.min(least, value);
          greatest = Math.max(greatest, value);
        }
      }
    }
    answer.addNumber(least);
    answer.addNumber(greatest);
  }
}
