package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.query.ConflictException;
import io.offerengine.query.InvalidQueryException;
import io.offerengine.query.OfferConditions;
import io.offerengine.query.Query;
import io.offerengine.schema.Condition;
import io.offerengine.schema.DateField;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.InstantField;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.OfferChanges;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TimeKey;
import io.offerengine.testing.SeededProperties;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Values of dates and instants; {@link AnySchemaAgreementTest} searches by them. */
class TimesTest extends SeededProperties {
  private static final Schema.Builder JOBS = Schema.builder("jobs", "job");
  private static final IntegerField ID = JOBS.idField();
  private static final InstantField POSTED = JOBS.instant("posted").aliases("since").hot().add();
  private static final DateField STARTS = JOBS.date("starts").add();
  private static final Schema SCHEMA = JOBS.clusterBy(POSTED).build();
  private static final Instant FIRST = Instant.parse("2026-11-01T00:00:00.000000001Z");

  @Example
  void where_byNamesAndTexts_readsTheSameTimes() {
    Query typed = Query.where(POSTED.gte(FIRST), STARTS.in(List.of(LocalDate.EPOCH))).build();
    Query named =
        Query.builder(SCHEMA)
            .where("since", "gte", "2026-11-01T01:00:00.000000001+01:00")
            .where("starts", "in", List.of("1970-01-01"))
            .build();
    assertThat(named.valueSets()).isEqualTo(typed.valueSets());
    List<Instant> times = List.of(FIRST, Instant.EPOCH);
    Map<String, Condition> conditions =
        Map.of(
            "eq", POSTED.eq(FIRST),
            "neq", POSTED.neq(FIRST),
            "gt", POSTED.gt(FIRST),
            "gte", POSTED.gte(FIRST),
            "lt", POSTED.lt(FIRST),
            "lte", POSTED.lte(FIRST),
            "in", POSTED.in(times),
            "notin", POSTED.notIn(times));
    conditions.forEach((operator, condition) ->
        assertThat(Query.where(condition).build().valueSets())
            .isEqualTo(
                Query.builder(SCHEMA)
                    .where("posted", operator, operator.endsWith("in") ? times : FIRST)
                    .build()
                    .valueSets()));
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
      Match match = engine.snapshot().search(Query.builder(SCHEMA).build()).get(0);
      assertThat(match.get(POSTED)).isEqualTo(FIRST.plusNanos(1));
      assertThat(match.get(STARTS)).isNull();
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
