package io.offerengine.bench.market;

/**
 * One machine of the market, whole: every offer of it follows from this and a slice.
 *
 * <p><b>Threads.</b> Immutable.
 *
 * @param index its place in the market
 * @param id machine_id
 * @param hostId host_id
 * @param firstPlace the place of its first offer in the order of machines
 * @param host its owner
 * @param shape GPU model and slices
 * @param hardware what it is made of
 * @param network its connection
 * @param reputation how it is judged
 * @param terms what it costs
 */
record Machine(
    int index,
    long id,
    long hostId,
    int firstPlace,
    Host host,
    MachineShape shape,
    Hardware hardware,
    Network network,
    Reputation reputation,
    Terms terms) {}
