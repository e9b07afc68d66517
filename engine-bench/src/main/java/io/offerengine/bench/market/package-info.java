/**
 * A generated market: its hosts, machines and offers, and their changes.
 *
 * <p>Benchmarks need millions of offers that resemble the real market, whose offers may not be
 * published. Machines of consumers and of data centres differ in price, network, reliability and
 * terms, and hosts carry the values that their machines share: these two rules give the recorded
 * correlations. 28 to 30 % of the offers are rentable at once. This share is a judgement, since the
 * recorded responses are filtered and do not show it.
 */
@NullMarked
package io.offerengine.bench.market;

import org.jspecify.annotations.NullMarked;
