/** Structures that turn a condition on a column into a set of rows. */
@NullMarked
package io.offerengine.internal.index;

import org.jspecify.annotations.NullMarked;
