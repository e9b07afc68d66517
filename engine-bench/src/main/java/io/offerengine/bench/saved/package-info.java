/** Saved searches drawn from a market, and the comparison of the ways to find them. */
@NullMarked
package io.offerengine.bench.saved;

import org.jspecify.annotations.NullMarked;
