/** Results as files: JSON that is read back, charts as SVG, and where the results come from. */
@NullMarked
package io.offerengine.bench.report;

import org.jspecify.annotations.NullMarked;
