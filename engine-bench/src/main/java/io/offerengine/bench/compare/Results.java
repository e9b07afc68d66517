package io.offerengine.bench.compare;

import io.offerengine.bench.peers.PeerKind;
import io.offerengine.bench.report.Surroundings;
import io.offerengine.bench.searches.SearchClass;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The results of a comparison, and how and where it was made.
 *
 * @param settings how it was made
 * @param surroundings where it was made
 * @param medianMatches for each class, the number of offers that its median draw matches
 * @param loads for each peer, how it was loaded
 * @param cells for each class and peer, the durations; none if a peer can't answer the class
 */
public record Results(
    Settings settings,
    Surroundings surroundings,
    Map<SearchClass, Integer> medianMatches,
    List<Load> loads,
    List<Cell> cells) {

  /**
   * How a peer was loaded.
   *
   * @param peer the peer
   * @param seconds how long it took
   * @param bytesPerOffer its size in that market as it knows it; negative if it does not
   * @param laidOutPerOffer the size of its objects in a market of {@link Footprint#OFFERS} offers,
   *     by offer; negative if they are not known or not all of it
   */
  public record Load(PeerKind peer, double seconds, double bytesPerOffer, double laidOutPerOffer) {}

  /** Copies the collections. */
  public Results {
    medianMatches = Map.copyOf(medianMatches);
    loads = List.copyOf(loads);
    cells = List.copyOf(cells);
  }

  /** Returns what a class takes a peer, if it was asked. */
  public Optional<Cell> cell(SearchClass kind, PeerKind peer) {
    return cells.stream().filter(each -> each.kind() == kind && each.peer() == peer).findFirst();
  }

  /** Returns the classes that were timed, in order. */
  public List<SearchClass> kinds() {
    return cells.stream().map(Cell::kind).distinct().sorted().toList();
  }

  /** Returns the peers that were timed, in order. */
  public List<PeerKind> peers() {
    return cells.stream().map(Cell::peer).distinct().sorted().toList();
  }

  /**
   * Returns the cell of the best peer that is not ours, by what it takes beside the engine: of
   * whole cells only; for updates, of those that keep an index.
   */
  public Optional<Cell> best(SearchClass kind) {
    return cells.stream()
        .filter(each -> each.kind() == kind && !each.peer().isEngine() && each.isWhole())
        .filter(each -> kind != SearchClass.U1 || each.peer().keepsIndex())
        .min(Comparator.comparingDouble(Cell::factor));
  }

  /** Returns how many times longer the best peer takes than the engine; NaN if unknown. */
  public double ratio(SearchClass kind) {
    return best(kind).map(Cell::factor).orElse(Double.NaN);
  }
}
