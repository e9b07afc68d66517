package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.facet.FacetRequest;
import io.offerengine.query.Alternatives;
import io.offerengine.query.Conjunction;
import io.offerengine.query.ErrorCode;
import io.offerengine.query.InvalidQueryException;
import io.offerengine.query.Query;
import io.offerengine.query.QueryBuilder;
import io.offerengine.query.QueryLimits;
import io.offerengine.query.UnknownOfferException;
import io.offerengine.saved.ForcedSearches;
import io.offerengine.saved.SavedSearches;
import io.offerengine.schema.Direction;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.IntegerListField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.OfferChanges;
import io.offerengine.schema.Operator;
import io.offerengine.schema.PlaceField;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TextField;
import io.offerengine.schema.TextListField;
import io.offerengine.schema.VersionField;
import io.offerengine.testing.Allocation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Everything that has a limit, at the limit and one beyond: the first is answered, the second is
 * refused by name, and the engine answers as before.
 *
 * <p>The work of a request with as many values as the limits allow is counted in the bytes that it
 * allocates: whatever copies or compares sets pair by pair allocates sixteen times as much for four
 * times as many values, and sorting less than five times as much.
 */
class LimitsTest {
  private static final int OFFERS = 2_000;
  private static final int MOST_VALUES = 10_000;
  private static final int FEWER_VALUES = MOST_VALUES / 4;
  private static final double MOST_GROWTH = 6;

  /** What a task allocates besides, whatever its values. */
  private static final long SLACK = 1 << 18;

  private static final int FIELDS = 20;

  private static final Schema.Builder ROOMS = Schema.builder("rooms", "id");
  private static final TextField NAME = ROOMS.text("name").add();
  private static final VersionField RELEASE = ROOMS.version("release").add();
  private static final PlaceField PLACE = ROOMS.place("place").add();
  private static final IntegerField BEDS = ROOMS.integer("beds").add();
  private static final TextListField TAGS = ROOMS.texts("tags").add();
  private static final IntegerListField FLOORS = ROOMS.integers("floors").add();
  private static final List<Field> NUMBERS =
      IntStream.range(0, FIELDS)
          .mapToObj(i -> ROOMS.field("number_" + i, FieldType.NUMBER).add())
          .toList();
  private static final Schema SCHEMA = ROOMS.build();

  /** Values of each field, distinct and in no order. */
  private static final Map<Field, IntFunction<Object>> VALUES =
      Map.of(
          TAGS,
          i -> "tag " + i * 7919 % MOST_VALUES,
          FLOORS,
          i -> i * 7919L % MOST_VALUES,
          NAME,
          i -> "name " + i * 7919 % MOST_VALUES,
          RELEASE,
          i -> i * 7919 % MOST_VALUES + ".1",
          PLACE,
          i -> "Town " + i + ", " + (char) ('A' + i % 26) + (char) ('A' + i / 26 % 26),
          BEDS,
          i -> 2 * (i * 7919 % MOST_VALUES),
          NUMBERS.get(0),
          i -> i * 7919 % MOST_VALUES + 0.5);

  private static final Query ANY = Query.builder(SCHEMA).build();

  private static final OfferEngine ENGINE = OfferEngine.builder(SCHEMA).build();

  static {
    List<Offer> offers = new ArrayList<>();
    for (int i = 0; i < OFFERS; i++) {
      Offer.Builder room = Offer.builder().set(SCHEMA.idField(), i);
      room.set(NAME, "name " + i).set(RELEASE, i + ".1").set(PLACE, "Town " + i + ", DE");
      room.set(BEDS, i).set(TAGS, List.of("tag " + i % 1000, "tag 7"));
      room.set(FLOORS, new long[] {i % 1000, 7});
      NUMBERS.forEach(number -> room.put(number, 1.5));
      offers.add(room.build());
    }
    ENGINE.load(offers.subList(0, OFFERS / 2).iterator(), LoadListener.NONE);
    OfferBatch.Builder batch = OfferBatch.builder();
    offers.subList(OFFERS / 2, OFFERS).forEach(batch::upsert);
    ENGINE.apply(batch.build());
  }

  private static void search(QueryBuilder builder) {
    Query query = builder.build();
    Snapshot snapshot = ENGINE.snapshot();
    snapshot.search(query);
    assertThat(snapshot.count(query)).isBetween(0L, (long) OFFERS);
    FacetRequest beds = FacetRequest.builder().values(BEDS).withoutOwnCondition().build();
    assertThat(snapshot.facets(query, beds).matched()).isEqualTo(snapshot.count(query));
    assertThat(snapshot.explain(query).toString()).isNotEmpty();
    SavedSearches searches = SavedSearches.builder(SCHEMA).build();
    searches.add(1, query);
    searches.match(ENGINE.snapshot().find(0), Instant.EPOCH, id -> {});
  }

  private static QueryBuilder query() {
    return Query.builder(SCHEMA).orderBy(BEDS, Direction.ASC);
  }

  /** A limit, its value, and what asks for some number of things. */
  private static Arguments limit(String name, int most, ErrorCode code, IntConsumer asking) {
    return Arguments.of(name, most, code, asking);
  }

  private static Stream<Arguments> limits() {
    List<Arguments> limits = new ArrayList<>();
    for (Field field : VALUES.keySet()) {
      for (Operator operator : operators(field)) {
        limits.add(
            limit(
                "values of " + field + " " + operator,
                MOST_VALUES,
                ErrorCode.LIMIT_EXCEEDED,
                count -> search(query().where(field, operator, values(field, count)))));
      }
    }
    for (boolean isExcluded : new boolean[] {false, true}) {
      limits.add(
          limit(
              "alternatives, excluded " + isExcluded,
              Alternatives.MOST,
              ErrorCode.LIMIT_EXCEEDED,
              count -> search(alternatives(count, isExcluded))));
    }
    limits.add(
        limit(
            "conditions",
            256,
            ErrorCode.LIMIT_EXCEEDED,
            count -> {
              QueryBuilder builder = query();
              for (int i = 0; i < count; i++) {
                builder.where(NAME, Operator.NEQ, "name " + i);
              }
              search(builder);
            }));
    limits.add(
        limit(
            "patterns and their length",
            1024,
            ErrorCode.LIMIT_EXCEEDED,
            count -> {
              search(query().where(NAME, Operator.CONTAINS, "x".repeat(count)));
              search(query().where(NAME, Operator.STARTS_WITH, "x".repeat(count)));
            }));
    limits.add(
        limit(
            "order keys",
            16,
            ErrorCode.LIMIT_EXCEEDED,
            count -> {
              QueryBuilder builder = Query.builder(SCHEMA);
              NUMBERS.subList(0, count).forEach(each -> builder.orderBy(each, Direction.DESC));
              search(builder);
            }));
    limits.add(
        limit("results", 10_000, ErrorCode.INVALID_LIMIT, count -> search(query().limit(count))));
    limits.addAll(ofFacets());
    return limits.stream();
  }

  private static List<Arguments> ofFacets() {
    return List.of(
        limit(
            "values of a facet",
            FacetRequest.MOST_VALUES,
            ErrorCode.INVALID_LIMIT,
            count -> count(FacetRequest.builder().values(NAME, count))),
        limit(
            "edges",
            FacetRequest.MOST_EDGES,
            ErrorCode.LIMIT_EXCEEDED,
            count ->
                count(
                    FacetRequest.builder()
                        .histogram(BEDS, IntStream.range(0, count).asDoubleStream().toArray()))),
        limit(
            "quantiles",
            FacetRequest.MOST_QUANTILES,
            ErrorCode.LIMIT_EXCEEDED,
            count -> count(FacetRequest.builder().quantiles(BEDS, new double[count]))),
        limit(
            "facets",
            FacetRequest.MOST_FACETS,
            ErrorCode.LIMIT_EXCEEDED,
            count -> {
              FacetRequest.Builder request = FacetRequest.builder(SCHEMA);
              for (int i = 0; i < count; i++) {
                Field number = NUMBERS.get(i % FIELDS);
                switch (i / FIELDS) {
                  case 0 -> request.values(number, 10);
                  case 1 -> request.range(number);
                  case 2 -> request.histogram(number, 1);
                  default -> request.quantiles(number, 0.5);
                }
              }
              count(request.withoutOwnCondition());
            }));
  }

  private static void count(FacetRequest.Builder request) {
    assertThat(ENGINE.snapshot().facets(ANY, request.build()).matched()).isEqualTo(OFFERS);
  }

  private static List<Object> values(Field field, int count) {
    return IntStream.range(0, count).mapToObj(VALUES.get(field)).toList();
  }

  private static List<Operator> operators(Field field) {
    return field.type().isList()
        ? List.of(Operator.HAS_ANY, Operator.HAS_ALL)
        : List.of(Operator.IN, Operator.NOTIN);
  }

  private static QueryBuilder alternatives(int count, boolean areExcluded) {
    List<Conjunction> alternatives = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      alternatives.add(
          Conjunction.of(SCHEMA)
              .where(BEDS, Operator.GTE, i)
              .where(TAGS, Operator.HAS_ALL, values(TAGS, i + 1))
              .where(PLACE, Operator.IN, values(PLACE, 500)));
    }
    return areExcluded ? query().whereNone(alternatives) : query().whereAny(alternatives);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("limits")
  void request_atALimitAndOneBeyond_isAnsweredAndRefused(
      String name, int most, ErrorCode code, IntConsumer asking) {
    asking.accept(most);
    assertThatThrownBy(() -> asking.accept(most + 1))
        .isInstanceOfSatisfying(
            InvalidQueryException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessageContaining(" " + most)
        .hasMessageMatching("[A-Z_]+ at /.*");
    assertThat(ENGINE.snapshot().count(ANY)).isEqualTo(OFFERS);
  }

  /** Many long texts in one batch, whose last operation is refused. */
  @Test
  void batch_of64MiB_isAppliedAsAWholeOrNotAtAll() {
    OfferEngine engine = OfferEngine.builder(SCHEMA).limits(QueryLimits.DEFAULTS).build();
    int longest = 65_536;
    int offers = (64 << 20) / longest;
    OfferBatch.Builder batch = OfferBatch.builder();
    for (int i = 0; i < offers; i++) {
      String text = "x".repeat(longest - 5) + (10_000 + i);
      batch.upsert(Offer.builder().set(SCHEMA.idField(), i).set(NAME, text).set(BEDS, i).build());
    }
    OfferBatch whole = batch.build();
    batch.update(offers, OfferChanges.builder().set(BEDS, 1).build());
    assertThatThrownBy(() -> engine.apply(batch.build())).isInstanceOf(UnknownOfferException.class);
    assertThat(engine.snapshot().version()).isZero();
    assertThat(engine.snapshot().size()).isZero();
    engine.apply(whole);
    Query last =
        Query.builder(SCHEMA)
            .where(NAME, Operator.CONTAINS, "x".repeat(1000) + (10_000 + offers - 1))
            .build();
    assertThat(engine.snapshot().count(last)).isEqualTo(1);
  }

  /** A condition with many values, and in which way it is part of a request. */
  private static Stream<Arguments> requests() {
    List<Arguments> requests = new ArrayList<>();
    for (Field field : VALUES.keySet()) {
      for (Operator operator : operators(field)) {
        for (String way : List.of("condition", "alternatives", "one excluded", "many excluded")) {
          requests.add(Arguments.of(field, operator, way));
        }
      }
    }
    return requests.stream();
  }

  private static Stream<Arguments> conditions() {
    return VALUES.keySet().stream()
        .flatMap(field -> operators(field).stream().map(each -> Arguments.of(field, each)));
  }

  private static Query query(Field field, Operator operator, String way, int count) {
    QueryBuilder query = Query.builder(SCHEMA);
    List<Object> all = values(field, count);
    int part = count / Alternatives.MOST;
    List<Conjunction> parts = new ArrayList<>();
    for (int i = 0; i < Alternatives.MOST; i++) {
      List<Object> some = all.subList(i * part, (i + 1) * part);
      parts.add(Conjunction.of(SCHEMA).where(field, operator, some));
    }
    return switch (way) {
      case "condition" -> query.where(field, operator, all).build();
      case "alternatives" -> query.whereAny(parts).build();
      case "one excluded" ->
          query.whereNone(List.of(Conjunction.of(SCHEMA).where(field, operator, all))).build();
      default -> query.where(field, operator, all).whereNone(parts).build();
    };
  }

  @ParameterizedTest
  @MethodSource("requests")
  void build_withMoreValues_worksNearlyAsMuchMore(Field field, Operator operator, String way) {
    assertNearlyLinear(
        count -> assertThat(query(field, operator, way, count).toString()).isNotEmpty());
  }

  @ParameterizedTest
  @MethodSource("requests")
  void search_withMoreValues_worksNearlyAsMuchMore(Field field, Operator operator, String way) {
    Snapshot snapshot = ENGINE.snapshot();
    Query few = query(field, operator, way, FEWER_VALUES);
    Query many = query(field, operator, way, MOST_VALUES);
    assertNearlyLinear(
        count -> snapshot.count((count == FEWER_VALUES ? few : many).without(none -> false)));
  }

  /** Writers wait while a segment of saved searches is built; even a single search has bitmaps. */
  @ParameterizedTest
  @MethodSource("conditions")
  void save_withMoreValues_worksNearlyAsMuchMore(Field field, Operator operator) {
    Query few = query(field, operator, "condition", FEWER_VALUES);
    Query many = query(field, operator, "condition", MOST_VALUES);
    assertNearlyLinear(count ->
        ForcedSearches.BITMAPS.builder(SCHEMA).add(1, count == FEWER_VALUES ? few : many).build());
  }

  private static void assertNearlyLinear(IntConsumer task) {
    task.accept(FEWER_VALUES);
    long few = Allocation.of(() -> task.accept(FEWER_VALUES));
    long many = Allocation.of(() -> task.accept(MOST_VALUES));
    assertThat(many).isLessThan((long) (MOST_GROWTH * few) + SLACK);
  }
}
