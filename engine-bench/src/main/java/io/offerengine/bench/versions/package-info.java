/** Two versions of the engine in one process, which search in turns. */
@NullMarked
package io.offerengine.bench.versions;

import org.jspecify.annotations.NullMarked;
