package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.facet.FacetRequest;
import io.offerengine.facet.FacetRequest.Counting;
import io.offerengine.query.Conjunction;
import io.offerengine.query.Query;
import io.offerengine.query.QueryBuilder;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.NumberField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Operator;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TextField;
import io.offerengine.schema.TextListField;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Explanations of alternatives, parts of texts, lists and facets: one segment and a tail. */
class FurtherConditionsExplanationTest {
  private static final Schema.Builder ROOMS = Schema.builder("rooms", "room");
  private static final TextField CITY = ROOMS.text("city").add();
  private static final TextField NAME = ROOMS.text("name").add();
  private static final IntegerField FLOOR = ROOMS.integer("floor").add();
  private static final NumberField SIZE = ROOMS.number("size").cold().add();
  private static final NumberField PRICE = ROOMS.number("price").hot().add();
  private static final TextListField TAGS = ROOMS.texts("tags").add();
  private static final IntegerField HOTEL = ROOMS.integer("hotel").add();
  private static final Schema SCHEMA = ROOMS.foldBy(HOTEL).build();
  private static final int ROWS = 256;

  private final OfferEngine engine =
      OfferEngine.builder(SCHEMA).tailCapacity(ROWS).maxSegmentRows(ROWS).build();

  @BeforeEach
  void store() {
    List<Offer> rooms = EngineCheck.offers(ROWS, FurtherConditionsExplanationTest::room);
    engine.load(rooms.iterator(), LoadListener.NONE);
    engine.apply(OfferBatch.builder().upsert(room(ROWS)).build());
  }

  private static Offer room(long id) {
    return Offer.builder()
        .set(SCHEMA.idField(), id)
        .set(CITY, id % 4 == 0 ? "Porto" : "Lisbon")
        .set(NAME, "room " + id)
        .set(FLOOR, id % 16)
        .set(SIZE, (double) id)
        .set(PRICE, (double) id)
        .set(TAGS, List.of(id % 8 == 0 ? "sea" : "street", "room " + id % 2))
        .set(HOTEL, id / 4)
        .build();
  }

  private static QueryBuilder query() {
    return Query.builder(SCHEMA).fold(false);
  }

  private List<String> plans(QueryBuilder query) {
    return engine.snapshot().explain(query.build()).segments().stream()
        .map(Explanation.Segment::toString)
        .toList();
  }

  private static Conjunction floor(int number) {
    return Conjunction.of(SCHEMA).where(FLOOR, Operator.EQ, number);
  }

  private static Conjunction porto() {
    return Conjunction.of(SCHEMA).where(CITY, Operator.EQ, "Porto");
  }

  /** 16 rooms on the floor 1 and 64 in Porto, at most 80 together. */
  @Test
  void explain_ofAlternativesWithIndexes_intersectsThemByTheirEstimate() {
    List<String> plans =
        plans(query().whereAny(List.of(floor(1), porto())).where(SIZE, Operator.LT, 200));
    assertThat(plans.get(0))
        .contains("of 256 rows, at most 80;", "by any of (floor or city) (80)", "check size");
    assertThat(plans.get(1))
        .startsWith("tail 1: tail scan of 1 rows")
        .contains("any of (floor or city)");
  }

  /** A slice of few rows is cheaper than the bitmaps of the alternatives, which then check. */
  @Test
  void explain_ofAlternativesBesideARareValue_checksThem() {
    List<String> plans =
        plans(query().whereAny(List.of(floor(1), porto())).where(PRICE, Operator.LT, 3));
    assertThat(plans.get(0)).contains("slice", "by price (3)", "check any of (floor or city)");
  }

  /** Each of the 256 distinct names is tested only if nothing else leaves few rows. */
  @Test
  void explain_ofAPatternBesideARareValue_testsTheTextsOfItsRows() {
    QueryBuilder alone = query().where(NAME, Operator.CONTAINS, "M 2").limit(300);
    assertThat(plans(alone).get(0)).contains("check name (256 distinct texts tested)");
    assertThat(plans(alone).get(1)).contains("check name (1 distinct texts tested)");
    assertThat(plans(alone.where(PRICE, Operator.LT, 3)).get(0))
        .contains("slice", "by price (3)", "check name (3 rows tested)");
    assertThat(engine.snapshot().search(alone.build()).get(0).id()).isEqualTo(2);
  }

  /** 67 of the distinct names begin with it, the others need no test. */
  @Test
  void explain_ofAPatternWithABeginning_testsTheTextsThatHaveIt() {
    QueryBuilder beginning = query().where(NAME, Operator.STARTS_WITH, "Room 2");
    assertThat(plans(beginning).get(0)).contains("check name (67 distinct texts tested)");
  }

  /** The rows of a second batch are too many beside the 1,024 distinct names. */
  @Test
  void explain_ofAPatternBesideSomeRows_testsRowsThenTheTexts() {
    OfferEngine large =
        EngineCheck.loaded(
            OfferEngine.builder(SCHEMA),
            EngineCheck.offers(4 * ROWS, FurtherConditionsExplanationTest::room));
    List<Double> everySixth = IntStream.range(0, 160).mapToObj(i -> 6.0 * i).toList();
    Query query =
        query().where(SIZE, Operator.IN, everySixth).where(NAME, Operator.CONTAINS, "25").build();
    assertThat(large.snapshot().explain(query).segments().get(0).checking().get(1))
        .matches("name \\([1-9]\\d rows, then 1024 distinct texts tested\\)");
  }

  @Test
  void explain_ofAlternativesWithoutIndex_checksRowByRow() {
    Conjunction small = Conjunction.of(SCHEMA).where(SIZE, Operator.LT, 3);
    assertThat(plans(query().whereAny(List.of(small, porto()))).get(0))
        .contains("check any of (size or city)")
        .doesNotContain("by any of");
  }

  @Test
  void explain_ofATextsBeginning_findsRowsByTheDictionary() {
    assertThat(plans(query().where(CITY, Operator.STARTS_WITH, "po")).get(0))
        .contains("at most 64;", "by city (64)");
    assertThat(plans(query().where(CITY, Operator.CONTAINS, "x")).get(0)).contains("empty of");
  }

  @Test
  void explain_ofTags_findsRowsByTheirPostings() {
    assertThat(plans(query().where(TAGS, Operator.HAS, "sea")).get(0))
        .contains("at most 32;", "by tags (32)");
    assertThat(plans(query().where(TAGS, Operator.HAS, "no such tag")).get(0))
        .contains("empty of 256 rows");
  }

  @Test
  void explain_ofFacets_saysHowEachSegmentWasCounted() {
    FacetRequest request =
        FacetRequest.builder()
            .values(CITY, 5)
            .values(TAGS, 5)
            .range(PRICE)
            .quantiles(SIZE, 0.5)
            .histogram(FLOOR, 4.0)
            .withoutOwnCondition()
            .build();
    Query query = query().where(CITY, Operator.EQ, "Porto").build();
    assertThat(engine.snapshot().explain(query, request))
        .containsExactly(
            "query: " + query,
            "matching rows found 2 times, with other own conditions",
            "SealedSegment of 256 rows, 64 match:",
            "  city: 256 rows counted by bitmaps",
            "  tags: 64 rows counted by bitmaps",
            "  floor: 64 rows counted by bitmaps",
            "  price: 64 rows counted by ranks",
            "  size: 64 rows counted by rows",
            "TailSegment of 1 rows, 1 match:",
            "  city: 1 rows counted by rows",
            "  tags: 1 rows counted by rows",
            "  floor: 1 rows counted by rows",
            "  price: 1 rows counted by rows",
            "  size: 1 rows counted by rows");
    FacetRequest folds = FacetRequest.builder().values(CITY, 5).counting(Counting.FOLDS).build();
    assertThat(engine.snapshot().explain(query, folds)).contains("  city: 64 rows counted by rows");
  }
}
