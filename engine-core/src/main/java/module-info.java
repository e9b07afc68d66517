import org.jspecify.annotations.NullMarked;

/** The engine: holds offers in columns and answers queries over immutable snapshots of them. */
@NullMarked
module io.offerengine.core {
  requires jdk.jfr;
  requires it.unimi.dsi.fastutil.core;
  requires static transitive org.jspecify;
  requires roaringbitmap;

  exports io.offerengine;
  exports io.offerengine.marketplace;
  exports io.offerengine.query;
  exports io.offerengine.schema;
}
