/** What a search asks for: conditions, order, limit and cursor, normalised on construction. */
@NullMarked
package io.offerengine.query;

import org.jspecify.annotations.NullMarked;
