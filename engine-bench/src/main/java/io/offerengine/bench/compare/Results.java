package io.offerengine.bench.compare;

import io.offerengine.bench.peers.PeerKind;
import io.offerengine.bench.report.Surroundings;
import io.offerengine.bench.searches.SearchClass;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The results of a comparison, with its settings and surroundings.
 *
 * @param settings the options of the comparison
 * @param surroundings machine, JVM and commit
 * @param medianMatches for each class, the number of offers that its median draw matches
 * @param loads for each peer, the time and the memory of its load
 * @param cells for each class and peer, the durations; none if a peer can't answer the class
 */
public record Results(
    Settings settings,
    Surroundings surroundings,
    Map<SearchClass, Integer> medianMatches,
    List<Load> loads,
    List<Cell> cells) {

  /**
   * The time and the memory of the load of a peer.
   *
   * @param peer the peer
   * @param seconds the duration, without computing the offers
   * @param bytesPerOffer the memory that the peer reports, per offer; negative if it reports none
   * @param laidOutPerOffer the size of its objects in a market of {@link Footprint#OFFERS} offers,
   *     per offer; negative if its data is not, or not only, in objects
   */
  public record Load(PeerKind peer, double seconds, double bytesPerOffer, double laidOutPerOffer) {}

  /** Copies the collections. */
  public Results {
    medianMatches = Map.copyOf(medianMatches);
    loads = List.copyOf(loads);
    cells = List.copyOf(cells);
  }

  /** Returns the durations of a peer for a class, if it was timed. */
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
   * Returns the cell of the best peer: the one with the least multiple of the engine's duration.
   * Only whole cells count; for updates, only peers with an index count.
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
