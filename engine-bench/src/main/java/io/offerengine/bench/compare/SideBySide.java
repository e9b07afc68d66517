package io.offerengine.bench.compare;

import io.offerengine.bench.OfferGenerator;
import io.offerengine.bench.peers.Peer;
import io.offerengine.bench.peers.PeerKind;
import io.offerengine.bench.searches.DrawnSearch;
import io.offerengine.bench.searches.MarketDraws;
import io.offerengine.bench.searches.MarketTable;
import io.offerengine.bench.searches.RowSelection;
import io.offerengine.bench.searches.SearchClass;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Runs a comparison: one peer after the other, on the same offers and the same draws, in one thread
 * of one JVM. The engine comes first, and its answers are what every other answer must be.
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
   * @param kinds the classes; updates are left to the end, whatever their place
   * @param peers the peers beside the engine
   * @param progress hears what is being done, a line at a time
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
   * Compares.
   *
   * @throws RuntimeException if a peer answers otherwise than the engine
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
    List<Cell> cells = new ArrayList<>();

    Expected expected;
    progress.accept("loading " + PeerKind.ENGINE.label());
    long start = System.nanoTime();
    try (Peer engine = PeerKind.ENGINE.load(market, table)) {
      loads.add(loaded(PeerKind.ENGINE, engine, start));
      expected = new Expected(engine, draws, kinds);
      timeAll(engine, PeerKind.ENGINE, draws, expected, cells);
    }
    for (PeerKind kind : peers) {
      System.gc();
      progress.accept("loading " + kind.label());
      start = System.nanoTime();
      try (Peer peer = kind.load(market, table)) {
        loads.add(loaded(kind, peer, start));
        timeAll(peer, kind, draws, expected, cells);
      }
    }
    return new Results(settings, surroundings.atEnd(), matches, loads, cells);
  }

  private void timeAll(
      Peer peer, PeerKind name, MarketDraws draws, Expected expected, List<Cell> cells)
      throws Exception {
    CellTimer timer = new CellTimer(peer, name, draws, expected, settings);
    // A class alone compiles to faster code than one among others, and later ones undo it.
    for (SearchClass kind : kinds) {
      if (kind.isSearchOnly() && peer.answers(kind)) {
        timer.warmUp(kind);
      }
    }
    for (SearchClass kind : kinds) {
      if (peer.answers(kind)) {
        Cell cell = timer.time(kind);
        cells.add(cell);
        progress.accept(
            String.format(
                Locale.ROOT,
                "%-16s %-18s %12.1f %12.1f us, %d draws",
                name.label(),
                kind.label(),
                cell.p50(),
                cell.p99(),
                cell.draws()));
      }
    }
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
