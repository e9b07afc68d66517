/** Load on a running server: how many requests it answers, and how fast at a steady rate. */
@NullMarked
package io.offerengine.bench.load;

import org.jspecify.annotations.NullMarked;
