/**
 * Writers of values, of rows and of search responses.
 *
 * <p>{@link io.offerengine.json.internal.write.RowRenderer} writes the responses of the public
 * codec. The tests have a writer that writes the same bytes in a simple way.
 */
@NullMarked
package io.offerengine.json.internal.write;

import org.jspecify.annotations.NullMarked;
