package io.offerengine.cluster;

import io.offerengine.Matches;
import io.offerengine.Snapshot;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.OfferConditions;
import io.offerengine.query.Operator;
import io.offerengine.query.Query;
import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.OfferChanges;
import io.offerengine.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random offers and batches of the marketplace, with few values so that they tie. */
public final class ClusterOffers {
  public static final Schema SCHEMA = MarketplaceSchema.schema();

  private static final List<String> TEXTS =
      List.of("RTX 4090", "RTX_5090", "", "\"\\\n", "é😀", "H100 SXM");
  private static final List<String> VERSIONS = List.of("535.86.05", "580.142", "beta", "");
  private static final double[] NUMBERS = {0.1, 0.5, 1.0, 1e-9, -3.5, Double.MAX_VALUE, 0.0};
  private static final double NULL_RATE = 0.2;

  private final Random random;
  private final int ids;

  /** Draws offers whose identifiers are from 1 to a number. */
  public ClusterOffers(Random random, int ids) {
    this.random = random;
    this.ids = ids;
  }

  /** Returns an identifier. */
  public long id() {
    return 1L + random.nextInt(ids);
  }

  /** Returns an offer that has a price alone. */
  public static Offer offer(long id, double price) {
    return Offer.builder(SCHEMA)
        .set(MarketplaceSchema.ID, id)
        .set(MarketplaceSchema.DPH_BASE, price)
        .build();
  }

  /** Returns the change of a price. */
  public static OfferChanges price(double price) {
    return OfferChanges.builder(SCHEMA).set(MarketplaceSchema.DPH_BASE, price).build();
  }

  /** Returns the change of a rental. */
  public static OfferChanges rented(boolean rented) {
    return OfferChanges.builder(SCHEMA).set(MarketplaceSchema.RENTED, rented).build();
  }

  /** Returns the condition that an offer is not rented. */
  public static OfferConditions unrented() {
    return OfferConditions.of(
        Query.builder(SCHEMA).where(MarketplaceSchema.RENTED, Operator.EQ, false).build());
  }

  /** Returns a random offer. */
  public Offer offer(long id) {
    return Offer.builder(SCHEMA).set(MarketplaceSchema.ID, id).build().with(changes(1 - NULL_RATE));
  }

  /** Returns random changes of few fields. */
  public OfferChanges changes() {
    return changes(NULL_RATE);
  }

  /** Changes each of some fields at a rate; some values become absent. */
  private OfferChanges changes(double rate) {
    OfferChanges.Builder changes = OfferChanges.builder(SCHEMA);
    for (Field field :
        List.of(
            MarketplaceSchema.BUNDLE_ID,
            MarketplaceSchema.DPH_BASE,
            MarketplaceSchema.GPU_NAME,
            MarketplaceSchema.NUM_GPUS,
            MarketplaceSchema.DRIVER_VERSION,
            MarketplaceSchema.DRIVER_VERS,
            MarketplaceSchema.RENTED,
            MarketplaceSchema.GPU_IDS)) {
      if (random.nextDouble() < rate) {
        set(changes, field);
      }
    }
    return changes.build();
  }

  private void set(OfferChanges.Builder changes, Field field) {
    if (random.nextInt(6) == 0) {
      changes.clear(field);
      return;
    }
    switch (field.type()) {
      case INTEGER -> changes.set(field, (long) random.nextInt(5));
      case NUMBER -> changes.set(field, NUMBERS[random.nextInt(NUMBERS.length)]);
      case BOOLEAN -> changes.set(field, random.nextBoolean());
      case TEXT -> changes.set(field, TEXTS.get(random.nextInt(TEXTS.size())));
      case VERSION -> changes.set(field, VERSIONS.get(random.nextInt(VERSIONS.size())));
      case INTEGER_LIST -> changes.set(field, random.longs(random.nextInt(3)).toArray());
      default -> throw new IllegalArgumentException(field.name());
    }
  }

  /** Returns a batch that may be refused. */
  public OfferBatch batch(int most) {
    OfferBatch.Builder batch = OfferBatch.builder();
    for (int i = random.nextInt(most); i >= 0; i--) {
      long id = id();
      switch (random.nextInt(12)) {
        case 0 -> batch.insert(offer(id));
        case 1 -> batch.delete(id);
        case 2 -> batch.updateIf(id, unrented(), changes());
        case 3, 4, 5 -> batch.update(id, changes());
        default -> batch.upsert(offer(id));
      }
    }
    return random.nextBoolean() ? batch.ignoreUnknown().build() : batch.build();
  }

  /** Returns all offers of a snapshot by identifier, as the engine reads them back. */
  public static List<Offer> offers(Snapshot snapshot) {
    List<Offer> offers = new ArrayList<>();
    Query everything = Query.builder(SCHEMA).orderById().fold(false).limit(10_000).build();
    Matches matches = snapshot.search(everything);
    while (matches.next()) {
      offers.add(matches.toOffer());
    }
    return offers;
  }
}
