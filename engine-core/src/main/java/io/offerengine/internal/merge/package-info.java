/** Merges on an executor that is not trusted. */
@NullMarked
package io.offerengine.internal.merge;

import org.jspecify.annotations.NullMarked;
