package io.offerengine.cluster.merge;

import static io.offerengine.marketplace.MarketplaceSchema.BUNDLE_ID;
import static io.offerengine.marketplace.MarketplaceSchema.DISK_SPACE;
import static io.offerengine.marketplace.MarketplaceSchema.DRIVER_VERSION;
import static io.offerengine.marketplace.MarketplaceSchema.END_DATE;
import static io.offerengine.marketplace.MarketplaceSchema.GEOLOCATION;
import static io.offerengine.marketplace.MarketplaceSchema.GPU_IDS;
import static io.offerengine.marketplace.MarketplaceSchema.GPU_NAME;
import static io.offerengine.marketplace.MarketplaceSchema.INET_DOWN;
import static io.offerengine.marketplace.MarketplaceSchema.MIN_BID;
import static io.offerengine.marketplace.MarketplaceSchema.NUM_GPUS;
import static io.offerengine.marketplace.MarketplaceSchema.RENTABLE;
import static io.offerengine.marketplace.MarketplaceSchema.RENTED;
import static io.offerengine.marketplace.MarketplaceSchema.SCORE;
import static io.offerengine.marketplace.MarketplaceSchema.STORAGE_COST;

import io.offerengine.OfferEngine;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.StringJoiner;

/**
 * Random offers with few values, so that ties, absent values and bundles are frequent, in one
 * engine and the same offers in one engine for each shard.
 */
final class RandomMarket implements AutoCloseable {
  static final Schema SCHEMA = MarketplaceSchema.schema();
  static final double CLOCK = 1_800_000_000;

  private static final String[] NAMES = {"RTX 4090", "rtx 4090", "H100", "A\u00e9", "\ud83d\ude00"};
  private static final String[] VERSIONS = {"580.1", "580.01", "570.86.05", "none", "5"};
  private static final String[] PLACES = {"Lisbon, PT", "PT", "Berlin, DE", "DE"};

  private final Random random;
  private final OfferEngine whole = engine();
  private final List<OfferEngine> shards = new ArrayList<>();

  RandomMarket(Random random) {
    this.random = random;
    int count = 1 + random.nextInt(4);
    for (int i = 0; i < count; i++) {
      shards.add(engine());
    }
    for (int batch = 0; batch < 3; batch++) {
      change(random.nextInt(60));
    }
  }

  private static OfferEngine engine() {
    return OfferEngine.builder(SCHEMA).clock(() -> CLOCK).build();
  }

  OfferEngine whole() {
    return whole;
  }

  List<OfferEngine> shards() {
    return shards;
  }

  private void change(int offers) {
    OfferBatch.Builder all = OfferBatch.builder();
    List<OfferBatch.Builder> parts = new ArrayList<>();
    shards.forEach(shard -> parts.add(OfferBatch.builder()));
    for (int i = 0; i < offers; i++) {
      long id = whole.snapshot().version() * 1_000 + i;
      Long bundle = random.nextInt(4) == 0 ? null : (long) random.nextInt(20);
      Offer offer = offer(id, bundle);
      all.upsert(offer);
      long key = bundle == null ? id : bundle;
      parts.get((int) (key % shards.size())).upsert(offer);
    }
    whole.apply(all.build());
    for (int i = 0; i < parts.size(); i++) {
      shards.get(i).apply(parts.get(i).build());
    }
  }

  private Offer offer(long id, Long bundle) {
    Offer.Builder offer = Offer.builder(SCHEMA).set(SCHEMA.idField(), id);
    if (bundle != null) {
      offer.set(BUNDLE_ID, bundle);
    }
    if (isPresent()) {
      offer.set(GPU_NAME, NAMES[random.nextInt(NAMES.length)]);
    }
    if (isPresent()) {
      offer.set(DRIVER_VERSION, VERSIONS[random.nextInt(VERSIONS.length)]);
    }
    if (isPresent()) {
      offer.set(GEOLOCATION, PLACES[random.nextInt(PLACES.length)]);
    }
    if (isPresent()) {
      offer.set(NUM_GPUS, (long) random.nextInt(4));
    }
    if (isPresent()) {
      offer.set(MarketplaceSchema.DPH_BASE, random.nextInt(5) / 4.0);
    }
    if (isPresent()) {
      offer.set(MIN_BID, random.nextInt(5) / 8.0);
    }
    if (isPresent()) {
      offer.set(STORAGE_COST, random.nextInt(3) / 10.0);
    }
    if (isPresent()) {
      offer.set(INET_DOWN, random.nextInt(3) * 100.0);
    }
    if (isPresent()) {
      offer.set(SCORE, (double) random.nextInt(3));
    }
    if (isPresent()) {
      offer.set(DISK_SPACE, random.nextInt(100) + 0.5);
    }
    if (isPresent()) {
      offer.set(END_DATE, CLOCK + random.nextInt(3) * 1_000);
    }
    if (isPresent()) {
      offer.set(RENTABLE, random.nextBoolean());
    }
    if (isPresent()) {
      offer.set(RENTED, random.nextBoolean());
    }
    if (isPresent()) {
      offer.set(GPU_IDS, new long[] {random.nextInt(3), 7});
    }
    return offer.build();
  }

  private boolean isPresent() {
    return random.nextInt(5) > 0;
  }

  /** Returns the members of a random search, without the braces around them. */
  String conditions() {
    StringJoiner members = new StringJoiner(",");
    members.setEmptyValue("\"num_gpus\":{\"gte\":0}");
    if (random.nextBoolean()) {
      members.add("\"num_gpus\":{\"gte\":" + random.nextInt(4) + "}");
    }
    if (random.nextInt(3) == 0) {
      members.add("\"gpu_name\":{\"in\":[\"RTX 4090\",\"H100\"]}");
    }
    if (random.nextInt(3) == 0) {
      members.add("\"dph_total\":{\"lte\":" + random.nextInt(5) / 4.0 + "}");
    }
    if (random.nextInt(3) == 0) {
      members.add("\"type\":\"bid\"");
    }
    if (random.nextInt(4) == 0) {
      members.add("\"allocated_storage\":" + random.nextInt(60));
    }
    if (random.nextInt(3) == 0) {
      members.add("\"disable_bundling\":true");
    }
    return members.toString();
  }

  /** Returns a random order. */
  String order() {
    String[] fields = {
      "dph_total", "score", "gpu_name", "driver_version", "duration", "geolocation", "rented"
    };
    StringJoiner keys = new StringJoiner(",", "[", "]");
    int first = random.nextInt(fields.length);
    for (int i = random.nextInt(4); i > 0; i--) {
      String direction = random.nextBoolean() ? "asc" : "desc";
      keys.add("[\"" + fields[(first + i) % fields.length] + "\",\"" + direction + "\"]");
    }
    return keys.toString();
  }

  @Override
  public void close() {
    whole.close();
    shards.forEach(OfferEngine::close);
  }
}
