/** A made-up market: its hosts, machines and offers, and the changes that happen in it. */
@NullMarked
package io.offerengine.bench.market;

import org.jspecify.annotations.NullMarked;
