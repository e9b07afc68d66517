package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.marketplace.InstanceType;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The oracle itself, on cases that are worked out by hand. */
class NaiveMatcherTest {
  private static final double CLOCK = 1000;

  private final List<Offer> offers = new ArrayList<>();

  private void offer(long id, Object... namesAndValues) {
    Offer.Builder builder = Offer.builder().set(MarketplaceSchema.ID, id);
    for (int i = 0; i < namesAndValues.length; i += 2) {
      Field field = MarketplaceSchema.schema().field((String) namesAndValues[i]).orElseThrow();
      Object value = namesAndValues[i + 1];
      UntypedValues.put(
          builder, field, value instanceof Integer each ? (Object) each.longValue() : value);
    }
    offers.add(builder.build());
  }

  private List<Long> ids(NaiveQuery query) {
    return new NaiveMatcher(offers, query, CLOCK).page().stream().map(NaiveOffer::id).toList();
  }

  private List<Long> ids(String field, String operator, Object value) {
    return ids(NaiveQuery.EVERYTHING.where(field, operator, value));
  }

  private Object value(String field, NaiveQuery query) {
    return new NaiveMatcher(offers, query, CLOCK).results().get(0).shown(query.field(field));
  }

  @Test
  void numbers_compareExactlyOnIntegers_asNearestDoublesOnNumbers() {
    offer(1, "num_gpus", 2, "dph_base", 0.1);
    offer(2, "num_gpus", 3, "dph_base", -0.0);
    offer(3);
    assertThat(ids("num_gpus", "gte", 2.5)).containsExactly(2L);
    assertThat(ids("num_gpus", "eq", 2.5)).isEmpty();
    assertThat(ids("num_gpus", "eq", "2")).containsExactly(1L);
    assertThat(ids("num_gpus", "neq", 2)).containsExactly(2L);
    assertThat(ids("num_gpus", "notin", List.of(3, 9))).containsExactly(1L);
    assertThat(ids("num_gpus", "eq", null)).containsExactly(3L);
    assertThat(ids("num_gpus", "neq", null)).containsExactly(1L, 2L);
    assertThat(ids("dph_base", "eq", 0.0)).containsExactly(2L);
    assertThat(ids("dph_base", "eq", "0.1000000000000000000001")).containsExactly(1L);
    assertThat(ids("dph_base", "lt", 0.1)).containsExactly(2L);
  }

  @Test
  void texts_compareWithUnderscoresAsSpaces_placesByCountry() {
    offer(1, "gpu_name", "RTX 4090", "geolocation", "Montana, US");
    offer(2, "gpu_name", "RTX_4090", "geolocation", ", US");
    offer(3, "gpu_name", "rtx 4090", "geolocation", "Montana");
    offer(4);
    assertThat(ids("gpu_name", "eq", "RTX_4090")).containsExactly(1L, 2L);
    assertThat(ids("gpu_name", "neq", "RTX 4090")).containsExactly(3L);
    assertThat(ids("geolocation", "eq", "US")).containsExactly(1L, 2L);
    assertThat(ids("geolocation", "neq", "US")).containsExactly(3L);
    assertThat(ids("geolocation", "in", List.of("FR", "Montana"))).containsExactly(3L);
  }

  @Test
  void versions_compareByParts_packedFromAMillionOn() {
    offer(1, "driver_version", "535.86.05");
    offer(2, "driver_version", "580.142");
    offer(3, "driver_version", "beta");
    assertThat(ids("driver_version", "eq", "535.86.5")).containsExactly(1L);
    assertThat(ids("driver_version", "eq", 535086005)).containsExactly(1L);
    assertThat(ids("driver_version", "gte", "536")).containsExactly(2L);
    assertThat(ids("driver_version", "eq", "580.142.0")).containsExactly(2L);
    assertThat(ids("driver_version", "neq", "580.142")).containsExactly(1L, 3L);
    assertThat(ids("driver_vers", "eq", 580142000)).containsExactly(2L);
    assertThat(ids(NaiveQuery.EVERYTHING.orderBy(new NaiveQuery.Key("driver_version", true))))
        .containsExactly(2L, 1L, 3L);
  }

  @Test
  void switchesAndFlags_absenceCountsAsFalseWhereDocumented() {
    offer(1, "external", true, "rented", true, "verification", "verified", "hosting_type", 1);
    offer(2, "external", false, "rented", false, "verification", "deverified", "hosting_type", 0);
    offer(3);
    assertThat(ids("external", "eq", true)).containsExactly(1L, 2L, 3L);
    assertThat(ids("external", "neq", true)).containsExactly(2L, 3L);
    assertThat(ids("rented", "eq", false)).containsExactly(2L, 3L);
    assertThat(ids("rented", "eq", null)).isEmpty();
    assertThat(ids("verified", "eq", false)).containsExactly(2L, 3L);
    assertThat(ids("datacenter", "eq", "True")).containsExactly(1L);
    assertThat(ids("rentable", "eq", false)).isEmpty();
  }

  @Test
  void prices_followTheRequest() {
    offer(
        1,
        "dph_base",
        1.0,
        "storage_cost",
        0.2,
        "min_bid",
        0.25,
        "dlperf",
        3.0,
        "inet_down_cost",
        0.01,
        "discount_rate",
        0.5,
        "end_date",
        900.0,
        "gpu_ram",
        1024,
        "num_gpus",
        2,
        "cpu_cores",
        8,
        "gpu_frac",
        0.25,
        "rn",
        7);
    NaiveQuery query = NaiveQuery.EVERYTHING.storage(72);
    assertThat(value("storage_total_cost", query)).isEqualTo(0.02);
    assertThat(value("dph_total", query)).isEqualTo(1.02);
    assertThat(value("dph_total_adj", query)).isEqualTo(1.02 + 0.18);
    assertThat(value("dlperf_per_dphtotal", query)).isEqualTo(3.0 / 1.02);
    assertThat(value("discounted_hourly", query)).isEqualTo(0.5);
    assertThat(value("search", query)).isEqualTo(Arrays.asList(1.0, 0.02, 1.02, 0.5, 0.52));
    assertThat(value("instance", query)).isEqualTo(Arrays.asList(0.0, 0.02, 0.02, 0.0, 0.02));
    assertThat(value("vram_costperhour", query)).isEqualTo(0.5);
    assertThat(value("dph_base", query.type(InstanceType.BID))).isEqualTo(0.25);
    assertThat(value("dph_total", query.type(InstanceType.BID))).isEqualTo(0.27);
    assertThat(value("vram_costperhour", query.type(InstanceType.BID))).isEqualTo(0.5);
    assertThat(value("duration", query)).isEqualTo(0.0);
    assertThat(value("duration", query.now(400))).isEqualTo(500.0);
    assertThat(value("cpu_cores_effective", query)).isEqualTo(2.0);
    assertThat(value("gpu_total_ram", query)).isEqualTo(2048L);
    assertThat(value("flops_per_dphtotal", query)).isNull();
    assertThat(value("rn", query)).isEqualTo(7L);
    assertThat(value("rn", query.fold(true))).isEqualTo(1L);
  }

  @Test
  void implied_diskAndBid_leaveOutWhatCannotBeRented() {
    offer(1, "disk_space", 10.0, "min_bid", 0.1);
    offer(2, "disk_space", 7.0);
    offer(3);
    assertThat(ids(NaiveQuery.EVERYTHING)).containsExactly(1L, 2L, 3L);
    assertThat(ids(NaiveQuery.EVERYTHING.storage(8))).containsExactly(1L, 3L);
    assertThat(ids(NaiveQuery.EVERYTHING.type(InstanceType.BID))).containsExactly(1L);
  }

  @Test
  void order_tiesById_absentLast_foldsBeforeTheCut() {
    offer(5, "score", 1.0, "bundle_id", 9);
    offer(4, "score", 2.0, "bundle_id", 9);
    offer(3, "score", 2.0);
    offer(2);
    offer(1, "score", 3.0, "bundle_id", 8);
    NaiveQuery byScore = NaiveQuery.EVERYTHING.inDefaultOrder();
    assertThat(ids(byScore)).containsExactly(1L, 3L, 4L, 5L, 2L);
    assertThat(ids(byScore.orderBy(new NaiveQuery.Key("score", false))))
        .containsExactly(5L, 3L, 4L, 1L, 2L);
    assertThat(ids(byScore.fold(true))).containsExactly(1L, 3L, 4L, 2L);
    assertThat(ids(byScore.fold(true).limit(2))).containsExactly(1L, 3L);
    assertThat(ids(byScore.limit(0))).isEmpty();
    assertThat(new NaiveMatcher(offers, byScore.fold(true), CLOCK).count()).isEqualTo(5);
  }
}
