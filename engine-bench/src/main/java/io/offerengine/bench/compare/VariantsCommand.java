package io.offerengine.bench.compare;

import io.offerengine.bench.market.OfferGenerator;
import io.offerengine.bench.peers.EnginePeer;
import io.offerengine.bench.peers.PeerKind;
import io.offerengine.bench.searches.MarketDraws;
import io.offerengine.bench.searches.MarketTable;
import io.offerengine.bench.searches.SearchClass;
import io.offerengine.bench.versions.SearchSide;
import java.util.List;
import picocli.CommandLine.Command;

/** The command that compares searches and their variants. */
@Command(
    name = "variants",
    description =
        "Compares the searches of a class and their variants in one engine: another storage, bids,"
            + " bundles folded, facets, all matches. The variant is the second side.",
    footerHeading =
        "%nExamples:%n  variants --offers 1000000%n"
            + "  variants --classes Q1_FOLDED,Q9_FOLDED --seconds 2%n")
public final class VariantsCommand extends SearchComparison {
  @Override
  List<SearchClass> defaultClasses() {
    return SearchClass.of(SearchClass.Group.VARIANTS);
  }

  @Override
  boolean fits(SearchClass kind) {
    return kind.base() != kind && super.fits(kind);
  }

  @Override
  String fitting() {
    return "variants of classes, and those of TEXTS with --schema generic alone";
  }

  @Override
  double neededHeap() {
    return offers() * PeerKind.ENGINE.heapPerOffer();
  }

  @Override
  void measure(Harness harness, List<SearchClass> kinds) throws Exception {
    OfferGenerator offers = market(offers());
    MarketDraws draws = new MarketDraws(MarketTable.of(offers, schema()), seed(), kinds);
    try (EnginePeer engine = new EnginePeer(offers, schema())) {
      Side plain = new Side("plain", new SearchSide(engine, draws, SearchClass::base));
      harness.time(List.of(plain, side("variant", engine, draws)), kinds, false);
    }
  }
}
