package io.offerengine.bench.peers;

import io.offerengine.bench.searches.Comparison;
import io.offerengine.bench.searches.DrawnSearch;
import io.offerengine.bench.searches.MarketTable;
import io.offerengine.bench.searches.Ordering;
import io.offerengine.bench.searches.PriceChange;
import it.unimi.dsi.fastutil.objects.ObjectHeapPriorityQueue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/**
 * The simplest program: it filters a list of objects by a predicate and takes the first matches in
 * order. A heap over all matches gives the order, which is cheaper than a sort. The peer answers no
 * variants of searches.
 */
public final class NaivePeer extends TablePeer {
  private final List<PeerOffer> offers = new ArrayList<>();

  /** Makes an object of every offer. */
  public NaivePeer(MarketTable table) {
    super(table);
    for (int row = 0; row < table.size(); row++) {
      offers.add(PeerOffer.of(table, row));
    }
  }

  @Override
  public PreparedSearch prepare(DrawnSearch search) {
    Predicate<PeerOffer> filter = filter(search);
    Comparator<PeerOffer> order = order(search);
    if (search.answer() == DrawnSearch.Answer.COUNT) {
      return () -> {
        long found = 0;
        for (PeerOffer offer : offers) {
          found += filter.test(offer) ? 1 : 0;
        }
        return new long[] {found};
      };
    }
    return () -> {
      List<PeerOffer> matches = new ArrayList<>();
      for (PeerOffer offer : offers) {
        if (filter.test(offer)) {
          matches.add(offer);
        }
      }
      if (search.answer() == DrawnSearch.Answer.ALL) {
        return matches.stream().mapToLong(PeerOffer::id).toArray();
      }
      return first(search, matches, order);
    };
  }

  private static long[] first(
      DrawnSearch search, List<PeerOffer> matches, Comparator<PeerOffer> order) {
    // Creating the queue from a collection costs O(n); adding its elements would cost O(n log n).
    ObjectHeapPriorityQueue<PeerOffer> best = new ObjectHeapPriorityQueue<>(matches, order);
    long[] ids = new long[Math.min(search.limit(), matches.size())];
    Arrays.setAll(ids, i -> best.dequeue().id());
    return ids;
  }

  private static Predicate<PeerOffer> filter(DrawnSearch search) {
    Predicate<PeerOffer> filter = offer -> true;
    for (Comparison condition : search.allConditions()) {
      filter = filter.and(offer -> offer.fulfils(condition));
    }
    return filter;
  }

  private static Comparator<PeerOffer> order(DrawnSearch search) {
    Comparator<PeerOffer> byId = Comparator.comparingLong(PeerOffer::id);
    Comparator<PeerOffer> order = null;
    for (Ordering key : search.order()) {
      Comparator<PeerOffer> byKey = Comparator.comparingDouble(offer -> offer.number(key.column()));
      Comparator<PeerOffer> directed = key.descending() ? byKey.reversed() : byKey;
      order = order == null ? directed : order.thenComparing(directed);
    }
    return order == null ? byId : order.thenComparing(byId);
  }

  @Override
  public void update(PriceChange change) {
    table.change(change);
    offers.set(change.row(), PeerOffer.of(table, change.row()));
  }

  @Override
  public Object held() {
    return offers;
  }
}
