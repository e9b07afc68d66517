package io.offerengine.bench.compare;

import io.offerengine.bench.market.OfferGenerator;
import io.offerengine.bench.peers.EnginePeer;
import io.offerengine.bench.peers.Peer;
import io.offerengine.bench.peers.PeerKind;
import io.offerengine.bench.report.Surroundings;
import io.offerengine.bench.searches.DrawnSearch;
import io.offerengine.bench.searches.MarketDraws;
import io.offerengine.bench.searches.MarketTable;
import io.offerengine.bench.searches.RowSelection;
import io.offerengine.bench.searches.SearchClass;
import io.offerengine.schema.Offer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A comparison of the engine with its peers, one after the other, over the same offers and the same
 * draws, in one thread of one JVM. Every peer must give the same answers as the engine.
 *
 * <p>Engine and peer take turns, each a small share of the time of a class. The speed of the
 * machine changes from one second to the next. Because of the turns these changes affect both, and
 * the ratio of the durations is steadier than the durations. For each peer the engine is loaded
 * anew, so that the updates for one peer do not affect the next.
 *
 * <p>If the settings say so, only one of them is in memory at a time: the engine is loaded and
 * timed before each peer is. The table of the market is then made again for each peer.
 */
public final class SideBySide {
  private static final double NANOS_PER_SECOND = 1e9;

  private final Settings settings;
  private final List<SearchClass> kinds;
  private final List<PeerKind> peers;
  private final Consumer<String> progress;
  private final OfferGenerator market;
  private final List<Results.Load> loads = new ArrayList<>();

  /**
   * What is drawn from the market.
   *
   * @param medianMatches for each class, the number of offers that its median draw matches
   */
  private record Drawn(MarketDraws draws, Map<SearchClass, Integer> medianMatches) {}

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
    this.market =
        new OfferGenerator(settings.seed(), settings.offers(), OfferGenerator.DEFAULT_NOW);
  }

  /**
   * Runs the comparison.
   *
   * @throws RuntimeException if an answer of a peer differs from that of the engine
   */
  public Results run() throws Exception {
    Surroundings surroundings = Surroundings.read();
    progress.accept("making " + settings.offers() + " offers and the draws");
    @Nullable MarketTable table = MarketTable.of(market);
    Drawn drawn = draw(table);
    if (settings.apart()) {
      table = null;
    }
    CellTurns turns = turns(drawn.draws());
    for (PeerKind kind : peers) {
      System.gc();
      if (table == null) {
        timeApart(kind, turns);
      } else {
        timeInTurns(kind, table, turns);
      }
    }
    if (turns.hasRest()) {
      try (Peer engine = new EnginePeer(market)) {
        turns.timeRest(engine);
      }
    }
    return new Results(settings, surroundings.atEnd(), drawn.medianMatches(), loads, turns.cells());
  }

  private Drawn draw(MarketTable table) {
    Set<SearchClass> drawn = EnumSet.of(Expected.UPDATED);
    drawn.addAll(kinds);
    MarketDraws draws = new MarketDraws(table, settings.seed(), drawn);
    return new Drawn(draws, medianMatches(table, draws));
  }

  /** Asks the engine for all answers. */
  private CellTurns turns(MarketDraws draws) throws Exception {
    TimedOffers offers = new TimedOffers(market);
    long start = start(PeerKind.ENGINE);
    try (Peer engine = new EnginePeer(offers)) {
      loads.add(loaded(PeerKind.ENGINE, engine, start + offers.nanos));
      Expected expected = new Expected(engine, draws, kinds);
      return new CellTurns(settings, kinds, draws, expected, progress);
    }
  }

  private void timeInTurns(PeerKind kind, MarketTable table, CellTurns turns) throws Exception {
    long start = start(kind);
    try (Peer peer = kind.load(market, table)) {
      loads.add(loaded(kind, peer, start));
      try (Peer engine = new EnginePeer(market)) {
        turns.time(engine, kind, peer);
      }
    }
  }

  private void timeApart(PeerKind kind, CellTurns turns) throws Exception {
    try (Peer engine = new EnginePeer(market)) {
      turns.timeEngine(engine);
    }
    System.gc();
    MarketTable table = MarketTable.of(market);
    long start = start(kind);
    try (Peer peer = kind.load(market, table)) {
      loads.add(loaded(kind, peer, start));
      turns.timePeer(kind, peer);
    }
  }

  private long start(PeerKind kind) {
    progress.accept("loading " + kind.label());
    return System.nanoTime();
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

  /** The offers of a market, and the time that computing them took. */
  private static final class TimedOffers implements Iterable<Offer> {
    private final OfferGenerator market;
    private long nanos;

    TimedOffers(OfferGenerator market) {
      this.market = market;
    }

    @Override
    public Iterator<Offer> iterator() {
      Iterator<Offer> offers = market.iterator();
      return new Iterator<>() {
        @Override
        public boolean hasNext() {
          return offers.hasNext();
        }

        @Override
        public Offer next() {
          long start = System.nanoTime();
          Offer offer = offers.next();
          nanos += System.nanoTime() - start;
          return offer;
        }
      };
    }
  }
}
