package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.facet.FacetRequest;
import io.offerengine.query.Conjunction;
import io.offerengine.query.Cursor;
import io.offerengine.query.Query;
import io.offerengine.query.QueryBuilder;
import io.offerengine.query.QueryLimits;
import io.offerengine.saved.SavedSearches;
import io.offerengine.schema.Direction;
import io.offerengine.schema.Formula;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.NumberField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Operator;
import io.offerengine.schema.Parameter;
import io.offerengine.schema.Requirement;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TimeKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A schema with two clocks, and a requirement that reads one: rooms that are let until a time. */
class ClocksTest {
  private static final int ROOMS_COUNT = 12;

  private static final Schema.Builder ROOMS = Schema.builder("rooms", "id");
  private static final Parameter<Instant> ARRIVAL = ROOMS.clock("arrival");
  private static final Parameter<Instant> NOW = ROOMS.clock("now");
  private static final NumberField UNTIL = ROOMS.number("until").add();
  private static final IntegerField BEDS = ROOMS.integer("beds").add();

  /** Falls at first and rises later, so that each time has an order of its own. */
  private static final NumberField DISTANCE =
      ROOMS
          .number("distance")
          .computed(
              new Formula(
                  "how far the end is from the sum of both clocks",
                  List.of(Formula.Input.unknown(UNTIL)),
                  (in, arguments) ->
                      Math.abs(in[0] - arguments.value(ARRIVAL) - arguments.value(NOW))))
          .add();

  private static final Schema SCHEMA =
      ROOMS
          .require(
              new Requirement("still let", UNTIL, true, arguments -> arguments.value(NOW) + 0.5))
          .build();

  private double time = 3;

  private final OfferEngine engine =
      OfferEngine.builder(SCHEMA).clock(() -> TimeKey.ofSeconds(time)).tailCapacity(5).build();

  private static Offer room(long id) {
    Offer.Builder room = Offer.builder().set(SCHEMA.idField(), id).set(BEDS, id % 2);
    return id == 0 ? room.build() : room.set(UNTIL, (double) id).build();
  }

  @BeforeEach
  void storeRooms() {
    for (long id = 0; id < ROOMS_COUNT; id++) {
      engine.apply(OfferBatch.builder().upsert(room(id)).build());
    }
  }

  private static QueryBuilder query() {
    return Query.builder(SCHEMA).limit(100);
  }

  private List<Long> pages(QueryBuilder query) {
    List<Long> ids = new ArrayList<>();
    Query each = query.limit(2).build();
    Matches page = engine.snapshot().search(each);
    ids.addAll(page.toList(Match::id));
    while (page.nextCursor() != null) {
      time += 2;
      each = each.after(Cursor.parse(Objects.requireNonNull(page.nextCursor()).token()));
      page = engine.snapshot().search(each);
      ids.addAll(page.toList(Match::id));
    }
    return ids;
  }

  @ParameterizedTest
  @CsvSource({"true, true", "true, false", "false, true", "false, false"})
  void pages_ofAQueryThatGivesSomeClocks_keepTheTimeOfTheOthers(boolean arrival, boolean now) {
    QueryBuilder query = query().orderBy(DISTANCE, Direction.ASC);
    if (arrival) {
      query.with(ARRIVAL, TimeKey.ofSeconds(4));
    }
    if (now) {
      query.with(NOW, TimeKey.ofSeconds(2));
    }
    List<Long> whole = engine.snapshot().search(query.build()).toList(Match::id);
    assertThat(pages(query)).isEqualTo(whole);
  }

  /** Rooms 4 to 11 are let after the time 3, and room 0 for ever. */
  @Test
  void requirement_ofAClockThatTheQueryLeavesOpen_holdsAtTheTimeOfTheSearch() {
    Query any = query().build();
    Snapshot snapshot = engine.snapshot();
    assertThat(snapshot.search(any).toList(Match::id))
        .containsExactly(0L, 4L, 5L, 6L, 7L, 8L, 9L, 10L, 11L);
    assertThat(snapshot.count(any)).isEqualTo(9);
    List<Long> visited = new ArrayList<>();
    snapshot.forEach(any, batch -> visited.addAll(batch.toList(Match::id)));
    assertThat(visited).hasSize(9);
    FacetRequest beds = FacetRequest.builder().values(BEDS, 2).withoutOwnCondition().build();
    assertThat(snapshot.facets(any, beds).matched()).isEqualTo(9);
    Query odd = query().where(BEDS, Operator.EQ, 1).build();
    assertThat(snapshot.facets(odd, beds).matched()).isEqualTo(4);
    assertThat(snapshot.facets(odd, beds).values(BEDS).toString()).contains("5").contains("4");
    assertThat(snapshot.countWithout(odd)).containsExactly(9L);
    Query either =
        query()
            .whereAny(
                List.of(
                    Conjunction.of(SCHEMA).where(BEDS, Operator.EQ, 1).where(UNTIL, Operator.LT, 6),
                    Conjunction.of(SCHEMA).where(UNTIL, Operator.GTE, 10)))
            .build();
    assertThat(snapshot.search(either).toList(Match::id)).containsExactly(5L, 10L, 11L);

    time = 9;
    assertThat(snapshot.search(any).toList(Match::id)).containsExactly(0L, 10L, 11L);
    assertThat(snapshot.count(query().with(NOW, TimeKey.ofSeconds(10.0)).build())).isEqualTo(2);
    assertThat(snapshot.at(TimeKey.ofSeconds(10)).search(any).toList(Match::id))
        .containsExactly(0L, 11L);
    assertThat(snapshot.find(1)).isEqualTo(room(1));
  }

  @Test
  void requirement_ofAnOpenClock_onLaterPages_holdsAtTheTimeOfTheFirst() {
    assertThat(pages(query())).containsExactly(0L, 4L, 5L, 6L, 7L, 8L, 9L, 10L, 11L);
  }

  @Test
  void requirement_ofAnOpenClock_inASavedSearch_holdsAtTheTimeOfTheMatch() {
    SavedSearches searches = SavedSearches.builder(SCHEMA).build();
    searches.add(1, query().build());
    searches.add(2, query().with(NOW, TimeKey.ofSeconds(4.0)).build());
    searches.add(3, query().where(BEDS, Operator.EQ, 1).build());
    List<Long> found = new ArrayList<>();
    searches.match(room(5), TimeKey.ofSeconds(4), found::add);
    assertThat(found).containsExactlyInAnyOrder(1L, 2L, 3L);
    found.clear();
    searches.match(room(5), TimeKey.ofSeconds(5), found::add);
    assertThat(found).containsExactly(2L);
  }

  @Test
  void search_ofAClockThatGivesNoTime_isRefused() {
    Query any = query().build();
    FacetRequest beds = FacetRequest.builder().values(BEDS, 2).build();
    Snapshot without = OfferEngine.builder(SCHEMA).clock(() -> null).build().snapshot();
    assertThatThrownBy(() -> without.search(any))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("the clock of the engine gave no time");
    assertThatThrownBy(() -> without.facets(any, beds)).isInstanceOf(NullPointerException.class);
  }

  @Test
  void count_ofALimitAboveTheEngines_ignoresTheLimit() {
    OfferEngine small =
        OfferEngine.builder(SCHEMA)
            .limits(new QueryLimits(5, 10, 10))
            .clock(() -> TimeKey.ofSeconds(3))
            .build();
    Query many = query().build();
    assertThat(small.snapshot().count(many)).isZero();
    small.snapshot().forEach(many, batch -> {});
    String refusal = "INVALID_LIMIT at /limit: a limit is a whole number from 0 to 5, but got 100";
    assertThatThrownBy(() -> small.snapshot().search(many)).hasMessage(refusal);
    assertThatThrownBy(() -> small.snapshot().explain(many)).hasMessage(refusal);
  }
}
