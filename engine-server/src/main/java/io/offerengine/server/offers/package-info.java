/** Offers that outlive the process: kept in the database, loaded into the engine at start. */
@NullMarked
package io.offerengine.server.offers;

import org.jspecify.annotations.NullMarked;
