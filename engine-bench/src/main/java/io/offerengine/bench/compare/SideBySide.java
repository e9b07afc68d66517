package io.offerengine.bench.compare;

import io.offerengine.bench.market.OfferGenerator;
import io.offerengine.bench.peers.Peer;
import io.offerengine.bench.peers.PeerKind;
import io.offerengine.bench.report.Surroundings;
import io.offerengine.bench.searches.DrawnSearch;
import io.offerengine.bench.searches.MarketDraws;
import io.offerengine.bench.searches.MarketTable;
import io.offerengine.bench.searches.RowSelection;
import io.offerengine.bench.searches.SearchClass;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A comparison of the engine with its peers, one after the other, over the same offers and the same
 * draws, in one thread of one JVM. Every peer must give the same answers as the engine.
 *
 * <p>Engine and peer take turns, each a small share of the time of a class. The speed of the
 * machine changes from one second to the next. Because of the turns these changes affect both, and
 * the ratio of the durations is steadier than the durations. For each peer the engine is loaded
 * anew, so that the updates for one peer do not affect the next.
 */
public final class SideBySide {
  private static final double NANOS_PER_SECOND = 1e9;

  private final Settings settings;
  private final List<SearchClass> kinds;
  private final List<PeerKind> peers;
  private final Consumer<String> progress;

  /**
   * Prepares a comparison.
   *
   * @param kinds the classes; updates run last, whatever their position
   * @param peers the peers with which the engine is compared
   * @param progress receives messages about the progress, a line each
   */
  public SideBySide(
      Settings settings, List<SearchClass> kinds, List<PeerKind> peers, Consumer<String> progress) {
    this.settings = settings;
    this.kinds = new ArrayList<>(kinds.stream().filter(SearchClass::isSearchOnly).toList());
    this.kinds.addAll(kinds.stream().filter(kind -> !kind.isSearchOnly()).toList());
    this.peers = peers.stream().filter(peer -> !peer.isEngine()).toList();
    this.progress = progress;
  }

  /**
   * Runs the comparison.
   *
   * @throws RuntimeException if an answer of a peer differs from that of the engine
   */
  public Results run() throws Exception {
    Surroundings surroundings = Surroundings.read();
    progress.accept("making " + settings.offers() + " offers and the draws");
    OfferGenerator market =
        new OfferGenerator(settings.seed(), settings.offers(), OfferGenerator.DEFAULT_NOW);
    MarketTable table = MarketTable.of(market);
    MarketDraws draws = new MarketDraws(table, settings.seed());
    Map<SearchClass, Integer> matches = medianMatches(table, draws);
    List<Results.Load> loads = new ArrayList<>();
    Expected expected;
    progress.accept("loading " + PeerKind.ENGINE.label());
    long start = System.nanoTime();
    try (Peer engine = PeerKind.ENGINE.load(market, table)) {
      loads.add(loaded(PeerKind.ENGINE, engine, start));
      expected = new Expected(engine, draws, kinds);
    }
    CellTurns turns = new CellTurns(settings, kinds, draws, expected, progress);
    for (PeerKind kind : peers) {
      System.gc();
      progress.accept("loading " + kind.label());
      start = System.nanoTime();
      try (Peer peer = kind.load(market, table)) {
        loads.add(loaded(kind, peer, start));
        try (Peer engine = PeerKind.ENGINE.load(market, table)) {
          turns.time(engine, kind, peer);
        }
      }
    }
    if (turns.hasRest()) {
      try (Peer engine = PeerKind.ENGINE.load(market, table)) {
        turns.timeRest(engine);
      }
    }
    return new Results(settings, surroundings.atEnd(), matches, loads, turns.cells());
  }

  private Results.Load loaded(PeerKind kind, Peer peer, long start) throws Exception {
    double seconds = (System.nanoTime() - start) / NANOS_PER_SECOND;
    double bytes = peer.bytes() < 0 ? -1 : (double) peer.bytes() / settings.offers();
    if (peer.held() == null) {
      return new Results.Load(kind, seconds, bytes, -1);
    }
    int laidOut = Math.min(Footprint.OFFERS, settings.offers());
    OfferGenerator sample =
        new OfferGenerator(settings.seed(), laidOut, OfferGenerator.DEFAULT_NOW);
    double perOffer = Footprint.perOffer(kind, sample, MarketTable.of(sample));
    return new Results.Load(kind, seconds, bytes, perOffer);
  }

  private Map<SearchClass, Integer> medianMatches(MarketTable table, MarketDraws draws) {
    Map<SearchClass, Integer> medians = new EnumMap<>(SearchClass.class);
    for (SearchClass kind : kinds) {
      List<DrawnSearch> searches = draws.searches(kind);
      if (!searches.isEmpty()) {
        int[] counts =
            searches.stream().mapToInt(each -> new RowSelection(table, each).count()).toArray();
        Arrays.sort(counts);
        medians.put(kind, counts[counts.length / 2]);
      }
    }
    return medians;
  }
}
