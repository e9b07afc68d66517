package io.offerengine.bench.peers;

import io.offerengine.bench.searches.MarketTable;
import io.offerengine.schema.Offer;

/** The kinds of peers. Each kind can load a market. */
public enum PeerKind {
  /** The engine, with every field of the schema. */
  ENGINE("engine") {
    @Override
    public Peer load(Iterable<Offer> market, MarketTable table) {
      return new EnginePeer(market);
    }
  },
  /** A filter over a list of objects. */
  NAIVE("naive filter") {
    @Override
    public Peer load(Iterable<Offer> market, MarketTable table) {
      return new NaivePeer(table);
    }
  },
  /** Loops over arrays, and a heap. */
  LOOP("column loop") {
    @Override
    public Peer load(Iterable<Offer> market, MarketTable table) {
      return new ColumnLoopPeer(table);
    }
  },
  /** Lucene in the order of arrival. */
  LUCENE("Lucene") {
    @Override
    public Peer load(Iterable<Offer> market, MarketTable table) throws Exception {
      return new LucenePeer(table, LucenePeer.IndexOrder.ARRIVAL);
    }
  },
  /** Lucene, its index sorted by price. */
  LUCENE_BY_PRICE("Lucene by price") {
    @Override
    public Peer load(Iterable<Offer> market, MarketTable table) throws Exception {
      return new LucenePeer(table, LucenePeer.IndexOrder.PRICE);
    }
  },
  /** Lucene, its index sorted by score. */
  LUCENE_BY_SCORE("Lucene by score") {
    @Override
    public Peer load(Iterable<Offer> market, MarketTable table) throws Exception {
      return new LucenePeer(table, LucenePeer.IndexOrder.SCORE);
    }
  },
  /** DuckDB in memory. */
  DUCKDB("DuckDB") {
    @Override
    public Peer load(Iterable<Offer> market, MarketTable table) throws Exception {
      return DuckDbPeer.load(table);
    }
  },
  /** SQLite in memory, with nine indexes made for these searches. */
  SQLITE("SQLite") {
    @Override
    public Peer load(Iterable<Offer> market, MarketTable table) throws Exception {
      return SqlitePeer.load(table);
    }
  },
  /** CQEngine, ordered by index. */
  CQENGINE("CQEngine") {
    @Override
    public Peer load(Iterable<Offer> market, MarketTable table) {
      return new CqEnginePeer(table);
    }
  };

  private final String label;

  PeerKind(String label) {
    this.label = label;
  }

  /** Returns the name that tables and plots show. */
  public String label() {
    return label;
  }

  /** Returns whether this is the engine of this project. */
  public boolean isEngine() {
    return this == ENGINE;
  }

  /** Returns whether updates have to maintain an index; two kinds have no index. */
  public boolean keepsIndex() {
    return this != NAIVE && this != LOOP;
  }

  /**
   * Returns the peer with a market in it.
   *
   * @param market the offers, with all fields
   * @param table the same offers, with the columns that peers hold
   */
  public abstract Peer load(Iterable<Offer> market, MarketTable table) throws Exception;
}
