/** The benchmarks that JMH runs. */
@NullMarked
package io.offerengine.bench.jmh;

import org.jspecify.annotations.NullMarked;
