package io.offerengine.bench.market;

/**
 * One machine of the market. A machine and one of its slices determine an offer.
 *
 * <p><b>Threads.</b> Immutable.
 *
 * @param index its position in the market
 * @param id machine_id
 * @param hostId host_id
 * @param firstPosition the position of its first offer in the order of machines
 * @param host its owner
 * @param shape GPU model and slices
 * @param hardware its hardware beside the GPU model
 * @param network its connection
 * @param reputation its reliability and verification
 * @param terms its prices and dates
 */
record Machine(
    int index,
    long id,
    long hostId,
    int firstPosition,
    Host host,
    MachineShape shape,
    Hardware hardware,
    Network network,
    Reputation reputation,
    Terms terms) {
  /** Returns the machine with another connection, reputation and terms. */
  Machine with(Network newNetwork, Reputation newReputation, Terms newTerms) {
    return new Machine(
        index,
        id,
        hostId,
        firstPosition,
        host,
        shape,
        hardware,
        newNetwork,
        newReputation,
        newTerms);
  }
}
