package io.offerengine.example.jobs;

import io.offerengine.schema.Offer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.DoubleDocValuesField;
import org.apache.lucene.document.DoublePoint;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedSetDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopFieldCollectorManager;
import org.apache.lucene.search.WildcardQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/**
 * The searches of the job board on Lucene: terms for texts, a point and doc values for the pay of
 * 40 hours, and one segment.
 */
final class LuceneJobs implements AutoCloseable {
  private static final Sort BEST_PAY =
      new Sort(
          new SortField("pay", SortField.Type.DOUBLE, true),
          new SortField("id", SortField.Type.LONG));

  private final Directory directory = new ByteBuffersDirectory();
  private final DirectoryReader reader;
  private final IndexSearcher searcher;

  LuceneJobs(Iterator<Offer> adverts) throws IOException {
    try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      while (adverts.hasNext()) {
        writer.addDocument(document(adverts.next()));
      }
      writer.forceMerge(1);
    }
    reader = DirectoryReader.open(directory);
    searcher = new IndexSearcher(reader);
  }

  private static Document document(Offer advert) {
    Document document = new Document();
    document.add(new NumericDocValuesField("id", advert.id()));
    String title = String.valueOf(advert.text(JobSchema.TITLE));
    document.add(new StringField("title", folded(title), Store.NO));
    document.add(new StringField("city", String.valueOf(advert.text(JobSchema.CITY)), Store.NO));
    document.add(new StringField("remote", "" + advert.flag(JobSchema.REMOTE), Store.NO));
    document.add(new StringField("filled", "" + advert.flag(JobSchema.FILLED), Store.NO));
    List<String> skills = advert.texts(JobSchema.SKILLS);
    for (String skill : skills == null ? List.<String>of() : skills) {
      document.add(new StringField("skills", folded(skill), Store.NO));
      document.add(new SortedSetDocValuesField("skills", new BytesRef(skill)));
    }
    boolean offersFullWeek =
        !advert.has(JobSchema.MOST_HOURS) || advert.integer(JobSchema.MOST_HOURS) >= 40;
    document.add(new StringField("full_week", "" + offersFullWeek, Store.NO));
    // Jobs without a pay come last.
    double pay = Double.NEGATIVE_INFINITY;
    if (advert.has(JobSchema.SALARY)) {
      double bonus = advert.has(JobSchema.BONUS) ? advert.number(JobSchema.BONUS) : 0;
      pay = advert.number(JobSchema.SALARY) + bonus;
    }
    document.add(new DoublePoint("pay", pay));
    document.add(new DoubleDocValuesField("pay", pay));
    return document;
  }

  private static String folded(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  private static Query term(String field, String value) {
    return new TermQuery(new Term(field, value));
  }

  private static Query openJobs(JobBoard.Wish wish) {
    BooleanQuery.Builder query =
        new BooleanQuery.Builder()
            .add(term("filled", "false"), Occur.FILTER)
            .add(term("full_week", "true"), Occur.FILTER)
            .add(DoublePoint.newRangeQuery("pay", wish.leastPay(), 1e9), Occur.FILTER);
    for (String skill : wish.skills()) {
      query.add(term("skills", folded(skill)), Occur.FILTER);
    }
    if (wish.city() != null) {
      query.add(
          new BooleanQuery.Builder()
              .add(term("remote", "true"), Occur.SHOULD)
              .add(term("city", wish.city()), Occur.SHOULD)
              .build(),
          Occur.FILTER);
    }
    return query.build();
  }

  private static Query titled(@Nullable String beginning, @Nullable String part) {
    BooleanQuery.Builder query =
        new BooleanQuery.Builder()
            .add(term("filled", "false"), Occur.FILTER)
            .add(term("full_week", "true"), Occur.FILTER);
    if (beginning != null) {
      query.add(new PrefixQuery(new Term("title", folded(beginning))), Occur.FILTER);
    }
    if (part != null) {
      query.add(new WildcardQuery(new Term("title", "*" + folded(part) + "*")), Occur.FILTER);
    }
    return query.build();
  }

  /** Returns the identifiers of the jobs with the best pay for 40 hours. */
  List<Long> best(JobBoard.Wish wish, int limit) throws IOException {
    return sorted(openJobs(wish), limit);
  }

  /** Returns the identifiers of the best jobs whose title has a part. */
  List<Long> titleContains(String part, int limit) throws IOException {
    return sorted(titled(null, part), limit);
  }

  /** Returns the identifiers of the best jobs whose title has a beginning. */
  List<Long> titleStartsWith(String beginning, int limit) throws IOException {
    return sorted(titled(beginning, null), limit);
  }

  /** Returns how many jobs of a wish need each skill. */
  Map<String, Long> skills(JobBoard.Wish wish) throws IOException {
    LeafReaderContext leaf = reader.leaves().get(0);
    Query query = searcher.rewrite(openJobs(wish));
    Scorer found = searcher.createWeight(query, ScoreMode.COMPLETE_NO_SCORES, 1).scorer(leaf);
    if (found == null) {
      return Map.of();
    }
    SortedSetDocValues skills = DocValues.getSortedSet(leaf.reader(), "skills");
    Map<String, Long> counts = new HashMap<>();
    DocIdSetIterator documents = found.iterator();
    while (documents.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
      if (skills.advanceExact(documents.docID())) {
        for (int each = skills.docValueCount(); each > 0; each--) {
          counts.merge(skills.lookupOrd(skills.nextOrd()).utf8ToString(), 1L, Long::sum);
        }
      }
    }
    return counts;
  }

  /** Returns the number of adverts. */
  int size() throws IOException {
    return searcher.count(new MatchAllDocsQuery());
  }

  private List<Long> sorted(Query query, int limit) throws IOException {
    List<Long> identifiers = new ArrayList<>();
    ScoreDoc[] found =
        searcher.search(query, new TopFieldCollectorManager(BEST_PAY, limit, 1)).scoreDocs;
    LeafReaderContext leaf = reader.leaves().get(0);
    for (ScoreDoc each : found) {
      NumericDocValues ids = DocValues.getNumeric(leaf.reader(), "id");
      ids.advanceExact(each.doc);
      identifiers.add(ids.longValue());
    }
    return identifiers;
  }

  @Override
  public void close() throws IOException {
    reader.close();
    directory.close();
  }
}
