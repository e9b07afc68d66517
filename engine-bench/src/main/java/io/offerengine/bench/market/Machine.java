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
 * @param performance deep learning score of one GPU alone
 * @param scaling the factor by which doubling the GPUs reduces the score of each
 * @param terms its prices
 */
record Machine(
    int index,
    int firstPosition,
    MachineShape shape,
    Offer values,
    double performance,
    double scaling,
    Terms terms) {
  /** Returns the machine with other values. */
  Machine with(Offer changed) {
    return new Machine(index, firstPosition, shape, changed, performance, scaling, terms);
  }

  /** Returns the machine with other prices. */
  Machine with(Terms changed) {
    return new Machine(index, firstPosition, shape, values, performance, scaling, changed);
  }
}
