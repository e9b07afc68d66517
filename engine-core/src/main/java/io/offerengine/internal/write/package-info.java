/** How versions of the engine come to be: batches, bulk loads, sealing and merging. */
@NullMarked
package io.offerengine.internal.write;

import org.jspecify.annotations.NullMarked;
