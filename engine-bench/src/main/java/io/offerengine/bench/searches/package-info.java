/** The compared searches: drawn from the market, and described independently of any engine. */
@NullMarked
package io.offerengine.bench.searches;

import org.jspecify.annotations.NullMarked;
