package io.offerengine;

import io.offerengine.query.Query;
import io.offerengine.schema.Condition;
import io.offerengine.schema.Direction;
import io.offerengine.schema.Field;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.NumberField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Schema;
import io.offerengine.testing.Seeds;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Where many rows tie in the first key, every scan in an order finds the best ones by the second
 * key, in one segment and in several.
 */
class TiedRowsTest {
  private static final int OFFERS = 6_000;
  private static final Schema.Builder RACKS = Schema.builder("racks", "id");

  /** The rows lie in this order. */
  private static final NumberField PRICE = RACKS.number("price").hot().add();

  /** Of too many values for bitmaps: it has an order of its rows. */
  private static final IntegerField SPEED = RACKS.integer("speed").hot().add();

  /** Read value by value. */
  private static final IntegerField GRADE = RACKS.integer("grade").add();

  private static final NumberField WEIGHT = RACKS.number("weight").cold().add();
  private static final Schema SCHEMA = RACKS.clusterBy(PRICE).build();

  private static Offer rack(long id, Random random) {
    Offer.Builder rack =
        Offer.builder()
            .set(SCHEMA.idField(), id)
            .set(PRICE, 1.0 + random.nextInt(500))
            .set(GRADE, random.nextInt(5))
            .set(WEIGHT, random.nextInt(300));
    // Racks without a speed tie, too, and come last.
    return random.nextInt(9) == 0 ? rack.build() : rack.set(SPEED, 1 + random.nextInt(150)).build();
  }

  /** Few weights are low: then rows are read up to those without a speed. */
  @Test
  void search_byAKeyOfManyTies_equalsTheScan() {
    long seed = Seeds.first();
    Random random = new Random(seed);
    for (int segments : new int[] {1, 3}) {
      try (OfferEngine engine = OfferEngine.builder(SCHEMA).tailCapacity(64).build()) {
        // A batch that is larger than a tail is a segment, whatever its prices are.
        for (int segment = 0; segment < segments; segment++) {
          OfferBatch.Builder batch = OfferBatch.builder();
          for (int i = 0; i < OFFERS / segments; i++) {
            batch.upsert(rack((long) i * segments + segment, random));
          }
          engine.apply(batch.build());
        }
        Snapshot snapshot = engine.snapshot();
        for (Field first : List.of(PRICE, SPEED, GRADE)) {
          for (Field second : List.of(PRICE, SPEED, WEIGHT)) {
            for (int limit : new int[] {1, 40, 300}) {
              for (Condition weights : List.of(WEIGHT.gte(30), WEIGHT.lte(12))) {
                Query query =
                    Query.where(weights)
                        .orderBy(first, any(random))
                        .orderBy(second == first ? WEIGHT : second, any(random))
                        .limit(limit)
                        .build();
                EngineCheck.assertEqualsScan("seed=" + seed + " " + query, snapshot, query);
              }
            }
          }
        }
      }
    }
  }

  private static Direction any(Random random) {
    return random.nextBoolean() ? Direction.ASC : Direction.DESC;
  }
}
