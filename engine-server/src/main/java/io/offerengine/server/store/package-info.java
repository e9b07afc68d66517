/** The database of the service: SQLite or PostgreSQL, with the same SQL. */
@NullMarked
package io.offerengine.server.store;

import org.jspecify.annotations.NullMarked;
