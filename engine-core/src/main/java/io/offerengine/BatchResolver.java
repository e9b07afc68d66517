package io.offerengine;

import io.offerengine.internal.write.ResolvedBatch;
import io.offerengine.schema.ChangedOffer;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Schema;
import java.util.List;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Works batches out against offers that are stored outside an engine, such as in a database. The
 * result is what a {@link Journal} of an engine with the same offers would receive.
 *
 * <p>If every engine that has the stored offers stores and removes the changed offers, all of them
 * have the same offers again, and none of them can refuse the batch.
 */
public final class BatchResolver {
  private BatchResolver() {}

  /**
   * Works a batch out. Nothing is stored.
   *
   * <p><b>Cost.</b> A few microseconds per operation, and the calls of {@code stored}.
   *
   * @param stored returns the stored offer of an identifier, null for none; called at most once for
   *     each identifier
   * @return each offer that the batch changes before and after the batch, without values that can
   *     be derived, in the order in which the batch names them first; empty if it changes none
   * @throws io.offerengine.query.UnknownOfferException if the batch updates or deletes an offer
   *     that is not stored
   * @throws io.offerengine.query.ConflictException if the batch inserts an offer that is stored, or
   *     the condition of an update does not hold
   * @throws IllegalArgumentException if an offer or a change belongs to another schema
   * @throws IllegalStateException if a derivation of the schema returns a value that does not fit
   *     its field
   */
  public static List<ChangedOffer> resolve(
      Schema schema, OfferBatch batch, LongFunction<@Nullable Offer> stored) {
    return new ResolvedBatch(schema, stored, batch).changes();
  }
}
