/** The adapter between JSON bytes and the engine's queries, offers and matches. */
@NullMarked
package io.offerengine.json;

import org.jspecify.annotations.NullMarked;
