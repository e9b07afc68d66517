package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.EngineStats.StructureBytes;
import io.offerengine.query.Query;
import io.offerengine.schema.Direction;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Operator;
import io.offerengine.schema.Schema;
import io.offerengine.schema.Tier;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** To which structure memory is counted. */
class StatsReaderTest {
  private static final int BOATS = 20_000;

  private static Map<String, Long> bytes(OfferEngine engine) {
    return engine.stats().structures().stream()
        .collect(
            Collectors.toMap(each -> each.field() + " " + each.structure(), StructureBytes::bytes));
  }

  /** A permutation keeps copies of what scans in its order read, and refers to what was copied. */
  @Test
  void read_afterSearchesInAnOrder_countsBitmapsAsBefore() {
    Schema.Builder boats = Schema.builder("boats", "id");
    Field price = boats.field("price", FieldType.NUMBER).tier(Tier.HOT).add();
    Field decks = boats.field("decks", FieldType.INTEGER).tier(Tier.WARM).add();
    Field sails = boats.field("sails", FieldType.BOOLEAN).tier(Tier.WARM).add();
    Schema schema = boats.build();
    Random random = new Random(1);
    try (OfferEngine engine = OfferEngine.builder(schema).build()) {
      engine.load(
          IntStream.range(0, BOATS)
              .mapToObj(id ->
                  Offer.builder(schema)
                      .put(schema.idField(), id)
                      .put(price, random.nextInt(BOATS) / 4.0)
                      .put(decks, random.nextInt(8))
                      .put(sails, random.nextBoolean())
                      .build())
              .iterator(),
          LoadListener.NONE);
      Map<String, Long> before = bytes(engine);
      Query cheapest =
          Query.builder(schema)
              .where(decks, Operator.GTE, 3)
              .where(sails, Operator.EQ, true)
              .orderBy(price, Direction.ASC)
              .limit(10)
              .build();
      for (int i = 0; i < 40; i++) {
        engine.snapshot().search(cheapest);
      }

      Map<String, Long> after = bytes(engine);

      assertThat(after.get("price permutation")).isGreaterThan(before.get("price permutation"));
      after.remove("price permutation");
      before.remove("price permutation");
      assertThat(after).isEqualTo(before).containsKeys("decks cumulative", "sails bitmaps");
    }
  }
}
