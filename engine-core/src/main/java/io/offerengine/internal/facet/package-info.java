/** Counts the values of the rows that match a query: masks of rows, and tallies over them. */
@NullMarked
package io.offerengine.internal.facet;

import org.jspecify.annotations.NullMarked;
