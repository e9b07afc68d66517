/** Segments: the sealed ones, and the tail that grows beside them. */
@NullMarked
package io.offerengine.internal.segment;

import org.jspecify.annotations.NullMarked;
