package io.offerengine.bench.market;

import io.offerengine.schema.Offer;

/**
 * One machine of the market. A machine and one of its slices determine an offer.
 *
 * <p><b>Threads.</b> Immutable.
 *
 * @param index its position in the market
 * @param firstPosition the position of its first offer in the order of machines
 * @param shape GPU model and slices
 * @param values what its offers have in common, and for the whole machine what is in proportion to
 *     the GPUs of an offer; without an identifier
 * @param hardware what the score of its slices follows from
 * @param terms its prices
 */
record Machine(
    int index,
    int firstPosition,
    MachineShape shape,
    Offer values,
    Hardware hardware,
    Terms terms) {
  /** Returns the machine with other values. */
  Machine with(Offer changed) {
    return new Machine(index, firstPosition, shape, changed, hardware, terms);
  }

  /** Returns the machine with other prices. */
  Machine with(Terms changed) {
    return new Machine(index, firstPosition, shape, values, hardware, changed);
  }
}
