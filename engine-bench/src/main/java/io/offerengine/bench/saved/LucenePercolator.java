package io.offerengine.bench.saved;

import io.offerengine.bench.market.OfferGenerator;
import io.offerengine.query.LocationSet;
import io.offerengine.query.NumericSet;
import io.offerengine.query.OfferValues;
import io.offerengine.query.Query;
import io.offerengine.query.TextualSet;
import io.offerengine.query.ValueSet;
import io.offerengine.schema.Arguments;
import io.offerengine.schema.Collation;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Offer;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.memory.MemoryIndex;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.jspecify.annotations.Nullable;

/**
 * Finds searches with Lucene, in the way of its monitor (and of Elasticsearch's percolator): an
 * index of queries by their rarest term yields candidates, and each candidate runs against an index
 * in memory of the one offer.
 *
 * <p>Lucene's own monitor chooses the terms by their lengths. Here they are chosen with knowledge
 * of the market, machine, host or model, which leaves fewer candidates.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
public final class LucenePercolator implements SearchFinder {
  private static final List<String> TERMS = List.of("machine_id", "host_id", "gpu_name");
  private static final String TERM = "term";
  private static final String ANY = "any";
  private static final String SEARCH = "search";
  private static final String ABSENT = "absent";

  private final Analyzer analyzer = new StandardAnalyzer();
  private final org.apache.lucene.search.Query[] queries;
  private final IndexSearcher candidates;

  /** The compared fields, each with the arguments under which it is computed, and their names. */
  private final Map<Compared, String> names = new HashMap<>();

  private record Compared(Field field, @Nullable Arguments arguments) {}

  /** Indexes searches. */
  public LucenePercolator(List<Query> searches) throws IOException {
    this.queries = new org.apache.lucene.search.Query[searches.size()];
    Map<Arguments, Arguments> known = new HashMap<>();
    ByteBuffersDirectory directory = new ByteBuffersDirectory();
    try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      for (int i = 0; i < queries.length; i++) {
        BooleanQuery.Builder all = new BooleanQuery.Builder();
        String term = ANY;
        int best = TERMS.size();
        for (Condition each : SearchFinder.conditions(searches.get(i), known)) {
          all.add(query(each), Occur.FILTER);
          int rank = TERMS.indexOf(each.field().name());
          if (rank >= 0 && rank < best) {
            best = rank;
            term = term(each.field(), onlyValue(each.accepted()));
          }
        }
        queries[i] = all.build();
        Document document = new Document();
        document.add(new StringField(TERM, term, Store.NO));
        document.add(new NumericDocValuesField(SEARCH, i));
        writer.addDocument(document);
      }
      writer.forceMerge(1);
    }
    this.candidates = new IndexSearcher(DirectoryReader.open(directory));
    candidates.setQueryCache(null);
  }

  private static Object onlyValue(ValueSet accepted) {
    return accepted instanceof NumericSet set
        ? (Object) set.low(0)
        : Objects.requireNonNull(((TextualSet) accepted).onlyKey());
  }

  private static String term(Field field, Object value) {
    return field.name() + "=" + value;
  }

  private org.apache.lucene.search.Query query(Condition condition) {
    Compared compared = new Compared(condition.field(), condition.arguments());
    String name =
        names.computeIfAbsent(compared, any -> compared.field.name() + "/" + names.size());
    ValueSet accepted = condition.accepted();
    BooleanQuery.Builder either = new BooleanQuery.Builder();
    if (accepted.includesAbsent()) {
      either.add(new TermQuery(new Term(name, ABSENT)), Occur.SHOULD);
    }
    if (accepted instanceof NumericSet set) {
      for (int range = 0; range < set.rangeCount(); range++) {
        either.add(
            condition.field().type() == FieldType.BOOLEAN
                ? new TermQuery(new Term(name, Long.toString(set.low(range))))
                : LongPoint.newRangeQuery(name, set.low(range), set.high(range)),
            Occur.SHOULD);
      }
    } else if (accepted instanceof LocationSet places) {
      for (String place : Objects.requireNonNull(places.allowed())) {
        either.add(new TermQuery(new Term(name, place)), Occur.SHOULD);
      }
    } else {
      either.add(new TermQuery(new Term(name, (String) onlyValue(accepted))), Occur.SHOULD);
    }
    BooleanQuery built = either.build();
    return built.clauses().size() == 1 ? built.clauses().get(0).getQuery() : built;
  }

  @Override
  public void find(Offer offer, LongConsumer sink) throws IOException {
    OfferValues values = new OfferValues(offer, OfferGenerator.NOW);
    IndexSearcher searcher = memoryIndex(values).createSearcher();
    searcher.setQueryCache(null);
    LeafReaderContext leaf = searcher.getIndexReader().leaves().get(0);
    LeafReaderContext all = candidates.getIndexReader().leaves().get(0);
    Scorer found = scorer(candidates, candidates(values), all);
    NumericDocValues numbers = all.reader().getNumericDocValues(SEARCH);
    DocIdSetIterator documents = found == null ? DocIdSetIterator.empty() : found.iterator();
    while (documents.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
      numbers.advanceExact(documents.docID());
      int search = (int) numbers.longValue();
      Scorer scorer = scorer(searcher, queries[search], leaf);
      if (scorer != null && scorer.iterator().nextDoc() == 0) {
        sink.accept(search);
      }
    }
  }

  private static @Nullable Scorer scorer(
      IndexSearcher searcher, org.apache.lucene.search.Query query, LeafReaderContext leaf)
      throws IOException {
    return searcher
        .createWeight(searcher.rewrite(query), ScoreMode.COMPLETE_NO_SCORES, 1)
        .scorer(leaf);
  }

  private static BooleanQuery candidates(OfferValues values) {
    BooleanQuery.Builder either = new BooleanQuery.Builder();
    either.add(new TermQuery(new Term(TERM, ANY)), Occur.SHOULD);
    for (String name : TERMS) {
      Field field = values.offer().schema().field(name).orElseThrow();
      if (values.has(field, null)) {
        Object value =
            field.type().isText() ? (Object) values.text(field) : (Object) values.key(field, null);
        either.add(
            new TermQuery(new Term(TERM, term(field, Objects.requireNonNull(value)))),
            Occur.SHOULD);
      }
    }
    return either.build();
  }

  private MemoryIndex memoryIndex(OfferValues values) {
    MemoryIndex index = new MemoryIndex();
    names.forEach((compared, name) -> addTo(index, compared, name, values));
    return index;
  }

  private void addTo(MemoryIndex index, Compared compared, String name, OfferValues values) {
    Field field = compared.field;
    if (!values.has(field, compared.arguments)) {
      index.addField(new StringField(name, ABSENT, Store.NO), analyzer);
    } else if (field.type().isText()) {
      String text = Objects.requireNonNull(values.text(field));
      index.addField(new StringField(name, text, Store.NO), analyzer);
      String country = field.type() == FieldType.PLACE ? Collation.countryOf(text) : null;
      if (country != null) {
        index.addField(new StringField(name, country, Store.NO), analyzer);
      }
    } else if (field.type() == FieldType.BOOLEAN) {
      String flag = Long.toString(values.key(field, compared.arguments));
      index.addField(new StringField(name, flag, Store.NO), analyzer);
    } else {
      index.addField(new LongPoint(name, values.key(field, compared.arguments)), analyzer);
    }
  }
}
