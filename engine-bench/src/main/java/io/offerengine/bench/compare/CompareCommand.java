package io.offerengine.bench.compare;

import io.offerengine.bench.market.OfferGenerator;
import io.offerengine.bench.peers.EnginePeer;
import io.offerengine.bench.peers.Peer;
import io.offerengine.bench.peers.PeerKind;
import io.offerengine.bench.searches.MarketDraws;
import io.offerengine.bench.searches.MarketTable;
import io.offerengine.bench.searches.SearchClass;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.openjdk.jol.info.GraphLayout;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command that compares the engine with its peers. */
@Command(
    name = "compare",
    description = {
      "Compares the engine with Lucene, DuckDB, SQLite, CQEngine, a column loop and a naive filter,"
          + " one after the other, over the same offers and in one thread. The engine is the first"
          + " side. The best peer of a class is the one with the least ratio.",
      "If a peer finds other offers than the engine, the command ends with an error. With --peers"
          + " ENGINE, the engine is compared with itself: the ratios show what the machine adds."
    },
    footerHeading =
        "%nExamples:%n  compare --offers 20000 --out results-20000.json%n"
            + "  compare --offers 1000000 --classes Q1,Q2,U1 --peers SQLITE,LOOP%n")
public final class CompareCommand extends SearchComparison {
  /** The number of offers whose objects are measured. */
  static final int LAID_OUT_OFFERS = 20_000;

  @Option(
      names = "--peers",
      paramLabel = "PEER",
      split = ",",
      description = "Which peers (default: all): ${COMPLETION-CANDIDATES}.")
  private Set<PeerKind> peers = EnumSet.complementOf(EnumSet.of(PeerKind.ENGINE));

  @Override
  List<SearchClass> defaultClasses() {
    List<SearchClass> kinds = new ArrayList<>(SearchClass.of(SearchClass.Group.PLAIN));
    kinds.addAll(SearchClass.of(SearchClass.Group.UPDATES));
    return kinds;
  }

  @Override
  double neededHeap() {
    double largest = peers.stream().mapToDouble(PeerKind::heapPerOffer).max().orElse(0);
    return offers() * (MarketTable.HEAP_PER_OFFER + PeerKind.ENGINE.heapPerOffer() + largest);
  }

  @Override
  void measure(Harness harness, List<SearchClass> kinds) throws Exception {
    OfferGenerator offers = market(offers());
    harness.tell("making offers and draws");
    MarketTable table = MarketTable.of(offers, schema());
    MarketDraws draws = new MarketDraws(table, seed(), kinds);
    List<PeerKind> order = new ArrayList<>(peers);
    Collections.rotate(order, -harness.process());
    boolean isFirst = harness.process() == 0;
    for (PeerKind kind : order) {
      System.gc();
      harness.tell("loading " + kind.label());
      try (Peer peer = load(kind, offers, table, harness, isFirst);
          Peer engine = new EnginePeer(offers, schema())) {
        String label = kind.isEngine() ? "engine again" : kind.label();
        List<Side> sides = List.of(side("engine", engine, draws), side(label, peer, draws));
        harness.time(sides, kinds, true);
      }
    }
    if (isFirst) {
      long start = System.nanoTime();
      offers.forEach(offer -> {});
      long middle = System.nanoTime();
      try (Peer engine = new EnginePeer(offers, schema())) {
        // Without the time of making the offers.
        long nanos = System.nanoTime() - middle - (middle - start);
        harness.add(loaded(PeerKind.ENGINE, engine, nanos));
      }
    }
  }

  private Peer load(
      PeerKind kind, OfferGenerator offers, MarketTable table, Harness harness, boolean isFirst)
      throws Exception {
    long start = System.nanoTime();
    Peer peer;
    try {
      peer = kind.load(offers, table);
    } catch (Exception | LinkageError e) {
      throw new ComparisonException(kind.label() + " could not load the offers: " + e, e);
    }
    if (isFirst && !kind.isEngine()) {
      harness.add(loaded(kind, peer, System.nanoTime() - start));
    }
    return peer;
  }

  private Harness.Load loaded(PeerKind kind, Peer peer, long nanos) throws Exception {
    double bytes = peer.bytes() < 0 ? -1 : (double) peer.bytes() / offers();
    double laidOut = peer.held() == null ? -1 : laidOut(kind);
    return new Harness.Load(kind.label(), nanos / 1e9, bytes, laidOut);
  }

  /** Returns the size of a peer's objects in a small market: visiting all objects takes time. */
  private double laidOut(PeerKind kind) throws Exception {
    int size = Math.min(LAID_OUT_OFFERS, offers());
    OfferGenerator sample = market(size);
    // Object layouts of records and lambdas can't be had otherwise from JDK 16 on.
    System.setProperty("jol.magicFieldOffset", "true");
    // Otherwise JOL prints on standard output that it can't attach to its own JVM.
    System.setProperty("jol.skipDynamicAttach", "true");
    try (Peer peer = kind.load(sample, MarketTable.of(sample, schema()))) {
      GraphLayout shared = GraphLayout.parseInstance(schema().schema());
      return (double) GraphLayout.parseInstance(peer.held()).subtract(shared).totalSize() / size;
    }
  }

  @Override
  void print(PrintWriter out, Results results) {
    super.print(out, results);
    Map<String, Results> these =
        Map.of(String.format(Locale.ROOT, "%,d offers", offers()), results);
    out.println(ResultsTable.ofBest(these));
    out.println(ResultsTable.ofLoads(these, "offer"));
  }
}
