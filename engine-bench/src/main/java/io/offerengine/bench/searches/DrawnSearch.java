package io.offerengine.bench.searches;

import java.util.ArrayList;
import java.util.List;

/**
 * A search, independent of the engine that runs it.
 *
 * @param conditions the conditions, all of which must hold; without those that the storage implies
 * @param order the sort keys; the identifier follows as the last one
 * @param limit the largest number of results
 * @param counts whether the search only counts its matches; order and limit are then ignored
 * @param folds whether only the best offer of each bundle is returned
 * @param prices the rule that computes priced columns
 * @param namesStorage whether the request names the storage, so that smaller disks don't match
 */
public record DrawnSearch(
    List<Comparison> conditions,
    List<Ordering> order,
    int limit,
    boolean counts,
    boolean folds,
    PriceRule prices,
    boolean namesStorage) {

  /** Copies the lists. */
  public DrawnSearch {
    conditions = List.copyOf(conditions);
    order = List.copyOf(order);
  }

  /** Returns a search on demand, with the default storage, without folding. */
  public static DrawnSearch of(List<Comparison> conditions, List<Ordering> order, int limit) {
    return new DrawnSearch(conditions, order, limit, false, false, PriceRule.STANDARD, false);
  }

  /** Returns the search that counts the matches of this one. */
  public DrawnSearch counting() {
    return new DrawnSearch(conditions, order, limit, true, folds, prices, namesStorage);
  }

  /** Returns this search with another largest number of results. */
  public DrawnSearch withLimit(int results) {
    return new DrawnSearch(conditions, order, results, counts, folds, prices, namesStorage);
  }

  /** Returns this search with bundles folded. */
  public DrawnSearch folding() {
    return new DrawnSearch(conditions, order, limit, counts, true, prices, namesStorage);
  }

  /** Returns this search with another storage, which it names: smaller disks don't match. */
  public DrawnSearch withStorage(double storage) {
    PriceRule rule = new PriceRule(prices.isBid(), storage);
    return new DrawnSearch(conditions, order, limit, counts, folds, rule, true);
  }

  /** Returns this search for the type bid; every offer of the market takes bids. */
  public DrawnSearch bidding() {
    PriceRule rule = new PriceRule(true, prices.storage());
    return new DrawnSearch(conditions, order, limit, counts, folds, rule, namesStorage);
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
