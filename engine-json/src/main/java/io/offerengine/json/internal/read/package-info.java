/**
 * Readers of offers, of changes to offers, and of search requests.
 *
 * <p>{@link io.offerengine.json.internal.read.FastLineReader} reads simple lines, and {@link
 * io.offerengine.json.internal.read.TokenRecordReader} all others. {@link
 * io.offerengine.json.internal.read.RequestReader} turns the parsed text of a request into a query.
 */
@NullMarked
package io.offerengine.json.internal.read;

import org.jspecify.annotations.NullMarked;
