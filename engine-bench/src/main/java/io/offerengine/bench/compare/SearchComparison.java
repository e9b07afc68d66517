package io.offerengine.bench.compare;

import io.offerengine.bench.peers.Peer;
import io.offerengine.bench.searches.MarketDraws;
import io.offerengine.bench.searches.MarketSchema;
import io.offerengine.bench.searches.SearchClass;
import io.offerengine.bench.searches.SearchClass.Group;
import io.offerengine.bench.versions.SearchSide;
import java.util.List;
import picocli.CommandLine.Option;

/** A comparison of searches, with the options that choose the state of the offers. */
abstract class SearchComparison extends ComparisonCommand {
  private static final int MOST_UPDATES = 1_000_000;

  @Option(
      names = "--schema",
      paramLabel = "SCHEMA",
      defaultValue = "market",
      description =
          "market, the marketplace's; or generic, the same fields without hints and with titles"
              + " (default: ${DEFAULT-VALUE}).")
  private MarketSchema schema = MarketSchema.MARKET;

  @Option(
      names = "--updates",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Updates of prices before the searches, one batch each, 0 to 1000000; every second 200"
              + " undo the 200 before (default: ${DEFAULT-VALUE}).")
  private int updates;

  @Override
  void check() throws Exception {
    require(updates >= 0 && updates <= MOST_UPDATES, "--updates", "0 to 1000000", updates);
  }

  @Override
  List<SearchClass> defaultClasses() {
    return SearchClass.of(Group.PLAIN);
  }

  @Override
  boolean fits(SearchClass kind) {
    return kind.group() != Group.SAVED && (kind.group() != Group.TEXTS || schema.hasTitles());
  }

  @Override
  String fitting() {
    return "classes of searches and updates, and those of TEXTS with --schema generic alone";
  }

  /** Returns the schema with which the engine holds the market. */
  final MarketSchema schema() {
    return schema;
  }

  /** Returns the number of updates before the searches. */
  final int updates() {
    return updates;
  }

  /** Returns a peer as a side, after the updates. */
  final Side side(String label, Peer peer, MarketDraws draws) throws Exception {
    SearchSide side = new SearchSide(peer, draws);
    side.update(updates);
    return new Side(label, side);
  }
}
