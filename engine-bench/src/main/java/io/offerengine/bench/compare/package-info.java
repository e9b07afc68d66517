/** The comparison of the engine with its peers: measurement, results, tables and charts. */
@NullMarked
package io.offerengine.bench.compare;

import org.jspecify.annotations.NullMarked;
