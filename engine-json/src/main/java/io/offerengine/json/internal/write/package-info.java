/** Writers of values, of rows and of search responses. */
@NullMarked
package io.offerengine.json.internal.write;

import org.jspecify.annotations.NullMarked;
