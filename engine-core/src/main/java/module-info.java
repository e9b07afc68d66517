import org.jspecify.annotations.NullMarked;

/**
 * The engine: an in-memory store of offers that answers searches over immutable snapshots.
 *
 * <p>A program describes its offers by a schema, stores offers in batches, and searches a snapshot:
 *
 * <pre>{@code
 * Schema.Builder rooms = Schema.builder("hotel rooms", "room");
 * TextField city = rooms.text("city").add();
 * NumberField price = rooms.number("price").unit("EUR").hot().add();
 * Schema schema = rooms.clusterBy(price).defaultOrder(price, Direction.ASC).build();
 *
 * OfferEngine engine = OfferEngine.builder(schema).build();
 * Offer.Builder room = Offer.builder().set(rooms.idField(), 7L);
 * room.set(city, "Lisbon").set(price, 80.0);
 * engine.apply(OfferBatch.builder().upsert(room.build()).build());
 *
 * Query query = Query.builder(schema).where(city, Operator.EQ, "Lisbon").limit(10).build();
 * Matches matches = engine.snapshot().search(query);
 * for (Match match : matches) {
 *   System.out.println("Room " + match.id() + " costs " + match.number(price));
 * }
 * }</pre>
 *
 * <p>The packages, in the order in which a program meets them:
 *
 * <ul>
 *   <li>{@link io.offerengine.schema} describes offers: {@link io.offerengine.schema.Schema},
 *       {@link io.offerengine.schema.Field}, {@link io.offerengine.schema.Formula}, and the offers
 *       themselves ({@link io.offerengine.schema.Offer}, {@link io.offerengine.schema.OfferBatch}).
 *   <li>{@link io.offerengine.record} makes schemas and offers from Java records ({@link
 *       io.offerengine.record.RecordMapper}).
 *   <li>{@link io.offerengine.marketplace} has the schema of the compute marketplace ({@link
 *       io.offerengine.marketplace.MarketplaceSchema}).
 *   <li>{@link io.offerengine.query} describes searches: {@link io.offerengine.query.Query}, {@link
 *       io.offerengine.schema.Operator}, {@link io.offerengine.query.Cursor}, and the errors of all
 *       modules ({@link io.offerengine.query.ErrorCode}).
 *   <li>{@link io.offerengine.facet} describes what to count among matching offers, and the counts.
 *   <li>{@link io.offerengine.saved} asks the other way: which of many saved searches does an offer
 *       satisfy ({@link io.offerengine.saved.SavedSearches})?
 *   <li>{@link io.offerengine} stores and searches: {@link io.offerengine.OfferEngine}, {@link
 *       io.offerengine.Snapshot}, {@link io.offerengine.Matches}, {@link
 *       io.offerengine.Explanation}, {@link io.offerengine.EngineStats}.
 * </ul>
 *
 * <p><b>Threads.</b> Any thread may search and write; the engine owns no threads. <b>Memory.</b>
 * All offers are in memory; a {@link io.offerengine.Journal} writes changes elsewhere.
 */
@NullMarked
module io.offerengine.core {
  requires jdk.jfr;
  requires it.unimi.dsi.fastutil.core;
  requires static transitive org.jspecify;
  requires roaringbitmap;

  exports io.offerengine;
  exports io.offerengine.facet;
  exports io.offerengine.marketplace;
  exports io.offerengine.query;
  exports io.offerengine.record;
  exports io.offerengine.saved;
  exports io.offerengine.schema;
}
