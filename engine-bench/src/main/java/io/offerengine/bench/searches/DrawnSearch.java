package io.offerengine.bench.searches;

import java.util.ArrayList;
import java.util.List;

/**
 * A search, independent of the engine that runs it.
 *
 * @param conditions the conditions, all of which must hold; without those that the storage implies
 * @param order the sort keys; the identifier follows as the last one
 * @param limit the largest number of results
 * @param answer what the search asks for
 * @param folds whether only the best offer of each bundle is returned
 * @param prices the rule that computes priced columns
 * @param namesStorage whether the request names the storage, so that smaller disks don't match
 */
public record DrawnSearch(
    List<Comparison> conditions,
    List<Ordering> order,
    int limit,
    Answer answer,
    boolean folds,
    PriceRule prices,
    boolean namesStorage) {

  /** What a search asks for. Order and limit mean nothing but for offers. */
  public enum Answer {
    /** The best offers. */
    OFFERS,
    /** All offers that match, in any order. */
    ALL,
    /** How many offers match. */
    COUNT,
    /** The facets of {@link FacetColumns}. */
    FACETS,
    /** The same facets, which count bundles instead of offers. */
    BUNDLE_FACETS
  }

  /** Copies the lists. */
  public DrawnSearch {
    conditions = List.copyOf(conditions);
    order = List.copyOf(order);
  }

  /** Returns a search on demand, with the default storage, without folding. */
  public static DrawnSearch of(List<Comparison> conditions, List<Ordering> order, int limit) {
    return new DrawnSearch(
        conditions, order, limit, Answer.OFFERS, false, PriceRule.STANDARD, false);
  }

  /** Returns the search that has the conditions of this one and another answer. */
  public DrawnSearch answering(Answer other) {
    return new DrawnSearch(conditions, order, limit, other, folds, prices, namesStorage);
  }

  /** Returns this search with one more condition, unless the search has it. */
  public DrawnSearch with(Comparison condition) {
    if (conditions.contains(condition)) {
      return this;
    }
    List<Comparison> more = new ArrayList<>(conditions);
    more.add(condition);
    return new DrawnSearch(more, order, limit, answer, folds, prices, namesStorage);
  }

  /** Returns this search with another largest number of results. */
  public DrawnSearch withLimit(int results) {
    return new DrawnSearch(conditions, order, results, answer, folds, prices, namesStorage);
  }

  /** Returns this search with bundles folded. */
  public DrawnSearch folding() {
    return new DrawnSearch(conditions, order, limit, answer, true, prices, namesStorage);
  }

  /** Returns this search with another storage, which it names: smaller disks don't match. */
  public DrawnSearch withStorage(double storage) {
    PriceRule rule = new PriceRule(prices.isBid(), storage);
    return new DrawnSearch(conditions, order, limit, answer, folds, rule, true);
  }

  /** Returns this search for the type bid; every offer of the market takes bids. */
  public DrawnSearch bidding() {
    PriceRule rule = new PriceRule(true, prices.storage());
    return new DrawnSearch(conditions, order, limit, answer, folds, rule, namesStorage);
  }

  /** Returns whether the prices of this search differ from the stored columns. */
  public boolean computesPrices() {
    return !prices.equals(PriceRule.STANDARD);
  }

  /** Returns the conditions, with one on the disk space if the request names the storage. */
  public List<Comparison> allConditions() {
    if (!namesStorage) {
      return conditions;
    }
    List<Comparison> all = new ArrayList<>(conditions);
    all.add(Comparison.atLeast(Column.DISK_SPACE, prices.storage()));
    return all;
  }
}
