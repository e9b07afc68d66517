package io.offerengine.bench.compare;

import static io.offerengine.bench.compare.Measured.quantile;

import io.offerengine.bench.market.OfferGenerator;
import io.offerengine.bench.peers.PeerKind;
import io.offerengine.bench.searches.MarketDraws;
import io.offerengine.bench.searches.MarketTable;
import io.offerengine.bench.searches.SearchClass;
import io.offerengine.bench.searches.SearchClass.Group;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command that says how soon the engine and its peers are fast. */
@Command(
    name = "time-to-fast",
    description = {
      "Runs a stream of mixed searches in a fresh process for each side, until the compiler is idle"
          + " and the side gets no faster. Prints the mean of the first 20,000 searches and of the"
          + " end, how many searches come before a window of 20,000 is within 1.5 times of the end,"
          + " and the seconds of compiling; medians over the processes of a side."
    },
    footerHeading =
        "%nExamples:%n  time-to-fast --runs 3%n" + "  time-to-fast --peers ENGINE,SQLITE,LOOP%n")
public final class TimeToFastCommand extends SearchComparison {
  @Option(
      names = "--peers",
      paramLabel = "PEER",
      split = ",",
      description = "Which engines (default: ENGINE,LUCENE_BY_PRICE): ${COMPLETION-CANDIDATES}.")
  private List<PeerKind> peers = List.of(PeerKind.ENGINE, PeerKind.LUCENE_BY_PRICE);

  @Override
  List<SearchClass> defaultClasses() {
    List<SearchClass> kinds = new ArrayList<>(SearchClass.of(Group.PLAIN));
    kinds.removeAll(List.of(SearchClass.Q9, SearchClass.Q10));
    return kinds;
  }

  @Override
  boolean fits(SearchClass kind) {
    return kind.isSearchOnly() && super.fits(kind);
  }

  @Override
  double neededHeap() {
    double largest = peers.stream().mapToDouble(PeerKind::heapPerOffer).max().orElse(0);
    return offers()
        * (MarketTable.HEAP_PER_OFFER + Math.max(PeerKind.ENGINE.heapPerOffer(), largest));
  }

  @Override
  int processesOfARun() {
    return peers.size();
  }

  @Override
  void measure(Harness harness, List<SearchClass> kinds) throws Exception {
    PeerKind kind = peers.get(harness.process() % peers.size());
    OfferGenerator offers = market(offers());
    MarketTable table = MarketTable.of(offers, schema());
    MarketDraws draws = new MarketDraws(table, seed(), kinds);
    harness.timeStart(side(kind.label(), kind.load(offers, table), draws), kinds);
  }

  @Override
  void print(PrintWriter out, Results results) {
    out.println(
        "| side | first window, us | end, us | first / end | searches until fast | compiling, s |");
    out.println("|---|---|---|---|---|---|");
    for (String label : results.starts().stream().map(Start::label).distinct().toList()) {
      List<Start> ofSide =
          results.starts().stream().filter(each -> each.label().equals(label)).toList();
      boolean isSettled = ofSide.stream().allMatch(Start::isSettled);
      out.printf(
          Locale.ROOT,
          "| %s | %.1f | %s | %s | %,.0f (%,.0f to %,.0f) | %.1f |%n",
          label,
          quantile(ofSide, Start::first, 0.5),
          isSettled ? "%.1f".formatted(quantile(ofSide, Start::end, 0.5)) : "not settled",
          isSettled
              ? "%.1f".formatted(quantile(ofSide, each -> each.first() / each.end(), 0.5))
              : "-",
          quantile(ofSide, Start::searches, 0.5),
          quantile(ofSide, Start::searches, 0),
          quantile(ofSide, Start::searches, 1),
          quantile(ofSide, Start::compiling, 0.5));
    }
    out.println();
  }
}
