package io.offerengine.cluster;

import io.offerengine.facet.FacetRequest;
import io.offerengine.facet.FacetRequest.Counting;
import io.offerengine.marketplace.InstanceType;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Conjunction;
import io.offerengine.query.Query;
import io.offerengine.query.QueryBuilder;
import io.offerengine.schema.Field;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Random searches and facets of the offers that {@link ClusterOffers} draws. */
final class RandomSearches {
  private static final List<String> ORDERS =
      List.of(
          "dph_total",
          "dph_base",
          "gpu_name",
          "num_gpus",
          "driver_version",
          "driver_vers",
          "rented",
          "bundle_id",
          "duration",
          "id");
  private static final String[][] CONDITIONS = {
    {"num_gpus", "gte", "2"},
    {"num_gpus", "neq", "3"},
    {"dph_total", "lte", "0.6"},
    {"gpu_name", "eq", "RTX 4090"},
    {"gpu_name", "starts_with", "h100"},
    {"driver_version", "gte", "550"},
    {"rented", "eq", "false"},
    {"bundle_id", "lt", "4"},
    {"id", "gte", "12"}
  };
  private static final List<InstanceType> TYPES = List.of(InstanceType.values());
  private static final int[] LIMITS = {0, 1, 3, 7, 64};

  private RandomSearches() {}

  /** Returns a search of any kind. */
  static Query query(Random random) {
    return builder(random).fold(random.nextBoolean()).build();
  }

  /** Returns a search that shows one offer of each bundle. */
  static Query folded(Random random) {
    return builder(random).fold(true).limit(64).build();
  }

  private static QueryBuilder builder(Random random) {
    QueryBuilder builder =
        Query.builder(ClusterOffers.SCHEMA)
            .limit(LIMITS[random.nextInt(LIMITS.length)])
            .with(MarketplaceSchema.TYPE, TYPES.get(random.nextInt(TYPES.size())));
    if (random.nextInt(3) == 0) {
      builder.with(MarketplaceSchema.ALLOCATED_STORAGE, random.nextInt(200) / 2.0);
    }
    for (int i = random.nextInt(3); i > 0; i--) {
      String[] condition = condition(random);
      builder.where(condition[0], condition[1], condition[2]);
    }
    if (random.nextInt(3) == 0) {
      List<Conjunction> any = List.of(conjunction(random), conjunction(random));
      if (random.nextBoolean()) {
        builder.whereAny(any);
      } else {
        builder.whereNone(any);
      }
    }
    if (random.nextInt(4) > 0) {
      List<String> order = new ArrayList<>(ORDERS);
      Collections.shuffle(order, random);
      builder.orderById();
      for (String field : order.subList(0, random.nextInt(4))) {
        builder.orderBy(field, random.nextBoolean() ? "asc" : "desc");
      }
    }
    return builder;
  }

  private static String[] condition(Random random) {
    return CONDITIONS[random.nextInt(CONDITIONS.length)];
  }

  private static Conjunction conjunction(Random random) {
    String[] condition = condition(random);
    return Conjunction.of(ClusterOffers.SCHEMA).where(condition[0], condition[1], condition[2]);
  }

  /** Returns facets of every kind that adds up. */
  static FacetRequest facets(Random random) {
    FacetRequest.Builder builder =
        FacetRequest.builder(ClusterOffers.SCHEMA)
            .counting(random.nextBoolean() ? Counting.ROWS : Counting.FOLDS);
    if (random.nextBoolean()) {
      builder.withoutOwnCondition();
    }
    for (Field field :
        List.of(
            MarketplaceSchema.GPU_NAME,
            MarketplaceSchema.DRIVER_VERSION,
            MarketplaceSchema.NUM_GPUS,
            MarketplaceSchema.RENTED,
            MarketplaceSchema.DPH_TOTAL,
            MarketplaceSchema.GPU_IDS)) {
      if (random.nextBoolean()) {
        builder.values(field, 1 + random.nextInt(6));
        if (random.nextBoolean()) {
          builder.includeZero();
        }
      }
    }
    builder.histogram(MarketplaceSchema.DPH_TOTAL, 0.0, 0.5, 1.0);
    builder.histogram(MarketplaceSchema.NUM_GPUS, 1, 3);
    builder.range(MarketplaceSchema.DPH_BASE).range(MarketplaceSchema.DURATION);
    FacetRequest request = builder.build();
    return random.nextBoolean() ? request.withFolds(List.of()) : request;
  }
}
