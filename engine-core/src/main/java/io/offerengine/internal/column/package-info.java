/** Columns: the values of one field for all rows of a segment, in primitive arrays. */
@NullMarked
package io.offerengine.internal.column;

import org.jspecify.annotations.NullMarked;
