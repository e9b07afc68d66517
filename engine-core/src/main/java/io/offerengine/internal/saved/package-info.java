/** How saved searches are stored, and how those are found that an offer satisfies. */
@NullMarked
package io.offerengine.internal.saved;

import org.jspecify.annotations.NullMarked;
