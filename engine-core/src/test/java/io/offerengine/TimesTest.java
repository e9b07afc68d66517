package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.facet.FacetRequest;
import io.offerengine.facet.Facets;
import io.offerengine.query.ConflictException;
import io.offerengine.query.InvalidQueryException;
import io.offerengine.query.OfferConditions;
import io.offerengine.query.Query;
import io.offerengine.saved.SavedSearches;
import io.offerengine.schema.Condition;
import io.offerengine.schema.DateField;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.InstantField;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.OfferChanges;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TimeField;
import io.offerengine.schema.TimeKey;
import io.offerengine.testing.SeededProperties;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Fields of dates and instants, beside a loop over the offers. */
class TimesTest extends SeededProperties {
  private static final Schema.Builder JOBS = Schema.builder("jobs", "job");
  private static final IntegerField ID = JOBS.idField();
  private static final InstantField POSTED = JOBS.instant("posted").aliases("since").hot().add();
  private static final DateField STARTS = JOBS.date("starts").add();
  private static final DateField DAY =
      JOBS.date("day").derived("the day on which it was posted", TimesTest::day).add();
  private static final Schema SCHEMA = JOBS.clusterBy(POSTED).build();
  private static final Instant FIRST = Instant.parse("2026-11-01T00:00:00.000000001Z");

  private static LocalDate day(Offer job) {
    Instant posted = job.get(POSTED);
    return posted == null ? null : LocalDate.ofInstant(posted, ZoneOffset.UTC);
  }

  private static List<Offer> jobs(Random random, int count) {
    List<Offer> jobs = new ArrayList<>();
    for (int id = 0; id < count; id++) {
      Offer.Builder job = Offer.builder().set(ID, id);
      if (random.nextInt(8) > 0) {
        job.set(POSTED, instant(random));
      }
      if (random.nextInt(4) > 0) {
        job.set(STARTS, date(random));
      }
      jobs.add(job.build());
    }
    return jobs;
  }

  private static Instant instant(Random random) {
    return FIRST.plusSeconds(random.nextInt(40) * 10_000L).plusNanos(random.nextInt(3));
  }

  private static LocalDate date(Random random) {
    return LocalDate.parse("1969-12-25").plusDays(random.nextInt(14));
  }

  private static <T extends Comparable<? super T>> Map.Entry<Condition, Predicate<T>> condition(
      TimeField<T> field, T bound, int kind) {
    return switch (kind) {
      case 0 -> Map.entry(field.eq(bound), time -> time.equals(bound));
      case 1 -> Map.entry(field.neq(bound), time -> !time.equals(bound));
      case 2 -> Map.entry(field.gt(bound), time -> time.compareTo(bound) > 0);
      case 3 -> Map.entry(field.gte(bound), time -> time.compareTo(bound) >= 0);
      case 4 -> Map.entry(field.lt(bound), time -> time.compareTo(bound) < 0);
      case 5 -> Map.entry(field.lte(bound), time -> time.compareTo(bound) <= 0);
      case 6 -> Map.entry(field.in(List.of(bound)), time -> time.equals(bound));
      default -> Map.entry(field.notIn(List.of(bound)), time -> !time.equals(bound));
    };
  }

  private static <T> boolean holds(Predicate<T> condition, T time) {
    return time != null && condition.test(time);
  }

  /** A query, and the identifiers that a loop over the offers finds for it. */
  private record Drawn(Query query, List<Long> expected) {
    static Drawn of(List<Offer> jobs, Random random) {
      var posted = condition(POSTED, instant(random), random.nextInt(8));
      var starts = condition(STARTS, date(random), random.nextInt(8));
      var day = condition(DAY, LocalDate.parse("2026-11-03"), random.nextInt(8));
      boolean byPosted = random.nextBoolean();
      boolean byDay = byPosted && random.nextBoolean();
      boolean isDescending = random.nextBoolean();
      Condition second = byDay ? day.getKey() : starts.getKey();
      Query query =
          (byPosted ? Query.where(posted.getKey(), second) : Query.where(second))
              .orderBy(isDescending ? POSTED.descending() : POSTED.ascending())
              .limit(7)
              .build();
      Comparator<Instant> times =
          isDescending ? Comparator.reverseOrder() : Comparator.naturalOrder();
      List<Long> expected =
          jobs.stream()
              .filter(job -> !byPosted || holds(posted.getValue(), job.get(POSTED)))
              .filter(job ->
                  byDay
                      ? holds(day.getValue(), day(job))
                      : holds(starts.getValue(), job.get(STARTS)))
              .sorted(
                  Comparator.comparing((Offer job) -> job.get(POSTED), Comparator.nullsLast(times))
                      .thenComparingLong(Offer::id))
              .map(Offer::id)
              .toList();
      return new Drawn(query, expected);
    }
  }

  @Property
  void search_byRandomTimes_findsWhatALoopFinds(@ForAll("seeds") long seed) {
    Random random = new Random(seed);
    List<Offer> jobs = jobs(random, 200);
    try (OfferEngine engine = EngineCheck.ofBatches(SCHEMA, jobs)) {
      for (int i = 0; i < 20; i++) {
        Drawn drawn = Drawn.of(jobs, random);
        List<Long> found = new ArrayList<>();
        EngineCheck.forEachOfPages(
            engine.snapshot(),
            drawn.query(),
            match -> {
              found.add(match.id());
              assertThat(match.toOffer()).isEqualTo(jobs.get((int) match.id()));
              assertThat(match.get(DAY)).isEqualTo(day(match.toOffer()));
            });
        assertThat(found).as(drawn.query().toString()).isEqualTo(drawn.expected());
      }
    }
  }

  @Property
  void match_ofASavedSearchByRandomTimes_findsWhatALoopFinds(@ForAll("seeds") long seed) {
    Random random = new Random(seed);
    List<Offer> jobs = jobs(random, 200);
    Drawn drawn = Drawn.of(jobs, random);
    SavedSearches saved = SavedSearches.builder(SCHEMA).build();
    saved.add(1, drawn.query());
    List<Long> notified = new ArrayList<>();
    jobs.forEach(job -> saved.match(job, Instant.EPOCH, id -> notified.add(job.id())));
    assertThat(notified).containsExactlyInAnyOrderElementsOf(drawn.expected());
  }

  @Property
  void facets_ofDates_areThoseOfALoop(@ForAll("seeds") long seed) {
    List<Offer> jobs = jobs(new Random(seed), 200);
    Map<LocalDate, Long> expected = new TreeMap<>();
    jobs.stream()
        .filter(job -> job.has(STARTS))
        .forEach(job -> expected.merge(job.get(STARTS), 1L, Long::sum));
    try (OfferEngine engine = EngineCheck.ofBatches(SCHEMA, jobs)) {
      Query all = Query.builder(SCHEMA).build();
      FacetRequest request = FacetRequest.builder().values(STARTS).build();
      Facets facets = engine.snapshot().facets(all, request);
      Map<Object, Long> counted = new TreeMap<>();
      facets.values(STARTS).counts().forEach(each -> counted.put(each.value(), each.count()));
      assertThat(counted).isEqualTo(expected);
    }
  }

  @Example
  void where_byNamesAndTexts_readsTheSameTimes() {
    Query typed = Query.where(POSTED.gte(FIRST), STARTS.in(List.of(LocalDate.EPOCH))).build();
    Query named =
        Query.builder(SCHEMA)
            .where("since", "gte", "2026-11-01T01:00:00.000000001+01:00")
            .where("starts", "in", List.of("1970-01-01"))
            .build();
    assertThat(named.valueSets()).isEqualTo(typed.valueSets());
    assertThatThrownBy(() -> Query.builder(SCHEMA).where("starts", "gt", "1.1.1970"))
        .isInstanceOf(InvalidQueryException.class)
        .hasMessage(
            "INVALID_VALUE at /starts/gt: starts is of type date and takes a date such as"
                + " 2026-11-26, but got the text '1.1.1970'");
    assertThatThrownBy(() -> Query.builder(SCHEMA).where("posted", "eq", 5))
        .hasMessageContaining("takes an instant such as 2026-11-26T18:10:00Z, but got 5");
    assertThatThrownBy(() -> Query.where(POSTED.lt(Instant.MAX)))
        .hasMessageContaining("takes an instant such as");
  }

  @Example
  void set_ofTimes_keepsThemExactly() {
    Offer job =
        Offer.builder()
            .set(ID, 1)
            .set(POSTED, Instant.parse("1969-12-31T23:59:59.999999999Z"))
            .set(STARTS, LocalDate.MIN)
            .build();
    assertThat(job.get(POSTED)).isEqualTo(Instant.parse("1969-12-31T23:59:59.999999999Z"));
    assertThat(job.get(STARTS)).isEqualTo(LocalDate.MIN);
    assertThat(job.integer(POSTED)).isEqualTo(-1);
    assertThat(job)
        .hasToString("{job=1, posted=1969-12-31T23:59:59.999999999Z, starts=-999999999-01-01}");
    assertThat(Offer.builder().set(ID, 2).build().get(POSTED)).isNull();
    Offer.Builder texts = job.toBuilder().put(POSTED, "2026-11-01T00:00:00Z");
    assertThat(texts.put(STARTS, "2026-11-02").build().get(STARTS))
        .isEqualTo(LocalDate.parse("2026-11-02"));
    assertThatThrownBy(() -> texts.put(STARTS, "soon"))
        .hasMessage(
            "the text 'soon' does not fit starts, which is of type date and takes a date such as"
                + " 2026-11-26");
    assertThatThrownBy(() -> texts.put(STARTS, Long.MAX_VALUE))
        .hasMessage(
            "the key 9223372036854775807 does not fit starts, which is of type date and takes a"
                + " date such as 2026-11-26");
    String refusal =
        "the instant 2500-01-01T00:00:00Z does not fit posted, which is of type instant and takes"
            + " an instant such as 2026-11-26T18:10:00Z, from 1677 to 2262";
    Instant late = Instant.parse("2500-01-01T00:00:00Z");
    assertThatThrownBy(() -> texts.set(POSTED, late)).hasMessage(refusal);
    assertThatThrownBy(() -> OfferChanges.builder().set(POSTED, late)).hasMessage(refusal);
  }

  @Example
  void updateIf_byATime_comparesTheStoredOne() {
    try (OfferEngine engine = OfferEngine.builder(SCHEMA).build()) {
      engine.apply(
          OfferBatch.builder()
              .upsert(Offer.builder().set(ID, 1).set(POSTED, FIRST).build())
              .build());
      OfferConditions unchanged = OfferConditions.of(POSTED.eq(FIRST));
      OfferChanges later = OfferChanges.builder().set(POSTED, FIRST.plusNanos(1)).build();
      OfferBatch update = OfferBatch.builder().updateIf(1, unchanged, later).build();
      engine.apply(update);
      assertThat(engine.snapshot().find(1).get(POSTED)).isEqualTo(FIRST.plusNanos(1));
      assertThatThrownBy(() -> engine.apply(update))
          .isInstanceOf(ConflictException.class)
          .hasMessageContaining("2026-11-01T00:00:00.000000002Z");
    }
  }

  @Property
  void seconds_ofAnyTimeOfThisCentury_areExact(@ForAll("seeds") long seed) {
    double seconds = 1e9 + new Random(seed).nextDouble() * 3e9;
    assertThat(TimeKey.seconds(TimeKey.ofSeconds(seconds))).isEqualTo(seconds);
    long key = new Random(seed).nextLong() / 2;
    assertThat(TimeKey.parse(FieldType.INSTANT, TimeKey.text(FieldType.INSTANT, key)))
        .hasValue(key);
  }
}
