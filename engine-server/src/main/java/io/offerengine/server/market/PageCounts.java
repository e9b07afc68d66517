package io.offerengine.server.market;

import io.offerengine.Match;
import io.offerengine.Matches;
import io.offerengine.Snapshot;
import io.offerengine.facet.Facets;
import io.offerengine.json.PageCodec;
import io.offerengine.json.PageCodec.Without;
import io.offerengine.json.SearchRequest;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Query;
import io.offerengine.schema.Condition;
import io.offerengine.server.http.ApiRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/**
 * What a search page tells beside its offers: how many match, how many bundles they are, facets,
 * and which condition to drop if nothing matches. All of it counts one snapshot.
 */
final class PageCounts {
  private PageCounts() {}

  /**
   * Counts the offers of a snapshot.
   *
   * @param query the search
   * @param matches the offers of the page
   */
  static PageCodec.Counts of(
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
