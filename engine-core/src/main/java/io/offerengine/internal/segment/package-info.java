/** Sealed runs of rows, the tail that grows beside them, and their merging. */
@NullMarked
package io.offerengine.internal.segment;

import org.jspecify.annotations.NullMarked;
