/** TLS from PEM files, which are read again when they change. */
@NullMarked
package io.offerengine.server.http.tls;

import org.jspecify.annotations.NullMarked;
