package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.offerengine.query.Alternatives;
import io.offerengine.query.Conjunction;
import io.offerengine.query.Query;
import io.offerengine.query.QueryBuilder;
import io.offerengine.schema.Field;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.IntegerListField;
import io.offerengine.schema.NumberField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Operator;
import io.offerengine.schema.PlaceField;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TextField;
import io.offerengine.schema.TextListField;
import io.offerengine.schema.VersionField;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The work of a request with as many values as the limits allow. The work is counted in the bytes
 * that it allocates: whatever copies or compares sets pair by pair allocates sixteen times as much
 * for four times as many values, and sorting less than five times as much.
 */
class WorkAtLimitsTest {
  private static final int MOST_VALUES = 10_000;
  private static final int FEWER_VALUES = MOST_VALUES / 4;
  private static final double MOST_GROWTH = 6;

  /** What a task allocates besides, whatever its values. */
  private static final long SLACK = 1 << 18;

  private static final Schema.Builder ROOMS = Schema.builder("rooms", "id");
  private static final TextListField TAGS = ROOMS.texts("tags").add();
  private static final IntegerListField FLOORS = ROOMS.integers("floors").add();
  private static final TextField NAME = ROOMS.text("name").add();
  private static final VersionField RELEASE = ROOMS.version("release").add();
  private static final PlaceField PLACE = ROOMS.place("place").add();
  private static final IntegerField BEDS = ROOMS.integer("beds").add();
  private static final NumberField PRICE = ROOMS.number("price").add();
  private static final Schema SCHEMA = ROOMS.build();

  /** Values of each field, distinct and in no order. */
  private static final Map<Field, IntFunction<Object>> VALUES =
      Map.of(
          TAGS, i -> "tag " + i * 7919 % MOST_VALUES,
          FLOORS, i -> i * 7919L % MOST_VALUES,
          NAME, i -> "name " + i * 7919 % MOST_VALUES,
          RELEASE, i -> i * 7919 % MOST_VALUES + ".1",
          PLACE, i -> "Town " + i + ", " + (char) ('A' + i % 26) + (char) ('A' + i / 26 % 26),
          BEDS, i -> 2 * (i * 7919 % MOST_VALUES),
          PRICE, i -> i * 7919 % MOST_VALUES + 0.5);

  private static List<Object> values(Field field, int count) {
    return IntStream.range(0, count).mapToObj(VALUES.get(field)).toList();
  }

  private static List<Operator> operators(Field field) {
    return field.type().isList()
        ? List.of(Operator.HAS_ANY, Operator.HAS_ALL)
        : List.of(Operator.IN, Operator.NOTIN);
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
    try (OfferEngine engine = OfferEngine.builder(SCHEMA).build()) {
      List<Offer> offers = new ArrayList<>();
      for (int i = 0; i < 2_000; i++) {
        Offer.Builder offer = Offer.builder().set(SCHEMA.idField(), i);
        offer.set(TAGS, List.of("tag " + i % 1000, "tag 7"));
        offer.set(FLOORS, new long[] {i % 1000, 7});
        offers.add(offer.set(NAME, "name " + i).build());
      }
      engine.load(offers.iterator(), LoadListener.NONE);
      Snapshot snapshot = engine.snapshot();
      Query few = query(field, operator, way, FEWER_VALUES);
      Query many = query(field, operator, way, MOST_VALUES);
      assertNearlyLinear(
          count -> snapshot.count((count == FEWER_VALUES ? few : many).without(none -> false)));
    }
  }

  private static void assertNearlyLinear(IntConsumer task) {
    task.accept(FEWER_VALUES);
    long few = allocated(() -> task.accept(FEWER_VALUES));
    long many = allocated(() -> task.accept(MOST_VALUES));
    assertThat(many).isLessThan((long) (MOST_GROWTH * few) + SLACK);
  }

  private static long allocated(Runnable task) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    task.run();
    return threads.getCurrentThreadAllocatedBytes() - before;
  }
}
