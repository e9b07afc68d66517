package io.offerengine.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.bench.command.Clock;
import io.offerengine.bench.market.OfferGenerator;
import io.offerengine.bench.peers.Peer;
import io.offerengine.bench.peers.PeerKind;
import io.offerengine.bench.searches.DrawnSearch;
import io.offerengine.bench.searches.MarketDraws;
import io.offerengine.bench.searches.MarketTable;
import io.offerengine.bench.searches.PriceChange;
import io.offerengine.bench.searches.SearchClass;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every peer answers draws of every class as the engine does, before updates and after.
 *
 * <p>{@code -Ddraws=200} asks all draws instead of every fourth one; a comparison does so, too.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SideBySideTest {
  private static final int OFFERS = 600;
  private static final long SEED = 3;
  private static final int STEP = MarketDraws.COUNT / Integer.getInteger("draws", 50);

  private final OfferGenerator market =
      new OfferGenerator(SEED, OFFERS, OfferGenerator.DEFAULT_NOW);
  private final MarketTable table = MarketTable.of(market);
  private final MarketDraws draws = new MarketDraws(table, SEED, List.of(SearchClass.values()));
  private Expected expected;

  @BeforeAll
  void askEngine() throws Exception {
    try (Peer engine = PeerKind.ENGINE.load(market, table)) {
      expected = new Expected(engine, draws, List.of(SearchClass.values()));
    }
  }

  @ParameterizedTest
  @EnumSource(PeerKind.class)
  void run_ofDraws_answersAsEngine(PeerKind kind) throws Exception {
    try (Peer peer = kind.load(market, table)) {
      int classes = 0;
      for (SearchClass searches : SearchClass.values()) {
        if (searches.isSearchOnly() && peer.answers(searches)) {
          checkAll(peer, searches, false);
          classes++;
        }
      }

      assertThat(classes).isGreaterThanOrEqualTo(10);
    }
  }

  @ParameterizedTest
  @EnumSource(PeerKind.class)
  void update_ofDraws_isSeenAndTakenBack(PeerKind kind) throws Exception {
    try (Peer peer = kind.load(market, table)) {
      for (PriceChange change : draws.updates()) {
        peer.update(change);
      }
      checkAll(peer, Expected.UPDATED, true);
      for (PriceChange change : draws.restorations()) {
        peer.update(change);
      }
      checkAll(peer, Expected.UPDATED, false);
    }
  }

  @Test
  void check_ofOtherAnswer_namesPeerDrawAndAnswers() throws Exception {
    try (Peer peer = PeerKind.LOOP.load(market, table)) {
      assertThatThrownBy(() -> expected.check(peer, SearchClass.Q5, 7, new long[] {1, 2}))
          .isInstanceOf(Expected.MismatchException.class)
          .hasMessageContaining("ColumnLoopPeer")
          .hasMessageContaining("draw 7 of Q5")
          .hasMessageContaining("the engine answers 20 results")
          .hasMessageContaining("the peer answers 2 results, first [1, 2]");
    }
  }

  /** Else answers could not tell whether updates are seen. */
  @Test
  void updates_ofMarket_changeSomeAnswer() throws Exception {
    List<Integer> changed = new ArrayList<>();
    try (Peer engine = PeerKind.ENGINE.load(market, table)) {
      List<DrawnSearch> searches = draws.searches(Expected.UPDATED);
      for (int i = 0; i < searches.size(); i++) {
        try {
          expected.checkUpdated(engine, i, engine.prepare(searches.get(i)).run());
        } catch (Expected.MismatchException e) {
          changed.add(i);
        }
      }
    }

    assertThat(changed).hasSizeGreaterThan(20);
  }

  @Test
  void run_ofShortComparison_hasCellForEachClassAndPeer() throws Exception {
    List<SearchClass> kinds = List.of(SearchClass.U1, SearchClass.Q5, SearchClass.MIX);
    Results results =
        new SideBySide(
                new Settings(OFFERS, SEED, 0, 0.02, true, false, Clock.CPU),
                kinds,
                List.of(PeerKind.LOOP, PeerKind.SQLITE),
                line -> {})
            .run();

    assertThat(results.peers()).containsExactly(PeerKind.ENGINE, PeerKind.LOOP, PeerKind.SQLITE);
    assertThat(results.kinds()).containsExactly(SearchClass.Q5, SearchClass.U1, SearchClass.MIX);
    assertThat(results.cells()).hasSize(9).allMatch(cell -> cell.p50() > 0 && cell.draws() > 0);
    assertThat(results.cells()).allMatch(cell -> cell.engineP50() > 0);
    assertThat(results.medianMatches().get(SearchClass.Q5)).isEqualTo(OFFERS);
    assertThat(results.loads().get(0).laidOutPerOffer()).isBetween(100.0, 5_000.0);
    assertThat(results.surroundings().known())
        .containsKeys("cpu", "cores", "jdk", "commit", "os", "load_at_end");
  }

  @Test
  void run_apart_timesEachPeerByItself() throws Exception {
    Results results =
        new SideBySide(
                new Settings(OFFERS, SEED, 0, 0.02, false, true, Clock.WALL),
                List.of(SearchClass.Q5),
                List.of(PeerKind.LOOP, PeerKind.SQLITE),
                line -> {})
            .run();

    assertThat(results.peers()).containsExactly(PeerKind.ENGINE, PeerKind.LOOP, PeerKind.SQLITE);
    assertThat(results.cells()).hasSize(3).allMatch(cell -> cell.p50() > 0 && cell.draws() > 0);
  }

  @Test
  void run_withoutPeers_timesEngineAlone() throws Exception {
    Results results =
        new SideBySide(
                new Settings(OFFERS, SEED, 0.01, 0.02, false, false, Clock.WALL),
                List.of(SearchClass.Q5, SearchClass.U1),
                List.of(PeerKind.ENGINE),
                line -> {})
            .run();

    assertThat(results.cells())
        .hasSize(2)
        .allMatch(cell -> cell.peer().isEngine() && cell.factor() == 1);
  }

  private void checkAll(Peer peer, SearchClass kind, boolean updated) throws Exception {
    List<DrawnSearch> searches = draws.searches(kind);
    // A database answers facets by sixteen statements.
    int step = searches.get(0).hasFacets() ? 20 : STEP;
    for (int i = 0; i < searches.size(); i += step) {
      long[] ids = peer.prepare(searches.get(i)).run();
      if (updated) {
        expected.checkUpdated(peer, i, ids);
      } else {
        expected.check(peer, kind, i, ids);
      }
    }
  }
}
