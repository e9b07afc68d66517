/** Readers of offers, of changes to offers, and of search requests. */
@NullMarked
package io.offerengine.json.internal.read;

import org.jspecify.annotations.NullMarked;
