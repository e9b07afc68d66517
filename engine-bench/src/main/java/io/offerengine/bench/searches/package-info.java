/** The searches that are compared: drawn from the market itself, and described for no engine. */
@NullMarked
package io.offerengine.bench.searches;

import org.jspecify.annotations.NullMarked;
