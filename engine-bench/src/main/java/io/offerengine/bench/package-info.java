/**
 * Benchmarks of the engine: a generator of a realistic market, JMH benchmarks, a comparison with
 * other engines and with other versions, and a load test over HTTP. {@link
 * io.offerengine.bench.Main} runs them; the module is never published.
 */
@NullMarked
package io.offerengine.bench;

import org.jspecify.annotations.NullMarked;
