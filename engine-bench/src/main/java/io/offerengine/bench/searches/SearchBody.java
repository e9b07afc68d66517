package io.offerengine.bench.searches;

import io.offerengine.json.JsonBody;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A drawn search as the JSON body of a client's request. */
public final class SearchBody {
  private SearchBody() {}

  /**
   * Returns the JSON of a search.
   *
   * @throws IllegalArgumentException if the search asks for no offers
   */
  public static byte[] of(DrawnSearch search) {
    if (search.answer() != DrawnSearch.Answer.OFFERS) {
      throw new IllegalArgumentException("the request of a search asks for offers");
    }
    Map<String, Object> body = new LinkedHashMap<>();
    for (Comparison condition : search.conditions()) {
      Map<String, Object> operand = Map.of(condition.operator().symbol(), condition.value());
      body.put(condition.column().label(), operand);
    }
    body.put("order", search.order().stream().map(SearchBody::key).toList());
    if (search.prices().isBid()) {
      body.put("type", "bid");
    }
    if (search.namesStorage()) {
      body.put("allocated_storage", search.prices().storage());
    }
    body.put("disable_bundling", !search.folds());
    body.put("limit", (long) search.limit());
    return JsonBody.write(body);
  }

  private static List<String> key(Ordering key) {
    return List.of(key.column().label(), key.descending() ? "desc" : "asc");
  }
}
