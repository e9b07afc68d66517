/** Load on a running server: its maximal rate, and its latencies at a steady rate. */
@NullMarked
package io.offerengine.bench.load;

import org.jspecify.annotations.NullMarked;
