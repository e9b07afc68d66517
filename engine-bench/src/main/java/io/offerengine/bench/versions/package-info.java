/** Two versions of the engine, or of its searches, which run in turns in one process. */
@NullMarked
package io.offerengine.bench.versions;

import org.jspecify.annotations.NullMarked;
