package io.offerengine.server.market;

import io.offerengine.Match;
import io.offerengine.Matches;
import io.offerengine.SearchWork;
import io.offerengine.SearchableOffers;
import io.offerengine.Snapshot;
import io.offerengine.facet.Facets;
import io.offerengine.json.PageCodec;
import io.offerengine.json.PageCodec.Without;
import io.offerengine.json.SearchRequest;
import io.offerengine.json.SearchResponse;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Query;
import io.offerengine.schema.Condition;
import io.offerengine.server.http.Answer;
import io.offerengine.server.http.ApiRequest;
import io.offerengine.server.http.Endpoint;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Answers with all that a search page shows after a change: offers, how many match, how many
 * bundles they are, facets, and which condition to drop if nothing matches. All of it counts one
 * snapshot.
 *
 * <p><b>Threads.</b> Safe for use by many threads.
 */
final class PageEndpoint implements Endpoint {
  private final SearchableOffers engine;
  private final PageCodec codec;
  private final Consumer<SearchWork> listener;

  /**
   * Creates an endpoint.
   *
   * @param listener receives the work of each search
   */
  PageEndpoint(SearchableOffers engine, PageCodec codec, Consumer<SearchWork> listener) {
    this.engine = engine;
    this.codec = codec;
    this.listener = listener;
  }

  @Override
  public Answer answer(ApiRequest request) {
    request.compute();
    PageCodec.Request page = request.read(codec::readRequest);
    Query query = page.search().query(SearchEndpoint.cursor(request), request.timeLeft());
    Snapshot snapshot = engine.snapshot();
    Matches matches = snapshot.search(query, listener);
    PageCodec.Counts counts = count(snapshot, query, page, matches, request);
    SearchResponse response = codec.prepareResponse(matches, counts);
    Answer answer = SearchEndpoint.prepared(response);
    return VersionedEndpoint.of(snapshot, SearchEndpoint.withNextCursor(answer, matches));
  }

  /**
   * Counts what a page tells beside its offers.
   *
   * @param matches the offers of the page
   */
  private static PageCodec.Counts count(
      Snapshot snapshot, Query query, PageCodec.Request page, Matches matches, ApiRequest request) {
    List<Long> sizes = new ArrayList<>(Collections.nCopies(matches.size(), 1L));
    List<Integer> positions = new ArrayList<>(matches.size());
    List<Long> bundles = new ArrayList<>(matches.size());
    for (int i = 0; i < matches.size(); i++) {
      Match match = matches.get(i);
      if (match.has(MarketplaceSchema.BUNDLE_ID)) {
        positions.add(i);
        bundles.add(match.get(MarketplaceSchema.BUNDLE_ID));
      }
    }
    Query left = query.withDeadline(request.timeLeft());
    Facets facets = snapshot.facets(left, page.facets().withFolds(bundles));
    List<Long> counted = Objects.requireNonNull(facets.folds()).sizes();
    for (int i = 0; i < counted.size(); i++) {
      sizes.set(positions.get(i), counted.get(i));
    }
    List<Without> without =
        facets.matched() == 0 ? without(snapshot, query, page, request) : List.of();
    return new PageCodec.Counts(facets, sizes, without);
  }

  private static List<Without> without(
      Snapshot snapshot, Query query, PageCodec.Request page, ApiRequest request) {
    List<Condition> conditions = query.conditions();
    List<Long> counts = snapshot.countWithout(query.withDeadline(request.timeLeft()));
    List<Without> without = new ArrayList<>();
    for (int i = 0; i < counts.size(); i++) {
      without.add(Without.of(conditions.get(i), counts.get(i)));
    }
    SearchRequest defaultStorage = page.withDefaultStorage();
    if (defaultStorage != null) {
      long count = snapshot.count(defaultStorage.query(null, request.timeLeft()));
      without.add(Without.ofStorage(count));
    }
    return without;
  }
}
