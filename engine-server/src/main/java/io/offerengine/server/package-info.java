/**
 * The reference service: {@link io.offerengine.server.Main}, the commands {@code serve} and {@code
 * check} with their options, and what puts engine, database, keys and routes together.
 */
@NullMarked
package io.offerengine.server;

import org.jspecify.annotations.NullMarked;
