package io.offerengine.bench.peers;

import io.offerengine.bench.searches.Column;
import io.offerengine.bench.searches.Comparison;
import io.offerengine.bench.searches.DrawnSearch;
import io.offerengine.bench.searches.MarketTable;
import io.offerengine.bench.searches.Ordering;
import io.offerengine.bench.searches.PriceChange;
import io.offerengine.bench.searches.SearchClass;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.DoubleDocValuesField;
import org.apache.lucene.document.DoublePoint;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BulkScorer;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.IndexOrDocValuesQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.Scorable;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopFieldCollectorManager;
import org.apache.lucene.search.Weight;
import org.apache.lucene.search.WildcardQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.store.NRTCachingDirectory;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/**
 * Lucene: points and doc values for numbers, terms for flags and texts, conditions as filters, and
 * Lucene's default query cache. An update indexes the whole document anew and reopens the reader.
 *
 * <p>After loading there is one segment, as Lucene searches fastest. The peer does not answer
 * searches with other prices or with folding: Lucene would need custom code for these. {@link
 * LuceneFacets} are such code, since Lucene's own facets are in a module of their own.
 */
public final class LucenePeer extends TablePeer {
  private static final double BUFFER_MEGABYTES = 1900;
  private static final double SMALL_MERGE_MEGABYTES = 5;
  private static final double CACHED_MEGABYTES = 60;
  private static final String KEY = "key";

  static {
    // Lucene yields the CPU to unmap a file, which takes a whole time slice on a busy machine. With
    // this setting, the garbage collector unmaps files instead.
    System.setProperty("org.apache.lucene.store.MMapDirectory.enableUnmapHack", "false");
  }

  private final Path folder;
  private final Directory directory;
  private final IndexWriter writer;
  private DirectoryReader reader;
  private IndexSearcher searcher;

  /**
   * Indexes a market.
   *
   * @param order the order of documents in the index
   */
  public LucenePeer(MarketTable table, Ordering order) throws IOException {
    super(table);
    this.folder = Files.createTempDirectory("offers-lucene");
    this.directory =
        new NRTCachingDirectory(new MMapDirectory(folder), SMALL_MERGE_MEGABYTES, CACHED_MEGABYTES);
    IndexWriterConfig config = new IndexWriterConfig();
    config.setRAMBufferSizeMB(BUFFER_MEGABYTES);
    config.setMaxBufferedDocs(IndexWriterConfig.DISABLE_AUTO_FLUSH);
    config.setMergeScheduler(new SerialMergeScheduler());
    config.setIndexSort(sort(order));
    this.writer = new IndexWriter(directory, config);
    for (int row = 0; row < table.size(); row++) {
      writer.addDocument(document(row));
    }
    writer.forceMerge(1);
    writer.commit();
    this.reader = DirectoryReader.open(writer);
    this.searcher = new IndexSearcher(reader);
  }

  private Document document(int row) {
    Document document = new Document();
    document.add(new StringField(KEY, Long.toString(table.id(row)), Store.NO));
    document.add(new NumericDocValuesField(Column.ID.label(), table.id(row)));
    for (Column column : Column.values()) {
      switch (column.kind()) {
        case FLAG -> addFlag(document, column, table.flags(column)[row]);
        case TEXT -> addText(document, column, table.textAt(column, row));
        case INTEGER, NUMBER -> addNumber(document, column, table.numbers(column)[row]);
      }
    }
    return document;
  }

  private static void addFlag(Document document, Column column, double value) {
    document.add(new StringField(column.label(), flag(value), Store.NO));
    document.add(new DoubleDocValuesField(column.label(), value));
  }

  private static void addText(Document document, Column column, @Nullable String text) {
    if (text != null) {
      document.add(new StringField(column.label(), text, Store.NO));
      document.add(new SortedDocValuesField(column.label(), new BytesRef(text)));
    }
  }

  private static void addNumber(Document document, Column column, double value) {
    if (column == Column.ID || Double.isNaN(value)) {
      return;
    }
    if (INDEXED.contains(column)) {
      document.add(new DoublePoint(column.label(), value));
    }
    document.add(new DoubleDocValuesField(column.label(), value));
  }

  private static String flag(double value) {
    return value == 0 ? "0" : "1";
  }

  @Override
  public PreparedSearch prepare(DrawnSearch search) {
    return switch (search.answer()) {
      case OFFERS -> {
        Query query = conjunction(search.allConditions());
        Sort sort = sort(search.order().toArray(new Ordering[0]));
        int limit = Math.min(search.limit(), table.size());
        yield () -> best(query, sort, limit);
      }
      case ALL -> {
        Query query = conjunction(search.allConditions());
        yield () -> all(query);
      }
      case COUNT -> {
        Query query = conjunction(search.allConditions());
        yield () -> new long[] {searcher.count(query)};
      }
      case FACETS, BUNDLE_FACETS -> {
        Map<Column, Query> byColumn = new EnumMap<>(Column.class);
        search.conditions().stream()
            .collect(Collectors.groupingBy(Comparison::column))
            .forEach((column, all) -> byColumn.put(column, conjunction(all)));
        yield () -> LuceneFacets.answer(searcher, byColumn);
      }
    };
  }

  private static Query conjunction(List<Comparison> conditions) {
    BooleanQuery.Builder all = new BooleanQuery.Builder();
    conditions.forEach(condition -> all.add(query(condition), Occur.FILTER));
    return all.build();
  }

  private long[] best(Query query, Sort sort, int limit) throws IOException {
    ScoreDoc[] found =
        searcher.search(query, new TopFieldCollectorManager(sort, limit, 1)).scoreDocs;
    long[] ids = new long[found.length];
    for (int i = 0; i < ids.length; i++) {
      Object[] keys = ((FieldDoc) found[i]).fields;
      ids[i] = (Long) keys[keys.length - 1];
    }
    return ids;
  }

  private long[] all(Query query) throws IOException {
    Weight weight = searcher.createWeight(searcher.rewrite(query), ScoreMode.COMPLETE_NO_SCORES, 1);
    LongArrayList ids = new LongArrayList();
    for (LeafReaderContext leaf : reader.leaves()) {
      BulkScorer scorer = weight.bulkScorer(leaf);
      if (scorer != null) {
        scorer.score(
            new IdCollector(leaf, ids),
            leaf.reader().getLiveDocs(),
            0,
            DocIdSetIterator.NO_MORE_DOCS);
      }
    }
    return ids.toLongArray();
  }

  /** Collects the identifiers of all matches in a segment, from doc values. */
  private static final class IdCollector implements LeafCollector {
    private final NumericDocValues values;
    private final LongArrayList ids;

    IdCollector(LeafReaderContext leaf, LongArrayList ids) throws IOException {
      this.values = DocValues.getNumeric(leaf.reader(), Column.ID.label());
      this.ids = ids;
    }

    @Override
    public void setScorer(Scorable scorer) {}

    @Override
    public void collect(int document) throws IOException {
      if (values.advanceExact(document)) {
        ids.add(values.longValue());
      }
    }
  }

  private static Query query(Comparison condition) {
    String name = condition.column().label();
    String text = condition.text();
    if (text != null) {
      return switch (condition.operator()) {
        case STARTS_WITH -> new PrefixQuery(new Term(name, text));
        case CONTAINS -> new WildcardQuery(new Term(name, "*" + text + "*"));
        default -> new TermQuery(new Term(name, text));
      };
    }
    if (condition.column() == Column.ID) {
      return new TermQuery(new Term(KEY, Long.toString((long) condition.number())));
    }
    if (condition.column().kind() == Column.Kind.FLAG) {
      return new TermQuery(new Term(name, flag(condition.number())));
    }
    // No value is negative, so the bits of doubles have the order of the doubles.
    double value = condition.number();
    return switch (condition.operator()) {
      case GTE -> range(name, value, Double.POSITIVE_INFINITY);
      case LTE -> range(name, 0, value);
      default -> range(name, value, value);
    };
  }

  private static Query range(String name, double low, double high) {
    return new IndexOrDocValuesQuery(
        DoublePoint.newRangeQuery(name, low, high),
        NumericDocValuesField.newSlowRangeQuery(
            name, Double.doubleToRawLongBits(low), Double.doubleToRawLongBits(high)));
  }

  private static Sort sort(Ordering... order) {
    SortField[] fields = new SortField[order.length + 1];
    for (int i = 0; i < order.length; i++) {
      fields[i] =
          new SortField(order[i].column().label(), SortField.Type.DOUBLE, order[i].descending());
    }
    fields[order.length] = new SortField(Column.ID.label(), SortField.Type.LONG);
    return new Sort(fields);
  }

  @Override
  public void update(PriceChange change) throws IOException {
    table.change(change);
    writer.updateDocument(new Term(KEY, Long.toString(change.id())), document(change.row()));
    @Nullable DirectoryReader changed = DirectoryReader.openIfChanged(reader, writer);
    if (changed != null) {
      reader.close();
      reader = changed;
      searcher = new IndexSearcher(reader);
    }
  }

  @Override
  public boolean answers(SearchClass kind) {
    return switch (kind.variant()) {
      case PLAIN, FACETS, ALL, PREFIX, CONTAINS -> true;
      default -> false;
    };
  }

  /** Returns the size of the index's files. */
  @Override
  public long bytes() throws IOException {
    long bytes = 0;
    for (String file : directory.listAll()) {
      bytes += directory.fileLength(file);
    }
    return bytes;
  }

  @Override
  public void close() throws IOException {
    reader.close();
    writer.close();
    for (String file : directory.listAll()) {
      directory.deleteFile(file);
    }
    directory.close();
    Files.delete(folder);
  }
}
