/**
 * What an offer is: schemas with their fields, parameters and formulas, and the offers themselves.
 *
 * <p>{@link io.offerengine.schema.Schema} is the class to begin with. An {@link
 * io.offerengine.schema.Offer} holds the values of one offer, {@link
 * io.offerengine.schema.OfferChanges} holds changes to one, and an {@link
 * io.offerengine.schema.OfferBatch} collects changes that become visible together.
 *
 * <h2>How to choose tiers, cluster field, fold field and pairs</h2>
 *
 * <p>But for the fold field, results are the same whatever is chosen; memory and speed differ.
 * {@link io.offerengine.OfferEngine#stats} prints the memory of every structure.
 *
 * <ul>
 *   <li><b>{@link io.offerengine.schema.Tier#COLD}</b> is right for a field that searches hardly
 *       ever name. It costs no index, except the bitmaps of a boolean field and of a field of few
 *       values. A condition on it is checked against the column, for each row that the other
 *       conditions leave.
 *   <li><b>{@link io.offerengine.schema.Tier#WARM}</b>, the default, is right for a field that some
 *       searches filter by. It costs up to one bit a row for each frequent value; a numeric field
 *       of 3 to 64 values also gets a bitmap for each end of a range, so 64 values cost 8 bytes a
 *       row (decision 47). Conditions on such a field then intersect bitmaps.
 *   <li><b>{@link io.offerengine.schema.Tier#HOT}</b> is right for a field that most searches order
 *       by or restrict to a range. It costs 7 bytes a row more: 4 for the rows in sorted order and
 *       3 for the bitmaps of which each end of a range takes three (decision 102); and an eighth of
 *       a byte for each HOT field that rises or falls with it (decision 48). Searches then read
 *       rows in the order of the field and stop after a page, and counts of ranges need not read
 *       rows. A computed HOT field costs a column and an index for each of its usual arguments, if
 *       its formula declares its parameters.
 *   <li><b>{@link io.offerengine.schema.Schema.Builder#clusterBy The cluster field}</b> is the
 *       number by which most searches order. Segments store their rows in its order, which costs no
 *       memory; the sorted order of this field is free. A search by this field, or by a computed
 *       field whose formula declares that it rises or falls with it, reads rows that lie side by
 *       side.
 *   <li><b>{@link io.offerengine.schema.Schema.Builder#foldBy The fold field}</b> is the number,
 *       boolean, date or instant that similar offers share, such as the number of a bundle or a
 *       hotel. It costs its column. Unless the query turns folding off, a search returns the best
 *       offer of each value. It reads more rows: the more offers share a value, the more.
 *   <li><b>{@link io.offerengine.schema.Schema.Builder#indexTogether A pair}</b> is right if
 *       searches ask for one text and a range of numbers, and few rows match both although many
 *       rows match each. It costs 4 bytes a row and 4 for each pair of values (decision 44). Such a
 *       search then reads one list of rows instead of intersecting bitmaps.
 *   <li><b>{@link io.offerengine.schema.Schema.Builder#usualValues Usual values}</b> are values of
 *       a number parameter that many searches bring. When a segment is sealed, each value costs one
 *       evaluation per row and computed HOT field that reads the parameter. A search that brings
 *       the value and orders by such a field then stops early.
 *   <li><b>{@link io.offerengine.schema.Schema.Builder#pruneTogether Pruned pairs}</b> are two
 *       numbers of which one grows or falls with the other. They cost a quarter of a byte a row,
 *       and two passes over the rows when a segment is sealed. A search for ranges that no row has
 *       together then skips the segment. A segment finds pairs of HOT fields with many values
 *       itself.
 * </ul>
 *
 * <p>Each figure is a cost in a sealed segment of 4,096 rows or more. Offers that were not sealed
 * yet have no indexes: searches check them row by row.
 */
@NullMarked
package io.offerengine.schema;

import org.jspecify.annotations.NullMarked;
