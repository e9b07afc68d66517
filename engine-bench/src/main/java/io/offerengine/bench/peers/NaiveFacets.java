package io.offerengine.bench.peers;

import io.offerengine.bench.searches.Column;
import io.offerengine.bench.searches.Comparison;
import io.offerengine.bench.searches.DrawnSearch;
import io.offerengine.bench.searches.FacetColumns;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Facets of a list of objects: one filter for each facet, and a map from values to counts. */
final class NaiveFacets {
  private final List<PeerOffer> offers;
  private final DrawnSearch search;

  NaiveFacets(List<PeerOffer> offers, DrawnSearch search) {
    this.offers = offers;
    this.search = search;
  }

  long[] answer() {
    FacetAnswer answer = new FacetAnswer();
    answer.add(size(matching(Column.ID)));
    for (Column column : FacetColumns.VALUES) {
      Map<@Nullable Object, List<PeerOffer>> byValue = new HashMap<>();
      for (PeerOffer offer : matching(column)) {
        byValue.computeIfAbsent(value(offer, column), any -> new ArrayList<>()).add(offer);
      }
      List<PeerOffer> absent = byValue.remove(null);
      answer.add(absent == null ? 0 : size(absent));
      List<FacetAnswer.Count> counts = new ArrayList<>();
      byValue.forEach((value, having) -> counts.add(new FacetAnswer.Count(value, size(having))));
      answer.addSorted(counts);
    }
    for (Column column : FacetColumns.HISTOGRAMS) {
      addHistogram(column, answer);
    }
    for (Column column : FacetColumns.RANGES) {
      double least = Double.POSITIVE_INFINITY;
      double greatest = Double.NEGATIVE_INFINITY;
      for (PeerOffer offer : matching(column)) {
        double value = offer.number(column, search);
        least = value < least ? value : least;
        greatest = value > greatest ? value : greatest;
      }
      answer.addNumber(least);
      answer.addNumber(greatest);
    }
    return answer.toArray();
  }

  private void addHistogram(Column column, FacetAnswer answer) {
    double[] edges = FacetColumns.edges(column);
    List<List<PeerOffer>> bins = new ArrayList<>();
    for (int i = 0; i <= edges.length; i++) {
      bins.add(new ArrayList<>());
    }
    for (PeerOffer offer : matching(column)) {
      double value = offer.number(column, search);
      int bin = 0;
      while (bin < edges.length && value >= edges[bin]) {
        bin++;
      }
      if (!Double.isNaN(value)) {
        bins.get(bin).add(offer);
      }
    }
    bins.forEach(bin -> answer.add(size(bin)));
  }

  private static @Nullable Object value(PeerOffer offer, Column column) {
    if (column.kind() == Column.Kind.TEXT) {
      return offer.text(column);
    }
    double value = offer.number(column);
    return Double.isNaN(value) ? null : value;
  }

  /** Returns the offers that the facet of a column counts. */
  private List<PeerOffer> matching(Column column) {
    List<Comparison> conditions = search.conditionsBeside(column);
    List<PeerOffer> matching = new ArrayList<>();
    for (PeerOffer offer : offers) {
      if (conditions.stream().allMatch(each -> offer.fulfils(each, search))) {
        matching.add(offer);
      }
    }
    return matching;
  }

  private long size(List<PeerOffer> counted) {
    if (search.answer() == DrawnSearch.Answer.FACETS) {
      return counted.size();
    }
    HashSet<Double> bundles = new HashSet<>();
    counted.forEach(offer -> bundles.add(offer.number(Column.BUNDLE_ID)));
    return bundles.size();
  }
}
