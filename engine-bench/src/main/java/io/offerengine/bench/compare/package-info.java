/**
 * The harness: two sides run in turns, in several processes, and their ratios are printed with what
 * the machine adds to them. Results are kept as JSON and drawn as charts.
 */
@NullMarked
package io.offerengine.bench.compare;

import org.jspecify.annotations.NullMarked;
