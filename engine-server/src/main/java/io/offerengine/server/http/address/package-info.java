/** Ranges of addresses, and the client that a proxy names in a header. */
@NullMarked
package io.offerengine.server.http.address;

import org.jspecify.annotations.NullMarked;
