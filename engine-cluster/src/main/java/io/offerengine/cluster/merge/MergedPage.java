package io.offerengine.cluster.merge;

import io.offerengine.cluster.part.PagePart;
import io.offerengine.facet.FacetRequest;
import io.offerengine.facet.Facets;
import io.offerengine.json.PageCodec;
import io.offerengine.json.PageCodec.Without;
import io.offerengine.query.Cursor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A page of the offers of several shards.
 *
 * <p>The size of a bundle comes from the shard of its offer, which has the whole bundle. If no
 * shard has a match, each has counted the matches without each condition, and these counts add up.
 *
 * @param counts all counts, within the limits of the request
 */
public record MergedPage(MergedRows rows, PageCodec.Counts counts) {
  /**
   * Merges pages.
   *
   * @param parts what each shard knows
   * @param order the order of the query
   * @param limit the largest number of rows
   * @param request the facets that were counted
   */
  public static MergedPage of(
      List<PagePart> parts, Comparator<Cursor> order, int limit, FacetRequest request) {
    MergedRows rows = MergedRows.of(parts.stream().map(PagePart::rows).toList(), order, limit);
    Facets facets =
        MergedFacets.of(request, parts.stream().map(part -> part.counts().facets()).toList());
    List<Long> sizes = new ArrayList<>(rows.size());
    for (int i = 0; i < rows.size(); i++) {
      sizes.add(parts.get(rows.part(i)).counts().sizes().get(rows.rowInPart(i)));
    }
    List<Without> without = facets.matched() == 0 ? without(parts) : List.of();
    return new MergedPage(rows, new PageCodec.Counts(facets, sizes, without));
  }

  private static List<Without> without(List<PagePart> parts) {
    List<Without> sums = new ArrayList<>();
    List<Without> first = parts.get(0).counts().without();
    for (int i = 0; i < first.size(); i++) {
      int condition = i;
      long count =
          parts.stream().mapToLong(part -> part.counts().without().get(condition).count()).sum();
      sums.add(new Without(first.get(i).field(), first.get(i).operator(), count));
    }
    return sums;
  }
}
