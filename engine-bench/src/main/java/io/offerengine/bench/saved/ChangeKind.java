package io.offerengine.bench.saved;

import io.offerengine.bench.market.ChangeStream;
import io.offerengine.bench.market.MarketChange;
import io.offerengine.bench.market.OfferGenerator;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Offer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The kinds of changes that are timed. */
enum ChangeKind {
  /** An offer of the market, as if it were new. */
  ANY_OFFER("any offer"),
  /** The price of an offer falls or rises. */
  PRICE("price"),
  /** A rental ends: an offer becomes rentable. */
  RENTABLE("rentable"),
  /** A price rises, or an offer is rented: no search that asks for the opposite matches. */
  WORSE("worse"),
  /** The changes of the stream in their order, deletions left out. */
  STREAM("stream");

  private final String label;

  ChangeKind(String label) {
    this.label = label;
  }

  /** Returns the name in tables. */
  String label() {
    return label;
  }

  private boolean includes(@Nullable Offer before, Offer after) {
    if (before == null || this == ANY_OFFER) {
      return this == STREAM;
    }
    boolean wasRentable = before.flag(MarketplaceSchema.RENTABLE);
    boolean isRentable = after.flag(MarketplaceSchema.RENTABLE);
    double rise =
        after.number(MarketplaceSchema.DPH_BASE) - before.number(MarketplaceSchema.DPH_BASE);
    return switch (this) {
      case PRICE -> rise != 0;
      case RENTABLE -> isRentable && !wasRentable;
      case WORSE -> rise > 0 || (wasRentable && !isRentable);
      case STREAM, ANY_OFFER -> true;
    };
  }

  /**
   * Draws changes of every kind from a market and its stream of changes.
   *
   * @param count how many of each kind
   */
  static Map<ChangeKind, List<OfferChange>> draw(OfferGenerator market, long seed, int count) {
    Map<ChangeKind, List<OfferChange>> changes = new EnumMap<>(ChangeKind.class);
    for (ChangeKind kind : values()) {
      changes.put(kind, new ArrayList<>());
    }
    Map<Long, Offer> offers = new HashMap<>();
    for (Offer offer : market) {
      offers.put(offer.id(), offer);
      add(changes, ANY_OFFER, new OfferChange(null, offer), count);
    }
    ChangeStream stream = new ChangeStream(seed, market.size(), OfferGenerator.DEFAULT_NOW);
    while (changes.values().stream()
        .anyMatch(each -> each.size() < Math.min(count, market.size()))) {
      MarketChange next = stream.next();
      Offer before = offers.get(next.id());
      if (next instanceof MarketChange.Disappearance) {
        offers.remove(next.id());
        continue;
      }
      Offer after = after(next, before);
      offers.put(after.id(), after);
      for (ChangeKind kind : values()) {
        if (kind.includes(before, after)) {
          add(changes, kind, new OfferChange(before, after), count);
        }
      }
    }
    return changes;
  }

  private static void add(
      Map<ChangeKind, List<OfferChange>> changes, ChangeKind kind, OfferChange change, int most) {
    List<OfferChange> ofKind = Objects.requireNonNull(changes.get(kind));
    if (ofKind.size() < most) {
      ofKind.add(change);
    }
  }

  private static Offer after(MarketChange change, @Nullable Offer before) {
    if (change instanceof MarketChange.Appearance appearance) {
      return appearance.offer();
    }
    Offer values = ((MarketChange.Revision) change).values();
    Offer.Builder after = before == null ? Offer.builder(values.schema()) : before.toBuilder();
    for (Field field : values.schema().columns()) {
      if (values.has(field)) {
        if (field.type() == FieldType.BOOLEAN) {
          after.set(field, values.flag(field));
        } else {
          after.set(field, values.number(field));
        }
      }
    }
    return after.build();
  }
}
