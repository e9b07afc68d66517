/**
 * The reference service: {@link io.offerengine.server.Main} and the {@code serve} command, which
 * puts engine, database, keys and routes together.
 */
@NullMarked
package io.offerengine.server;

import org.jspecify.annotations.NullMarked;
