package io.offerengine.bench.compare;

/**
 * The time and the memory of the load of a side.
 *
 * @param label the side
 * @param seconds the duration, without computing the offers
 * @param bytesPerOffer the memory that the side reports, per offer; negative if it reports none
 * @param laidOutPerOffer the size of its objects in a market of {@link
 *     CompareCommand#LAID_OUT_OFFERS} offers, per offer; negative if its data is not, or not only,
 *     in objects
 */
record Load(String label, double seconds, double bytesPerOffer, double laidOutPerOffer) {}
