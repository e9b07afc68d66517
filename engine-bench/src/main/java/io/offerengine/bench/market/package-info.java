/** A generated market: its hosts, machines and offers, and their changes. */
@NullMarked
package io.offerengine.bench.market;

import org.jspecify.annotations.NullMarked;
