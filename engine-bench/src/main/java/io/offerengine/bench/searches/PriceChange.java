package io.offerengine.bench.searches;

/**
 * One update: an offer's list price and whether it is rented.
 *
 * @param row its row in the table from which the update was drawn
 * @param id its identifier
 * @param price the new list price, $/hour
 * @param rented the new flag
 */
public record PriceChange(int row, long id, double price, boolean rented) {}
