package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.query.Query;
import io.offerengine.query.QueryBuilder;
import io.offerengine.schema.Direction;
import io.offerengine.schema.FlagField;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.NumberField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Operator;
import io.offerengine.schema.PlaceField;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TextField;
import io.offerengine.testing.Seeds;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Conditions on two fields that are indexed together find what a scan finds, whatever else is asked
 * for; and their rows are listed where these are few.
 */
class CompositeIndexTest {
  private static final Schema.Builder SHIPS = Schema.builder("ships", "id");
  private static final TextField YARD = SHIPS.text("yard").add();
  private static final PlaceField PORT = SHIPS.place("port").add();
  private static final IntegerField DECKS = SHIPS.integer("decks").add();
  private static final FlagField SAILS = SHIPS.flag("sails").add();
  private static final NumberField PRICE = SHIPS.number("price").hot().add();
  private static final Schema SCHEMA =
      SHIPS
          .clusterBy(PRICE)
          .indexTogether(YARD, DECKS)
          .indexTogether(PORT, DECKS)
          .indexTogether(YARD, SAILS)
          .build();

  /** Two of them are one to a search, and one is on no ship. */
  private static final String[] YARDS = {
    "Ancona", "La Spezia", "La_Spezia", "Brest", "Cadiz", "Kiel", "Odense", "Pula", "Riga", "Vigo"
  };

  private static final String[] PORTS = {
    "Oslo, NO", "Bergen, NO", "NO", "Malmö, SE", "Sète, FR", "Nice, FR", "Bari, IT"
  };

  private static final Operator[] OPERATORS = {
    Operator.EQ, Operator.NEQ, Operator.GT, Operator.GTE, Operator.LT, Operator.LTE
  };

  private static final int OFFERS = 4_000;
  private static final int QUERIES = 15 * Seeds.cases(40);

  @Test
  void search_ofTwoFieldsTogether_equalsTheScan() {
    long seed = Seeds.first();
    Random random = new Random(seed);
    try (OfferEngine engine =
        EngineCheck.loaded(
            OfferEngine.builder(SCHEMA).maxSegmentRows(1 + OFFERS / (1 + random.nextInt(3))),
            EngineCheck.offers(OFFERS, id -> ship(id, random)))) {
      change(engine, random);
      Snapshot snapshot = engine.snapshot();
      Map<String, Integer> listed = new HashMap<>();
      for (int i = 0; i < QUERIES; i++) {
        Query query = query(random);
        EngineCheck.assertEqualsScan("seed=" + seed + " " + query, snapshot, query);
        for (Explanation.Segment segment : snapshot.explain(query).segments()) {
          segment
              .leading()
              .forEach(clause -> listed.merge(clause.replaceAll(" \\(.*", ""), 1, Integer::sum));
        }
      }
      assertThat(listed).containsKeys("yard and decks", "port and decks", "yard and sails");
    }
  }

  private static Offer ship(long id, Random random) {
    Offer.Builder ship =
        Offer.builder().set(SCHEMA.idField(), id).set(PRICE, random.nextInt(1000) / 8.0);
    UntypedValues.putMostly(ship, random, 20, YARD, skewed(random, YARDS));
    UntypedValues.putMostly(ship, random, 20, PORT, skewed(random, PORTS));
    long decks = (long) (9 * Math.pow(random.nextDouble(), 3));
    UntypedValues.putMostly(ship, random, 20, DECKS, decks);
    UntypedValues.putMostly(ship, random, 20, SAILS, random.nextBoolean());
    return ship.build();
  }

  private static String skewed(Random random, String[] values) {
    return values[(int) ((values.length - 1) * Math.pow(random.nextDouble(), 2))];
  }

  /** Some ships get other values, so that there are tails, dead rows and merged segments. */
  private static void change(OfferEngine engine, Random random) {
    for (int batches = random.nextInt(40); batches > 0; batches--) {
      OfferBatch.Builder batch = OfferBatch.builder();
      for (int i = 0; i < 50; i++) {
        batch.upsert(ship(random.nextInt(OFFERS), random));
      }
      engine.apply(batch.build());
    }
  }

  private static Query query(Random random) {
    QueryBuilder query = Query.builder(SCHEMA);
    if (random.nextInt(4) > 0) {
      Operator operator = random.nextInt(5) > 0 ? Operator.EQ : Operator.NEQ;
      // Rows of the first yard and few decks are too many to be listed at once.
      boolean isFrequent = random.nextInt(3) == 0;
      query.where(YARD, operator, YARDS[isFrequent ? 0 : random.nextInt(YARDS.length)]);
    }
    if (random.nextInt(3) == 0) {
      query.where(PORT, Operator.EQ, PORTS[random.nextInt(PORTS.length)]);
    }
    for (int conditions = random.nextInt(3); conditions > 0; conditions--) {
      query.where(DECKS, OPERATORS[random.nextInt(OPERATORS.length)], random.nextInt(10));
    }
    if (random.nextInt(3) == 0) {
      query.where(SAILS, Operator.EQ, random.nextBoolean());
    }
    if (random.nextInt(3) == 0) {
      query.where(PRICE, Operator.LTE, random.nextInt(125));
    }
    if (random.nextInt(3) == 0) {
      String yard = YARDS[random.nextInt(YARDS.length)];
      query.where(Query.any(YARD.eq(yard), DECKS.eq(random.nextInt(4))));
    }
    query.orderBy(random.nextBoolean() ? PRICE : DECKS, Direction.ASC);
    return query.limit(random.nextInt(5) == 0 ? 1000 : random.nextInt(80)).build();
  }

  @Test
  void search_ofAPairOnNoShip_isEmptyAtOnce() {
    List<Offer> ships =
        EngineCheck.offers(
            600,
            id ->
                Offer.builder()
                    .set(SCHEMA.idField(), id)
                    .set(YARD, id % 2 == 0 ? "Kiel" : "Riga")
                    .set(DECKS, id % 2 == 0 ? id % 4 : 4 + id % 4)
                    .build());
    try (OfferEngine engine = EngineCheck.loaded(OfferEngine.builder(SCHEMA), ships)) {
      Snapshot snapshot = engine.snapshot();

      QueryBuilder none = Query.builder(SCHEMA).where(YARD, Operator.EQ, "Kiel");
      none.where(DECKS, Operator.GTE, 3).limit(9);
      assertThat(snapshot.explain(none.build()).toString())
          .contains("empty of 600 rows, at most 0; examined 0, matched 0");
      QueryBuilder some = Query.builder(SCHEMA).where(YARD, Operator.EQ, "Riga");
      some.where(DECKS, Operator.GTE, 6).limit(9);
      assertThat(snapshot.explain(some.build()).toString())
          .contains("slice of 600 rows, at most 150; by yard and decks (150); examined 150");
      assertThat(engine.stats().structures())
          .filteredOn(each -> each.structure().equals("composite"))
          .singleElement()
          .satisfies(each -> {
            assertThat(each.field()).isEqualTo("yard");
            assertThat(each.bytes()).isBetween(4L * 600, 5L * 600);
          });
    }
  }

  /** The pair has more rows than are listed at once, and the alternatives leave some of them. */
  @Test
  void search_ofAPairBesideAlternativesOfItsFields_checksTheAlternatives() {
    Random random = new Random(3);
    try (OfferEngine engine =
        EngineCheck.loaded(
            OfferEngine.builder(SCHEMA), EngineCheck.offers(OFFERS, id -> ship(id, random)))) {
      for (String yard : YARDS) {
        Query query =
            Query.where(
                    YARD.eq(YARDS[0]),
                    DECKS.lte(1),
                    Query.any(YARD.eq(yard), DECKS.eq(1)),
                    Query.any(DECKS.eq(0), PORT.eq(PORTS[0])))
                .orderBy(PRICE, Direction.ASC)
                .limit(1000)
                .build();
        EngineCheck.assertEqualsScan(query.toString(), engine.snapshot(), query);
      }
    }
  }

  @Test
  void indexTogether_ofOtherFields_refuses() {
    assertThatThrownBy(() -> SHIPS.indexTogether(DECKS, YARD))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("decks is no stored text, so that it can't come first");
    assertThatThrownBy(() -> SHIPS.indexTogether(YARD, PORT))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("port is no stored number, so that it can't come second");
  }
}
