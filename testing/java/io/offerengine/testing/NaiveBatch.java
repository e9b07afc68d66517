package io.offerengine.testing;

import io.offerengine.query.ConflictException;
import io.offerengine.query.UnknownOfferException;
import io.offerengine.schema.ChangedOffer;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.OfferBatch.Precondition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What a batch does to offers, worked out by operation. Tests compare engines with it. */
public final class NaiveBatch {
  private NaiveBatch() {}

  /**
   * Works a batch out.
   *
   * @param stored returns the stored offer of an identifier; null for none
   * @param normal returns an offer as it is read back
   * @return each changed offer before and after, in the order in which the batch names them first
   * @throws UnknownOfferException as an engine does
   * @throws ConflictException as an engine does
   */
  public static List<ChangedOffer> resolve(
      OfferBatch batch, LongFunction<@Nullable Offer> stored, UnaryOperator<Offer> normal) {
    Map<Long, @Nullable Offer> after = new LinkedHashMap<>();
    for (OfferBatch.Operation operation : batch.operations()) {
      long id = operation.id();
      Offer now = after.containsKey(id) ? after.get(id) : stored.apply(id);
      Offer next = next(operation, now, batch.ignoresUnknown());
      after.put(id, next == null ? null : normal.apply(next));
    }
    List<ChangedOffer> changes = new ArrayList<>();
    after.forEach((id, offer) -> {
      Offer before = stored.apply(id);
      if (before != null || offer != null) {
        changes.add(new ChangedOffer(before, offer));
      }
    });
    return changes;
  }

  private static @Nullable Offer next(
      OfferBatch.Operation operation, @Nullable Offer now, boolean ignoresUnknown) {
    if (operation instanceof OfferBatch.Upsert upsert) {
      return upsert.offer();
    }
    if (operation instanceof OfferBatch.Insert insert) {
      if (now != null) {
        throw ConflictException.exists(insert.id());
      }
      return insert.offer();
    }
    if (now == null && ignoresUnknown) {
      return null;
    }
    boolean isUpdate = operation instanceof OfferBatch.Update;
    if (now == null) {
      throw new UnknownOfferException(operation.id(), isUpdate ? "updated" : "deleted");
    }
    return isUpdate ? updated((OfferBatch.Update) operation, now) : null;
  }

  private static Offer updated(OfferBatch.Update update, Offer now) {
    Precondition precondition = update.precondition();
    if (precondition != null) {
      precondition.check(now);
    }
    return now.with(update.changes());
  }
}
