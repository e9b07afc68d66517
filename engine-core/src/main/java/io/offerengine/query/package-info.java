/**
 * What a search asks for: conditions, an order, a limit and a cursor.
 *
 * <p>A {@link io.offerengine.query.QueryBuilder} checks and normalises a {@link
 * io.offerengine.query.Query}: all conditions on one field become one {@link
 * io.offerengine.query.ValueSet}. Errors are {@link io.offerengine.query.EngineException}s with an
 * {@link io.offerengine.query.ErrorCode}.
 */
@NullMarked
package io.offerengine.query;

import org.jspecify.annotations.NullMarked;
