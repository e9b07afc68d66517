/** Results as JSON files, charts as PNG files, and the surroundings of a measurement. */
@NullMarked
package io.offerengine.bench.report;

import org.jspecify.annotations.NullMarked;
