package io.offerengine.bench.compare;

import io.offerengine.bench.peers.Peer;
import io.offerengine.bench.searches.DrawnSearch;
import io.offerengine.bench.searches.MarketDraws;
import io.offerengine.bench.searches.PriceChange;
import io.offerengine.bench.searches.SearchClass;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The engine's answers to all draws, before the updates and after all of them. Every other answer
 * is compared with these.
 */
final class Expected {
  /** The searches that check whether updates are visible: they are ordered by price. */
  static final SearchClass UPDATED = SearchClass.Q2;

  private final MarketDraws draws;
  private final Map<SearchClass, long[][]> answers = new EnumMap<>(SearchClass.class);
  private final long[][] updated;

  /** Asks the engine for all answers; the engine does not change. */
  Expected(Peer engine, MarketDraws draws, List<SearchClass> kinds) throws Exception {
    this.draws = draws;
    for (SearchClass kind : kinds) {
      if (kind.isSearchOnly()) {
        answers.put(kind, answers(engine, draws.searches(kind)));
      }
    }
    boolean updates = !kinds.stream().allMatch(SearchClass::isSearchOnly);
    if (updates && !answers.containsKey(UPDATED)) {
      answers.put(UPDATED, answers(engine, draws.searches(UPDATED)));
    }
    this.updated = updates ? updatedAnswers(engine) : new long[0][];
  }

  private long[][] updatedAnswers(Peer engine) throws Exception {
    for (PriceChange change : draws.updates()) {
      engine.update(change);
    }
    long[][] found = answers(engine, draws.searches(UPDATED));
    for (PriceChange change : draws.restorations()) {
      engine.update(change);
    }
    return found;
  }

  private static long[][] answers(Peer engine, List<DrawnSearch> searches) throws Exception {
    long[][] answers = new long[searches.size()][];
    for (int i = 0; i < answers.length; i++) {
      answers[i] = comparable(searches.get(i), engine.prepare(searches.get(i)).run());
    }
    return answers;
  }

  /**
   * Checks an answer to a draw.
   *
   * @throws MismatchException if it is not the engine's
   */
  void check(Peer peer, SearchClass kind, int draw, long[] answer) {
    long[][] all = answers.get(kind);
    if (all == null) {
      throw new IllegalArgumentException("the engine was not asked for " + kind);
    }
    check(peer, kind, draw, answer, all);
  }

  /**
   * Checks an answer to a draw of {@link #UPDATED} after all updates.
   *
   * @throws MismatchException if it is not the engine's
   */
  void checkUpdated(Peer peer, int draw, long[] answer) {
    check(peer, UPDATED, draw, answer, updated);
  }

  private void check(Peer peer, SearchClass kind, int draw, long[] answer, long[][] all) {
    if (!Arrays.equals(all[draw], comparable(draws.searches(kind).get(draw), answer))) {
      throw new MismatchException(
          peer.getClass().getSimpleName()
              + " disagrees with the engine on draw "
              + draw
              + " of "
              + kind
              + ": "
              + draws.searches(kind).get(draw)
              + "\nthe engine answers "
              + beginning(all[draw])
              + "\nthe peer answers "
              + beginning(answer));
    }
  }

  /** Returns an answer; if it comes in any order, in ascending order. */
  private static long[] comparable(DrawnSearch search, long[] answer) {
    if (!search.listsAll()) {
      return answer;
    }
    long[] ascending = answer.clone();
    Arrays.sort(ascending);
    return ascending;
  }

  private static String beginning(long[] ids) {
    return ids.length
        + " results, first "
        + Arrays.toString(Arrays.copyOf(ids, Math.min(20, ids.length)));
  }

  /** A peer and the engine answer differently. */
  static final class MismatchException extends RuntimeException {
    private static final long serialVersionUID = 1;

    MismatchException(String message) {
      super(message);
    }
  }
}
