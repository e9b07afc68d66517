package io.offerengine.bench.searches;

import io.offerengine.bench.market.ChangeStream;
import io.offerengine.bench.market.OfferGenerator;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.ChangedOffer;
import io.offerengine.schema.Offer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Changes of offers, which newly satisfy saved searches. */
public final class SavedChanges {
  /** The number of changes of a class. */
  public static final int COUNT = 200;

  private static final List<SearchClass> KINDS =
      List.of(
          SearchClass.SAVED_OFFER,
          SearchClass.SAVED_PRICE,
          SearchClass.SAVED_RENTABLE,
          SearchClass.SAVED_WORSE,
          SearchClass.SAVED_STREAM);

  private SavedChanges() {}

  /** Draws changes of every class from a market and its stream of changes. */
  public static Map<SearchClass, List<ChangedOffer>> draw(OfferGenerator market, long seed) {
    Map<SearchClass, List<ChangedOffer>> changes = new EnumMap<>(SearchClass.class);
    KINDS.forEach(kind -> changes.put(kind, new ArrayList<>()));
    for (Offer offer : market) {
      add(changes, SearchClass.SAVED_OFFER, new ChangedOffer(null, offer));
    }
    ChangeStream stream = new ChangeStream(seed, market.size());
    while (changes.values().stream().anyMatch(each -> each.size() < COUNT)) {
      ChangedOffer next = stream.next();
      for (SearchClass kind : KINDS) {
        if (includes(kind, next.before(), next.after())) {
          add(changes, kind, next);
        }
      }
    }
    return changes;
  }

  private static void add(
      Map<SearchClass, List<ChangedOffer>> changes, SearchClass kind, ChangedOffer change) {
    List<ChangedOffer> ofKind = Objects.requireNonNull(changes.get(kind));
    if (ofKind.size() < COUNT) {
      ofKind.add(change);
    }
  }

  private static boolean includes(SearchClass kind, @Nullable Offer before, @Nullable Offer after) {
    if (after == null) {
      return false;
    }
    if (before == null || kind == SearchClass.SAVED_OFFER) {
      return kind == SearchClass.SAVED_STREAM;
    }
    boolean wasRentable = before.flag(MarketplaceSchema.RENTABLE);
    boolean isRentable = after.flag(MarketplaceSchema.RENTABLE);
    double rise =
        after.number(MarketplaceSchema.DPH_BASE) - before.number(MarketplaceSchema.DPH_BASE);
    return switch (kind) {
      case SAVED_PRICE -> rise != 0;
      case SAVED_RENTABLE -> isRentable && !wasRentable;
      case SAVED_WORSE -> rise > 0 || (wasRentable && !isRentable);
      default -> true;
    };
  }
}
