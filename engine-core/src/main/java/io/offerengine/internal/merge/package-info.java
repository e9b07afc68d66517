/** Merges on an executor that is not trusted, and the locations of the rows that they move. */
@NullMarked
package io.offerengine.internal.merge;

import org.jspecify.annotations.NullMarked;
