package io.offerengine.bench.peers;

import io.offerengine.bench.peers.Peer.PreparedSearch;
import io.offerengine.bench.searches.Column;
import io.offerengine.bench.searches.DrawnSearch;
import io.offerengine.bench.searches.FacetColumns;
import io.offerengine.bench.searches.MarketTable;
import io.offerengine.bench.searches.RowSelection;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Facets by loops over arrays: every value of a column is a byte, and a block of rows is counted
 * column by column while its rows are in the inner caches.
 *
 * <p>To count bundles, each value has a bitmap of the bundles that were counted.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class ColumnLoopFacets {
  private static final int MOST_VALUES = 256;
  private static final byte[] NOTHING = {};

  private final MarketTable table;
  private final Map<Column, byte[]> codes = new EnumMap<>(Column.class);
  private final Map<Column, List<Object>> values = new EnumMap<>(Column.class);

  /** By row: the number of its bundle. */
  private final int[] bundles;

  private final int bundleCount;

  ColumnLoopFacets(MarketTable table) {
    this.table = table;
    for (Column column : FacetColumns.VALUES) {
      if (column.kind() != Column.Kind.FLAG) {
        number(column);
      }
    }
    this.bundles = new int[table.size()];
    Long2IntOpenHashMap known = new Long2IntOpenHashMap();
    for (int row = 0; row < bundles.length; row++) {
      long bundle = (long) table.numbers(Column.BUNDLE_ID)[row];
      bundles[row] = known.computeIfAbsent(bundle, any -> known.size());
    }
    this.bundleCount = known.size();
  }

  /** Numbers the values of a column, ascending, from 1 on; 0 stands for absence. */
  private void number(Column column) {
    TreeSet<Object> distinct = new TreeSet<>();
    for (int row = 0; row < table.size(); row++) {
      @Nullable Object value = table.value(column, row);
      if (value != null) {
        distinct.add(value);
      }
    }
    List<Object> ascending = List.copyOf(distinct);
    if (ascending.size() >= MOST_VALUES) {
      throw new IllegalStateException(column + " has too many values for bytes");
    }
    Map<Object, Integer> numbers = new HashMap<>();
    ascending.forEach(value -> numbers.put(value, numbers.size() + 1));
    byte[] ofRows = new byte[table.size()];
    for (int row = 0; row < ofRows.length; row++) {
      @Nullable Object value = table.value(column, row);
      ofRows[row] = value == null ? 0 : Objects.requireNonNull(numbers.get(value)).byteValue();
    }
    codes.put(column, ofRows);
    values.put(column, ascending);
  }

  private static void count(byte[] codes, int[] rows, int size, long[] counts) {
    for (int i = 0; i < size; i++) {
      counts[codes[rows[i]] & 0xFF]++;
    }
  }

  private static void count(byte[] codes, int size, long[] counts) {
    for (int i = 0; i < size; i++) {
      counts[codes[i] & 0xFF]++;
    }
  }

  PreparedSearch prepare(DrawnSearch search) {
    return () -> new Run(search).answer();
  }

  /** One run of a search. */
  private final class Run {
    private final DrawnSearch search;
    private final NearMatches near;
    private final boolean countsBundles;
    private final List<Counter> counters = new ArrayList<>();
    private final double[][] extremes = new double[FacetColumns.RANGES.size()][];

    Run(DrawnSearch search) {
      this.search = search;
      this.near = new NearMatches(table, search);
      this.countsBundles = search.answer() == DrawnSearch.Answer.BUNDLE_FACETS;
      for (Column column : FacetColumns.VALUES) {
        List<Object> known = values.getOrDefault(column, List.of(0, 1));
        counters.add(new Counter(column, new double[0], known.size() + 1));
      }
      for (Column column : FacetColumns.HISTOGRAMS) {
        double[] edges = FacetColumns.edges(column);
        // One more bin for rows without a value.
        counters.add(new Counter(column, edges, edges.length + 2));
      }
      for (int i = 0; i < extremes.length; i++) {
        extremes[i] = new double[] {Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
      }
    }

    long[] answer() {
      Counter matched = new Counter(Column.ID, new double[0], 1);
      for (int start = 0; start < table.size(); start += RowSelection.BLOCK) {
        near.find(start);
        matched.add(near);
        for (Counter counter : counters) {
          counter.add(near);
        }
        for (int i = 0; i < extremes.length; i++) {
          addExtremes(FacetColumns.RANGES.get(i), extremes[i]);
        }
      }
      FacetAnswer answer = new FacetAnswer();
      answer.add(matched.counts[0]);
      counters.forEach(counter -> counter.addTo(answer));
      for (double[] range : extremes) {
        answer.addNumber(range[0]);
        answer.addNumber(range[1]);
      }
      return answer.toArray();
    }

    private void addExtremes(Column column, double[] range) {
      for (int list = 0; list < near.listCount(column); list++) {
        addExtremes(table.numbers(column), near.rows(column, list), near.size(column, list), range);
      }
    }

    private static void addExtremes(double[] numbers, int[] rows, int size, double[] range) {
      double least = range[0];
      double greatest = range[1];
      for (int i = 0; i < size; i++) {
        double value = numbers[rows[i]];
        least = value < least ? value : least;
        greatest = value > greatest ? value : greatest;
      }
      range[0] = least;
      range[1] = greatest;
    }

    /** Counts the rows or bundles of each value or bin of a column. */
    private final class Counter {
      private final Column column;
      private final double[] edges;
      private final long[] counts;

      /** By value: the bundles that were counted. */
      private final long @Nullable [][] seen;

      /** The numbers of the values: of all rows, and of the rows of a block. */
      private final byte[] ofRows;

      private final byte[] numbered = new byte[RowSelection.BLOCK];

      Counter(Column column, double[] edges, int size) {
        this.column = column;
        this.edges = edges;
        this.counts = new long[size];
        boolean isFlag = column.kind() == Column.Kind.FLAG;
        this.ofRows = isFlag ? table.flags(column) : codes.getOrDefault(column, NOTHING);
        this.seen = countsBundles ? new long[size][(bundleCount >> 6) + 1] : null;
      }

      void add(NearMatches rows) {
        for (int list = 0; list < rows.listCount(column); list++) {
          add(rows.rows(column, list), rows.size(column, list));
        }
      }

      private void add(int[] rows, int size) {
        if (seen == null && column == Column.ID) {
          counts[0] += size;
        } else if (seen == null && edges.length == 0) {
          count(ofRows, rows, size, counts);
        } else {
          number(rows, size);
          if (seen == null) {
            count(numbered, size, counts);
          } else {
            countBundles(rows, size, Objects.requireNonNull(seen));
          }
        }
      }

      private void number(int[] rows, int size) {
        if (edges.length > 0) {
          bin(rows, size);
        } else if (column == Column.ID) {
          Arrays.fill(numbered, 0, size, (byte) 0);
        } else {
          for (int i = 0; i < size; i++) {
            numbered[i] = ofRows[rows[i]];
          }
        }
      }

      private void countBundles(int[] rows, int size, long[][] counted) {
        for (int i = 0; i < size; i++) {
          int value = numbered[i] & 0xFF;
          int bundle = bundles[rows[i]];
          long before = counted[value][bundle >> 6];
          counted[value][bundle >> 6] = before | 1L << bundle;
          counts[value] += ((before >>> bundle) & 1) ^ 1;
        }
      }

      private void bin(int[] rows, int size) {
        boolean isComputed = column.isPriced() && search.computesPrices();
        double[] numbers = table.numbers(column);
        for (int i = 0; i < size; i++) {
          double value =
              isComputed ? RowSelection.value(table, search, column, rows[i]) : numbers[rows[i]];
          numbered[i] = (byte) bin(value);
        }
      }

      private int bin(double value) {
        int low = 0;
        for (int step = Integer.highestOneBit(edges.length); step > 0; step >>= 1) {
          int next = low + step;
          low = next <= edges.length && edges[next - 1] <= value ? next : low;
        }
        return Double.isNaN(value) ? edges.length + 1 : low;
      }

      void addTo(FacetAnswer answer) {
        if (edges.length > 0) {
          answer.add(Arrays.copyOf(counts, edges.length + 1));
          return;
        }
        boolean isFlag = column.kind() == Column.Kind.FLAG;
        answer.add(isFlag ? 0 : counts[0]);
        List<Object> known = isFlag ? List.of(0, 1) : Objects.requireNonNull(values.get(column));
        long[] order = new long[known.size()];
        for (int value = 0; value < order.length; value++) {
          order[value] = -counts[isFlag ? value : value + 1] << Byte.SIZE | value;
        }
        Arrays.sort(order);
        for (long each : order) {
          long count = -(each >> Byte.SIZE);
          if (count > 0) {
            answer.add(known.get((int) each & 0xFF), count);
          }
        }
      }
    }
  }
}
