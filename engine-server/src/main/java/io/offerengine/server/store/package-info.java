/** The database that the service keeps its things in: SQLite or PostgreSQL, by the same SQL. */
@NullMarked
package io.offerengine.server.store;

import org.jspecify.annotations.NullMarked;
