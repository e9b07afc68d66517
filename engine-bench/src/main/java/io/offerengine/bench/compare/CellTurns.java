package io.offerengine.bench.compare;

import io.offerengine.bench.peers.Peer;
import io.offerengine.bench.peers.PeerKind;
import io.offerengine.bench.report.DrawTimes;
import io.offerengine.bench.searches.MarketDraws;
import io.offerengine.bench.searches.SearchClass;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Turns of the engine and a peer, class by class, and the cells that result.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class CellTurns {
  /** The number of turns into which the time of a class is divided. */
  private static final int TURNS = 20;

  private final Settings settings;
  private final List<SearchClass> kinds;
  private final MarketDraws draws;
  private final Expected expected;
  private final Consumer<String> progress;
  private final List<Cell> ofPeers = new ArrayList<>();

  /** The cells of the engine by class, one for each peer. */
  private final Map<SearchClass, List<Cell>> ofEngine = new EnumMap<>(SearchClass.class);

  CellTurns(
      Settings settings,
      List<SearchClass> kinds,
      MarketDraws draws,
      Expected expected,
      Consumer<String> progress) {
    this.settings = settings;
    this.kinds = kinds;
    this.draws = draws;
    this.expected = expected;
    this.progress = progress;
  }

  /** Returns whether there are classes for which the engine was not timed. */
  boolean hasRest() {
    return !ofEngine.keySet().containsAll(kinds);
  }

  /** Times the engine for the classes that no peer answered. */
  void timeRest(Peer engine) throws Exception {
    timeAlone(engine, kind -> !ofEngine.containsKey(kind)).forEach(this::noteEngine);
  }

  /** Times the engine alone; a peer may be timed afterwards. */
  void timeEngine(Peer engine) throws Exception {
    timeAlone(engine, kind -> true).forEach(this::noteEngine);
  }

  /** Times a peer alone, beside the last times of the engine. */
  void timePeer(PeerKind name, Peer peer) throws Exception {
    timeAlone(peer, peer::answers)
        .forEach((kind, times) -> {
          List<Cell> engine = ofEngine.getOrDefault(kind, List.of());
          notePeer(kind, name, times, engine.get(engine.size() - 1).p50());
        });
  }

  private Map<SearchClass, DrawTimes> timeAlone(Peer peer, Predicate<SearchClass> isTimed)
      throws Exception {
    List<PeerRuns> alone = List.of(runs(peer));
    warmUp(peer, alone);
    Map<SearchClass, DrawTimes> times = new EnumMap<>(SearchClass.class);
    for (SearchClass kind : kinds) {
      if (isTimed.test(kind)) {
        times.put(kind, time(kind, alone).get(0));
      }
    }
    return times;
  }

  /** Times the engine and a peer. */
  void time(Peer engine, PeerKind name, Peer peer) throws Exception {
    List<PeerRuns> both = List.of(runs(engine), runs(peer));
    warmUp(peer, both);
    for (SearchClass kind : kinds) {
      if (peer.answers(kind)) {
        List<DrawTimes> times = time(kind, both);
        notePeer(kind, name, times.get(1), noteEngine(kind, times.get(0)));
      }
    }
  }

  private void notePeer(SearchClass kind, PeerKind name, DrawTimes times, double engineP50) {
    Cell cell = cell(kind, name, times, engineP50);
    ofPeers.add(cell);
    progress.accept(
        String.format(
            Locale.ROOT,
            "%-16s %-18s %12.1f %12.1f us, %d draws, %.2f times the engine's %.1f us",
            name.label(),
            kind.label(),
            cell.p50(),
            cell.p99(),
            cell.draws(),
            cell.factor(),
            engineP50));
  }

  /** Returns the cells of all peers, and for each class the median one of the engine's cells. */
  List<Cell> cells() {
    List<Cell> cells = new ArrayList<>();
    ofEngine.values().forEach(each -> cells.add(median(each)));
    cells.addAll(ofPeers);
    return cells;
  }

  private static Cell median(List<Cell> cells) {
    List<Cell> ascending = new ArrayList<>(cells);
    ascending.sort(Comparator.comparingDouble(Cell::p50));
    return ascending.get(ascending.size() / 2);
  }

  private PeerRuns runs(Peer peer) {
    return new PeerRuns(peer, draws, expected, settings);
  }

  /** Runs all classes first: code that was compiled for one class alone is faster for a while. */
  private void warmUp(Peer peer, List<PeerRuns> contestants) throws Exception {
    if (settings.updatedFirst()) {
      for (PeerRuns contestant : contestants) {
        contestant.updateOnce();
      }
    }
    for (SearchClass kind : kinds) {
      if (kind.isSearchOnly() && peer.answers(kind)) {
        takeTurns(start(kind, contestants), settings.warmUpSeconds());
      }
    }
  }

  private List<DrawTimes> time(SearchClass kind, List<PeerRuns> contestants) throws Exception {
    List<CellRun> runs = start(kind, contestants);
    takeTurns(runs, settings.warmUpSeconds());
    runs.forEach(CellRun::startOver);
    takeTurns(runs, settings.seconds());
    for (CellRun run : runs) {
      run.end();
    }
    return runs.stream().map(CellRun::times).toList();
  }

  private static List<CellRun> start(SearchClass kind, List<PeerRuns> contestants)
      throws Exception {
    List<CellRun> runs = new ArrayList<>();
    for (PeerRuns contestant : contestants) {
      runs.add(contestant.of(kind));
    }
    return runs;
  }

  private static void takeTurns(List<CellRun> runs, double seconds) throws Exception {
    boolean goesOn = seconds > 0;
    while (goesOn) {
      goesOn = false;
      for (CellRun run : runs) {
        if (run.seconds() < seconds) {
          run.goOn(seconds / TURNS);
          goesOn |= run.seconds() < seconds;
        }
      }
    }
  }

  private double noteEngine(SearchClass kind, DrawTimes times) {
    double p50 = times.quantile(0.5);
    ofEngine
        .computeIfAbsent(kind, each -> new ArrayList<>())
        .add(cell(kind, PeerKind.ENGINE, times, p50));
    return p50;
  }

  private static Cell cell(SearchClass kind, PeerKind peer, DrawTimes times, double engineP50) {
    return new Cell(
        kind, peer, times.draws(), times.quantile(0.5), times.quantile(0.99), engineP50);
  }
}
