package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.marketplace.InstanceType;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Offer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The oracle itself, and the engine, on cases that are worked out by hand. */
class NaiveMatcherTest {
  private final List<Offer> offers = new ArrayList<>();

  /** Adds an offer of the next identifier, from names and values. */
  private void offer(String description) {
    Offer.Builder builder = Offer.builder().set(MarketplaceSchema.ID, offers.size() + 1);
    for (String each : description.isEmpty() ? new String[0] : description.split("; ", -1)) {
      String[] nameAndValue = each.split("=", 2);
      Field field = MarketplaceSchema.schema().field(nameAndValue[0]).orElseThrow();
      UntypedValues.put(builder, field, value(field.type(), nameAndValue[1]));
    }
    offers.add(builder.build());
  }

  private static Object value(FieldType type, String text) {
    return switch (type) {
      case INTEGER -> Long.valueOf(text);
      case NUMBER -> Double.valueOf(text);
      case BOOLEAN -> Boolean.valueOf(text);
      default -> text;
    };
  }

  private void assertFinds(NaiveQuery query, Long... ids) {
    NaiveMatcher naive = new NaiveMatcher(offers, query, EngineCheck.CLOCK);
    assertThat(naive.page().stream().map(NaiveOffer::id)).as("%s", query).containsExactly(ids);
    try (OfferEngine engine =
        EngineCheck.loaded(OfferEngine.builder(MarketplaceSchema.schema()), offers)) {
      assertThat(engine.snapshot().search(query.toQuery()).toList(Match::id))
          .as("%s", query)
          .containsExactly(ids);
    }
  }

  private void assertFinds(String field, String operator, @Nullable Object value, Long... ids) {
    assertFinds(NaiveQuery.EVERYTHING.where(field, operator, value), ids);
  }

  @Test
  void numbers_compareExactlyOnIntegers_asNearestDoublesOnNumbers() {
    offer("num_gpus=2; dph_base=0.1");
    offer("num_gpus=3; dph_base=-0.0");
    offer("");
    assertFinds("num_gpus", "gte", 2.5, 2L);
    assertFinds("num_gpus", "eq", 2.5);
    assertFinds("num_gpus", "eq", "2", 1L);
    assertFinds("num_gpus", "neq", 2, 2L);
    assertFinds("num_gpus", "notin", List.of(3, 9), 1L);
    assertFinds("num_gpus", "eq", null, 3L);
    assertFinds("num_gpus", "neq", null, 1L, 2L);
    assertFinds("dph_base", "eq", 0.0, 2L);
    assertFinds("dph_base", "eq", "0.1000000000000000000001", 1L);
    assertFinds("dph_base", "lt", 0.1, 2L);
  }

  @Test
  void texts_compareWithUnderscoresAsSpaces_placesByCountry() {
    offer("gpu_name=RTX 4090; geolocation=Montana, US");
    offer("gpu_name=RTX_4090; geolocation=, US");
    offer("gpu_name=rtx 4090; geolocation=Montana");
    offer("");
    assertFinds("gpu_name", "eq", "RTX_4090", 1L, 2L);
    assertFinds("gpu_name", "neq", "RTX 4090", 3L);
    assertFinds("geolocation", "eq", "US", 1L, 2L);
    assertFinds("geolocation", "neq", "US", 3L);
    assertFinds("geolocation", "in", List.of("FR", "Montana"), 3L);
  }

  @Test
  void versions_compareByParts_packedFromAMillionOn() {
    offer("driver_version=535.86.05");
    offer("driver_version=580.142");
    offer("driver_version=beta");
    assertFinds("driver_version", "eq", "535.86.5", 1L);
    assertFinds("driver_version", "eq", 535086005, 1L);
    assertFinds("driver_version", "gte", "536", 2L);
    assertFinds("driver_version", "eq", "580.142.0", 2L);
    assertFinds("driver_version", "neq", "580.142", 1L, 3L);
    assertFinds("driver_vers", "eq", 580142000, 2L);
    NaiveQuery.Key newest = new NaiveQuery.Key("driver_version", true);
    assertFinds(NaiveQuery.EVERYTHING.orderBy(newest), 2L, 1L, 3L);
  }

  @Test
  void switchesAndFlags_absenceCountsAsFalseWhereDocumented() {
    offer("external=true; rented=true; verification=verified; hosting_type=1");
    offer("external=false; rented=false; verification=deverified; hosting_type=0");
    offer("");
    assertFinds("external", "eq", true, 1L, 2L, 3L);
    assertFinds("external", "neq", true, 2L, 3L);
    assertFinds("rented", "eq", false, 2L, 3L);
    assertFinds("rented", "eq", null);
    assertFinds("verified", "eq", false, 2L, 3L);
    assertFinds("datacenter", "eq", "True", 1L);
    assertFinds("rentable", "eq", false);
  }

  private void assertShows(NaiveQuery query, String field, @Nullable Object value) {
    NaiveOffer only = new NaiveMatcher(offers, query, EngineCheck.CLOCK).results().get(0);
    assertThat(only.shown(query.field(field))).as(field).isEqualTo(value);
  }

  /** {@link NaiveAgreementTest} compares what the engine shows. */
  @Test
  void prices_followTheRequest() {
    offer(
        "dph_base=1; storage_cost=0.2; min_bid=0.25; dlperf=3; inet_down_cost=0.01;"
            + " discount_rate=0.5; end_date=600; gpu_ram=1024; num_gpus=2; cpu_cores=8;"
            + " gpu_frac=0.25; rn=7");
    NaiveQuery query = NaiveQuery.EVERYTHING.storage(72);
    assertShows(query, "storage_total_cost", 0.02);
    assertShows(query, "dph_total", 1.02);
    assertShows(query, "dph_total_adj", 1.02 + 0.18);
    assertShows(query, "dlperf_per_dphtotal", 3.0 / 1.02);
    assertShows(query, "discounted_hourly", 0.5);
    assertShows(query, "search", Arrays.asList(1.0, 0.02, 1.02, 0.5, 0.52));
    assertShows(query, "instance", Arrays.asList(0.0, 0.02, 0.02, 0.0, 0.02));
    assertShows(query, "vram_costperhour", 0.5);
    assertShows(query.type(InstanceType.BID), "dph_base", 0.25);
    assertShows(query.type(InstanceType.BID), "dph_total", 0.27);
    assertShows(query.type(InstanceType.BID), "vram_costperhour", 0.5);
    assertShows(query, "duration", 0.0);
    assertShows(query.now(400), "duration", 200.0);
    assertShows(query, "cpu_cores_effective", 2.0);
    assertShows(query, "gpu_total_ram", 2048L);
    assertShows(query, "flops_per_dphtotal", null);
    assertShows(query, "rn", 7L);
    assertShows(query.fold(true), "rn", 1L);
  }

  @Test
  void implied_diskAndBid_leaveOutWhatCannotBeRented() {
    offer("disk_space=10; min_bid=0.1");
    offer("disk_space=7");
    offer("");
    assertFinds(NaiveQuery.EVERYTHING, 1L, 2L, 3L);
    assertFinds(NaiveQuery.EVERYTHING.storage(8), 1L, 3L);
    assertFinds(NaiveQuery.EVERYTHING.type(InstanceType.BID), 1L);
  }

  @Test
  void order_tiesById_absentLast_foldsBeforeTheCut() {
    offer("score=3; bundle_id=8");
    offer("");
    offer("score=2");
    offer("score=2; bundle_id=9");
    offer("score=1; bundle_id=9");
    NaiveQuery byScore = NaiveQuery.EVERYTHING.inDefaultOrder();
    assertFinds(byScore, 1L, 3L, 4L, 5L, 2L);
    assertFinds(byScore.orderBy(new NaiveQuery.Key("score", false)), 5L, 3L, 4L, 1L, 2L);
    assertFinds(byScore.fold(true), 1L, 3L, 4L, 2L);
    assertFinds(byScore.fold(true).limit(2), 1L, 3L);
    assertFinds(byScore.limit(0));
    assertThat(new NaiveMatcher(offers, byScore.fold(true), EngineCheck.CLOCK).count())
        .isEqualTo(5);
  }
}
