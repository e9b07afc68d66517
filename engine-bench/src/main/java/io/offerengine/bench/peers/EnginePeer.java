package io.offerengine.bench.peers;

import io.offerengine.LoadListener;
import io.offerengine.Match;
import io.offerengine.Matches;
import io.offerengine.OfferEngine;
import io.offerengine.Snapshot;
import io.offerengine.bench.market.OfferGenerator;
import io.offerengine.bench.searches.Column;
import io.offerengine.bench.searches.Comparison;
import io.offerengine.bench.searches.DrawnSearch;
import io.offerengine.bench.searches.FacetColumns;
import io.offerengine.bench.searches.MarketSchema;
import io.offerengine.bench.searches.Ordering;
import io.offerengine.bench.searches.PriceChange;
import io.offerengine.facet.FacetRequest;
import io.offerengine.facet.FacetRequest.Counting;
import io.offerengine.facet.Facets;
import io.offerengine.query.ConflictException;
import io.offerengine.query.OfferConditions;
import io.offerengine.query.Query;
import io.offerengine.query.QueryBuilder;
import io.offerengine.schema.Direction;
import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.OfferChanges;
import io.offerengine.schema.Operator;
import io.offerengine.schema.TimeKey;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/** The engine, with every field of every offer. Each search reads the latest snapshot. */
public final class EnginePeer implements Peer {
  private final MarketSchema schema;
  private final OfferEngine engine;
  private final Field price;
  private final Field rented;

  /** The conditions of updates: an offer is rented, or is not. */
  private final OfferConditions isRented;

  private final OfferConditions isFree;

  /** Loads a market. */
  public EnginePeer(Iterable<Offer> market, MarketSchema schema) {
    this.schema = schema;
    this.engine = load(market, schema);
    this.price = schema.field(Column.DPH_BASE);
    this.rented = schema.field(Column.RENTED);
    this.isRented = rented(true);
    this.isFree = rented(false);
  }

  private OfferConditions rented(boolean value) {
    return OfferConditions.of(
        Query.builder(schema.schema()).where(rented, Operator.EQ, value).build());
  }

  /** Returns an engine with a market. Its clock is fixed at the instant of the market. */
  public static OfferEngine load(Iterable<Offer> market, MarketSchema schema) {
    OfferEngine loaded =
        OfferEngine.builder(schema.schema())
            .clock(() -> TimeKey.ofSeconds(OfferGenerator.NOW))
            .build();
    loaded.load(schema.offers(market), LoadListener.NONE);
    return loaded;
  }

  /** Returns the identifiers of results, in their order. */
  public static long[] ids(Matches matches) {
    long[] ids = new long[matches.size()];
    for (int i = 0; i < matches.size(); i++) {
      Match match = matches.get(i);
      ids[i] = match.id();
    }
    return ids;
  }

  @Override
  public PreparedSearch prepare(DrawnSearch search) {
    Query query = query(search, schema);
    return switch (search.answer()) {
      case OFFERS -> () -> ids(engine.snapshot().search(query));
      case ALL -> () -> all(engine.snapshot(), query);
      case COUNT -> () -> new long[] {engine.snapshot().count(query)};
      case FACETS, BUNDLE_FACETS -> {
        FacetRequest request = facets(search);
        yield () -> answer(engine.snapshot().facets(query, request));
      }
    };
  }

  private static long[] all(Snapshot snapshot, Query query) {
    LongArrayList ids = new LongArrayList();
    snapshot.forEach(
        query,
        batch -> {
          for (Match match : batch) {
            ids.add(match.id());
          }
        });
    return ids.toLongArray();
  }

  private FacetRequest facets(DrawnSearch search) {
    FacetRequest.Builder request = FacetRequest.builder(schema.schema());
    FacetColumns.VALUES.forEach(column -> request.values(schema.field(column)));
    FacetColumns.HISTOGRAMS.forEach(
        column -> request.histogram(schema.field(column), FacetColumns.edges(column)));
    FacetColumns.RANGES.forEach(column -> request.range(schema.field(column)));
    boolean countsBundles = search.answer() == DrawnSearch.Answer.BUNDLE_FACETS;
    return request
        .withoutOwnCondition()
        .counting(countsBundles ? Counting.FOLDS : Counting.ROWS)
        .build();
  }

  private static long[] answer(Facets facets) {
    FacetAnswer answer = new FacetAnswer();
    answer.add(facets.matched());
    for (Facets.Values values : facets.values()) {
      answer.add(values.absent());
      for (Facets.Count each : values.counts()) {
        Object value = each.value();
        answer.add(
            value instanceof Boolean flag ? Integer.valueOf(flag ? 1 : 0) : value, each.count());
      }
    }
    for (Facets.Histogram histogram : facets.histograms()) {
      answer.add(histogram.below());
      histogram.counts().forEach(answer::add);
      answer.add(histogram.above());
    }
    for (Facets.Range range : facets.ranges()) {
      Number least = range.least();
      Number greatest = range.greatest();
      answer.addNumber(least == null ? Double.POSITIVE_INFINITY : least.doubleValue());
      answer.addNumber(greatest == null ? Double.NEGATIVE_INFINITY : greatest.doubleValue());
    }
    return answer.toArray();
  }

  /** Returns the query of a search of the marketplace. */
  public static Query query(DrawnSearch search) {
    return query(search, MarketSchema.MARKET);
  }

  /** Returns the query of a search. */
  public static Query query(DrawnSearch search, MarketSchema schema) {
    QueryBuilder query = Query.builder(schema.schema());
    for (Comparison condition : search.conditions()) {
      query.where(schema.field(condition.column()), condition.operator(), condition.value());
    }
    for (Ordering key : search.order()) {
      query.orderBy(schema.field(key.column()), key.descending() ? Direction.DESC : Direction.ASC);
    }
    schema.price(query, search);
    return query.limit(search.limit()).fold(search.folds()).build();
  }

  @Override
  public void update(PriceChange change) {
    engine.apply(OfferBatch.builder().update(change.id(), changes(change)).build());
  }

  @Override
  public boolean updateIf(PriceChange change) {
    OfferConditions condition = change.rented() ? isFree : isRented;
    try {
      engine.apply(OfferBatch.builder().updateIf(change.id(), condition, changes(change)).build());
      return true;
    } catch (ConflictException e) {
      return false;
    }
  }

  private OfferChanges changes(PriceChange change) {
    return OfferChanges.builder(schema.schema())
        .put(price, change.price())
        .put(rented, change.rented())
        .build();
  }

  @Override
  public long bytes() {
    return engine.stats().totalBytes();
  }

  @Override
  public Object held() {
    return engine;
  }

  @Override
  public void close() {
    engine.close();
  }
}
