/**
 * Readers of offers, of changes to offers, and of search requests.
 *
 * <p>{@link io.offerengine.json.internal.read.FastLineReader} returns the records of a text. {@link
 * io.offerengine.json.internal.read.RequestReader} turns the parsed text of a request into a query.
 */
@NullMarked
package io.offerengine.json.internal.read;

import org.jspecify.annotations.NullMarked;
