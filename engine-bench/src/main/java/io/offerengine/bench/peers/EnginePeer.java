package io.offerengine.bench.peers;

import io.offerengine.LoadListener;
import io.offerengine.Matches;
import io.offerengine.OfferEngine;
import io.offerengine.Snapshot;
import io.offerengine.bench.market.OfferGenerator;
import io.offerengine.bench.searches.Comparison;
import io.offerengine.bench.searches.DrawnSearch;
import io.offerengine.bench.searches.FacetColumns;
import io.offerengine.bench.searches.Ordering;
import io.offerengine.bench.searches.PriceChange;
import io.offerengine.facet.FacetRequest;
import io.offerengine.facet.FacetRequest.Counting;
import io.offerengine.facet.Facets;
import io.offerengine.marketplace.InstanceType;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Direction;
import io.offerengine.query.Query;
import io.offerengine.query.QueryBuilder;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.OfferChanges;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/** The engine, with every field of every offer. Each search reads the latest snapshot. */
public final class EnginePeer implements Peer {
  private final OfferEngine engine;

  /** Loads a market. */
  public EnginePeer(Iterable<Offer> market) {
    this.engine = load(market);
  }

  /** Returns an engine with a market. Its clock is fixed at the instant of the market. */
  public static OfferEngine load(Iterable<Offer> market) {
    OfferEngine loaded =
        OfferEngine.builder(MarketplaceSchema.schema())
            .clock(() -> OfferGenerator.DEFAULT_NOW)
            .build();
    loaded.load(market.iterator(), LoadListener.NONE);
    return loaded;
  }

  /** Returns the identifiers of results, in their order. */
  public static long[] ids(Matches matches) {
    long[] ids = new long[matches.size()];
    for (int i = 0; matches.next(); i++) {
      ids[i] = matches.id();
    }
    return ids;
  }

  @Override
  public PreparedSearch prepare(DrawnSearch search) {
    Query query = query(search);
    if (search.hasFacets()) {
      FacetRequest request = facets(search);
      return () -> answer(engine.snapshot().facets(query, request));
    }
    if (search.counts()) {
      return () -> new long[] {engine.snapshot().count(query)};
    }
    if (search.listsAll()) {
      return () -> all(engine.snapshot(), query);
    }
    return () -> ids(engine.snapshot().search(query));
  }

  private static long[] all(Snapshot snapshot, Query query) {
    LongArrayList ids = new LongArrayList();
    snapshot.forEach(
        query,
        batch -> {
          while (batch.next()) {
            ids.add(batch.id());
          }
        });
    return ids.toLongArray();
  }

  private static FacetRequest facets(DrawnSearch search) {
    FacetRequest.Builder request = FacetRequest.builder(MarketplaceSchema.schema());
    FacetColumns.VALUES.forEach(column -> request.values(column.field()));
    FacetColumns.HISTOGRAMS.forEach(
        column -> request.histogram(column.field(), FacetColumns.edges(column)));
    FacetColumns.RANGES.forEach(column -> request.range(column.field()));
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

  /** Returns the query of a search. */
  public static Query query(DrawnSearch search) {
    QueryBuilder query = Query.builder(MarketplaceSchema.schema());
    for (Comparison condition : search.conditions()) {
      query.where(condition.column().field(), condition.operator(), condition.value());
    }
    for (Ordering key : search.order()) {
      query.orderBy(key.column().field(), key.descending() ? Direction.DESC : Direction.ASC);
    }
    if (search.prices().isBid()) {
      query.with(MarketplaceSchema.TYPE, InstanceType.BID);
    }
    if (search.namesStorage()) {
      query.with(MarketplaceSchema.ALLOCATED_STORAGE, search.prices().storage());
    }
    return query.limit(search.limit()).fold(search.folds()).build();
  }

  @Override
  public void update(PriceChange change) {
    OfferChanges changes =
        OfferChanges.builder(MarketplaceSchema.schema())
            .set(MarketplaceSchema.DPH_BASE, change.price())
            .set(MarketplaceSchema.RENTED, change.rented())
            .build();
    engine.apply(OfferBatch.builder().update(change.id(), changes).build());
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
