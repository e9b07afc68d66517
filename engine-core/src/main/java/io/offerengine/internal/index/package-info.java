/** Indexes of sealed columns, and the clauses that find rows by them. */
@NullMarked
package io.offerengine.internal.index;

import org.jspecify.annotations.NullMarked;
