/**
 * Durable offers: stored in the database before they are visible, loaded into the engine at the
 * start.
 */
@NullMarked
package io.offerengine.server.offers;

import org.jspecify.annotations.NullMarked;
