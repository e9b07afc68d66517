package io.offerengine.bench.compare;

import io.offerengine.bench.market.OfferGenerator;
import io.offerengine.bench.peers.EnginePeer;
import io.offerengine.bench.peers.Peer;
import io.offerengine.bench.peers.PeerKind;
import io.offerengine.bench.searches.MarketDraws;
import io.offerengine.bench.searches.SearchClass;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command that compares the engine over two markets of different sizes. */
@Command(
    name = "sizes",
    description =
        "Compares the engine over a small market and over a large one, which is the second side."
            + " Each runs the draws of its own market.",
    footerHeading =
        "%nExamples:%n  sizes --small 1000000 --offers 10000000%n"
            + "  sizes --small 20000 --offers 1000000 --classes Q1,Q6%n")
public final class SizesCommand extends SearchComparison {
  @Option(
      names = "--small",
      paramLabel = "N",
      required = true,
      description = "Number of offers of the small market, 500 to 10000000.")
  private int small;

  @Override
  void check() throws Exception {
    super.check();
    requireMarket("--small", small);
  }

  @Override
  double neededHeap() {
    return ((double) offers() + small) * PeerKind.ENGINE.heapPerOffer();
  }

  @Override
  void measure(Harness harness, List<SearchClass> kinds) throws Exception {
    harness.time(List.of(side(small, kinds), side(offers(), kinds)), kinds, false);
  }

  private Side side(int offers, List<SearchClass> kinds) throws Exception {
    OfferGenerator generator = market(offers);
    MarketDraws draws = draws(table(generator), kinds);
    Peer engine = new EnginePeer(generator, schema());
    return side(String.format(Locale.ROOT, "%,d", offers), engine, draws);
  }
}
