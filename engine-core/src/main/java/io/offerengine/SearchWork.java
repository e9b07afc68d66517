package io.offerengine;

import io.offerengine.internal.exec.Search;
import io.offerengine.internal.exec.SearchReport;
import java.util.Map;

/**
 * What a search cost.
 *
 * <p><b>Threads.</b> Immutable.
 *
 * @param rowsExamined how many rows were checked one by one
 * @param rowsMatched how many of the rows that the search looked at match; a search that ends early
 *     does not find all matches
 * @param plans how many segments were searched with each kind of plan, by the names that {@link
 *     Explanation} uses; {@code skipped} for segments that could not have a better row
 */
public record SearchWork(long rowsExamined, long rowsMatched, Map<String, Integer> plans) {
  /** Copies the map. */
  public SearchWork {
    plans = Map.copyOf(plans);
  }

  static SearchWork of(Search search) {
    return new SearchWork(search.rowsExamined(), search.rowsMatched(), SearchReport.plans(search));
  }
}
