package io.offerengine.example.hotel;

import io.offerengine.Snapshot;
import io.offerengine.facet.FacetRequest;
import io.offerengine.facet.FacetRequest.Counting;
import io.offerengine.facet.Facets;
import io.offerengine.query.Query;
import io.offerengine.schema.Field;
import java.util.List;

/** Counts what a page shows beside the results of a search, so that guests can narrow it. */
final class RoomCounts {
  private static final FacetRequest REQUEST =
      FacetRequest.builder(RoomSchema.schema())
          .values(RoomSchema.CITY, 20)
          .values(RoomSchema.TAGS, 20)
          .histogram(RoomSchema.PRICE_PER_STAY, 100.0, 200.0, 400.0)
          .quantiles(RoomSchema.PRICE_PER_STAY, 0.5, 0.9)
          .counting(Counting.FOLDS)
          .withoutOwnCondition()
          .build();

  private RoomCounts() {}

  /** Counts hotels by city, tag and price. Each count ignores the conditions on its own field. */
  static Facets of(Snapshot snapshot, Query query) {
    return snapshot.facets(query, REQUEST);
  }

  /** Returns the counted values of a field, such as {@code Lisbon 3}, the most frequent first. */
  static List<String> lines(Facets facets, Field field) {
    return facets.values(field).counts().stream()
        .map(count -> count.value() + " " + count.count())
        .toList();
  }
}
