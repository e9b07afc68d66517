package io.offerengine.bench.peers;

import io.offerengine.bench.searches.Column;
import io.offerengine.bench.searches.MarketTable;
import io.offerengine.bench.searches.Ordering;
import io.offerengine.schema.Offer;

/** The kinds of peers. Each kind can load a market. */
public enum PeerKind {
  /** The engine, with every field. */
  ENGINE("engine", 1_100, (market, table) -> new EnginePeer(market, table.schema())),
  /** A filter over a list of objects. */
  NAIVE("naive filter", 500, (market, table) -> new NaivePeer(table)),
  /** Loops over arrays, and a heap. */
  LOOP("column loop", 50, (market, table) -> new ColumnLoopPeer(table)),
  /** Lucene, its index sorted by price. */
  LUCENE_BY_PRICE(
      "Lucene by price",
      1_000,
      (market, table) -> new LucenePeer(table, new Ordering(Column.DPH_TOTAL, false))),
  /** Lucene, its index sorted by score. */
  LUCENE_BY_SCORE(
      "Lucene by score",
      1_000,
      (market, table) -> new LucenePeer(table, new Ordering(Column.SCORE, true))),
  /** DuckDB in memory. */
  DUCKDB("DuckDB", 50, (market, table) -> DuckDbPeer.load(table)),
  /** SQLite in memory, with nine indexes made for these searches. */
  SQLITE("SQLite", 50, (market, table) -> SqlitePeer.load(table)),
  /** CQEngine, ordered by index. */
  CQENGINE("CQEngine", 2_500, (market, table) -> new CqEnginePeer(table));

  private final String label;
  private final double heapPerOffer;

  @SuppressWarnings("ImmutableEnumChecker") // a constructor without state
  private final Loader loader;

  PeerKind(String label, double heapPerOffer, Loader loader) {
    this.label = label;
    this.heapPerOffer = heapPerOffer;
    this.loader = loader;
  }

  private interface Loader {
    Peer load(Iterable<Offer> market, MarketTable table) throws Exception;
  }

  /** Returns the name that tables and plots show. */
  public String label() {
    return label;
  }

  /** Returns the bytes of heap that an offer takes while the peer loads, rounded up. */
  public double heapPerOffer() {
    return heapPerOffer;
  }

  /** Returns whether this is the engine of this project. */
  public boolean isEngine() {
    return this == ENGINE;
  }

  /** Returns whether a peer has to maintain an index in updates; the loops have none. */
  public static boolean keepsIndex(String label) {
    return !label.equals(NAIVE.label) && !label.equals(LOOP.label);
  }

  /**
   * Returns the peer with a market in it.
   *
   * @param market the offers, with all fields
   * @param table the same offers, with the columns that peers hold
   */
  public Peer load(Iterable<Offer> market, MarketTable table) throws Exception {
    return loader.load(market, table);
  }
}
