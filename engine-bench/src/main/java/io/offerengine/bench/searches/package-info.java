/**
 * The compared searches, drawn from the market and described independently of any engine; and saved
 * searches and changes of offers in the terms of the engine.
 */
@NullMarked
package io.offerengine.bench.searches;

import org.jspecify.annotations.NullMarked;
