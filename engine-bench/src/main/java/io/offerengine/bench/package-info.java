/** Benchmarks of the engine and the market that they run on. */
@NullMarked
package io.offerengine.bench;

import org.jspecify.annotations.NullMarked;
