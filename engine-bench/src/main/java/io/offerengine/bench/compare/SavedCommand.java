package io.offerengine.bench.compare;

import io.offerengine.bench.market.OfferGenerator;
import io.offerengine.bench.peers.SearchFinder;
import io.offerengine.bench.searches.MarketTable;
import io.offerengine.bench.searches.SavedChanges;
import io.offerengine.bench.searches.SavedMix;
import io.offerengine.bench.searches.SearchClass;
import io.offerengine.bench.versions.SavedSide;
import io.offerengine.query.Query;
import io.offerengine.schema.ChangedOffer;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command that compares saved searches with other ways to find them. */
@Command(
    name = "saved",
    description = {
      "Saves searches that are drawn from a market, and times which of them new and changed offers"
          + " newly satisfy. Compares the engine, the first side, with a loop and with the counting"
          + " algorithm of publish and subscribe systems; without --peers the engine is timed"
          + " alone.",
      "If a peer finds other searches than the engine, the command ends with an error."
    },
    footerHeading =
        "%nExamples:%n  saved --searches 1000000%n"
            + "  saved --searches 100000 --peers LOOP,COUNTING%n")
public final class SavedCommand extends ComparisonCommand {
  /** The most searches. */
  static final int MOST_SEARCHES = 10_000_000;

  /** The bytes of heap that a saved search takes while it is saved. */
  static final double HEAP_PER_SEARCH = 600;

  private static final double HEAP_PER_OBJECT = 4_000;
  private static final double NANOS_PER_SECOND = 1e9;

  @Option(
      names = "--searches",
      paramLabel = "N",
      defaultValue = "100000",
      description = "Number of saved searches, 1 to 10000000 (default: ${DEFAULT-VALUE}).")
  private int searches;

  @Option(
      names = "--peers",
      paramLabel = "PEER",
      split = ",",
      description =
          "Other ways, which hold every search as an object (default: none):"
              + " ${COMPLETION-CANDIDATES}.")
  private List<Way> peers = List.of();

  /** The other ways to find searches. */
  private enum Way {
    LOOP,
    COUNTING
  }

  @Override
  void check() {
    require(searches >= 1 && searches <= MOST_SEARCHES, "--searches", "1 to 10000000", searches);
  }

  @Override
  List<SearchClass> defaultClasses() {
    return SearchClass.of(SearchClass.Group.SAVED);
  }

  @Override
  boolean fits(SearchClass kind) {
    return kind.group() == SearchClass.Group.SAVED;
  }

  @Override
  String fitting() {
    return "classes of saved searches";
  }

  @Override
  double neededHeap() {
    double perSearch = HEAP_PER_SEARCH + (peers.isEmpty() ? 0 : HEAP_PER_OBJECT);
    return searches * perSearch + offers() * 2 * MarketTable.HEAP_PER_OFFER;
  }

  @Override
  void measure(Harness harness, List<SearchClass> kinds) throws Exception {
    OfferGenerator offers = market(offers());
    SavedMix mix = new SavedMix(MarketTable.of(offers), seed());
    List<Query> kept = new ArrayList<>();
    harness.tell("saving searches");
    SavedSide.Built built =
        SavedSide.build(mix, searches, peers.isEmpty() ? query -> {} : kept::add);
    harness.add(
        new Harness.Load(
            "engine",
            built.nanos() / NANOS_PER_SECOND,
            (double) built.searches().stats().bytes() / searches,
            -1));
    Map<SearchClass, List<ChangedOffer>> changes = SavedChanges.draw(offers, seed());
    Side engine = new Side("engine", SavedSide.of(built.searches(), changes, mix));
    if (peers.isEmpty()) {
      harness.time(List.of(engine), kinds, false);
    }
    for (Way way : peers) {
      SearchFinder finder =
          switch (way) {
            case LOOP -> SearchFinder.loop(kept);
            case COUNTING -> SearchFinder.counting(kept);
          };
      Side peer = new Side(way.name().toLowerCase(Locale.ROOT), SavedSide.of(finder, changes));
      harness.time(List.of(engine, peer), kinds, true);
    }
  }

  @Override
  void print(PrintWriter out, Results results) {
    super.print(out, results);
    Map<String, Results> these =
        Map.of(String.format(Locale.ROOT, "%,d searches", searches), results);
    out.println(ResultsTable.ofLoads(these, "search"));
  }
}
