/** The values of one field over the rows of a segment, in primitive arrays. */
@NullMarked
package io.offerengine.internal.column;

import org.jspecify.annotations.NullMarked;
