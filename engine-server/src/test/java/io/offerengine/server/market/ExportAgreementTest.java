package io.offerengine.server.market;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.server.http.TestClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Exports against a loop over all offers: each match exactly once, and nothing else. */
class ExportAgreementTest {
  private static final int OFFERS = 3_000;
  private static final int BATCH = 700;
  private static final double HOURS_PER_MONTH = 720;
  private static final List<String> MODELS = List.of("RTX 4090", "RTX 3090", "H100 SXM", "A100");

  /** The one query here that no offer matches. */
  private static final String NOTHING = "{\"num_gpus\":{\"gt\":8}}";

  private static final List<Row> ROWS = new ArrayList<>();
  private static TestMarket market;

  /** The values of an offer that the conditions read; null if absent. */
  record Row(
      long id,
      long gpus,
      @Nullable String model,
      boolean rentable,
      double price,
      @Nullable Double minBid,
      @Nullable Double storageCost,
      @Nullable Double disk,
      List<Long> gpuIds) {
    static Row draw(long id, Random random) {
      return new Row(
          id,
          1L << random.nextInt(4),
          random.nextInt(10) == 0 ? null : MODELS.get(random.nextInt(MODELS.size())),
          random.nextInt(3) > 0,
          (1 + random.nextInt(40)) / 20.0,
          random.nextInt(4) == 0 ? null : (1 + random.nextInt(20)) / 20.0,
          random.nextInt(5) == 0 ? null : random.nextInt(4) / 2.0,
          random.nextInt(5) == 0 ? null : 10.0 * random.nextInt(20),
          List.of((long) random.nextInt(9), 9L));
    }

    Offer offer() {
      Offer.Builder offer =
          Offer.builder()
              .set(MarketplaceSchema.ID, id)
              .set(MarketplaceSchema.BUNDLE_ID, id / 5)
              .set(MarketplaceSchema.NUM_GPUS, gpus)
              .set(MarketplaceSchema.RENTABLE, rentable)
              .set(MarketplaceSchema.DPH_BASE, price)
              .set(MarketplaceSchema.GPU_IDS, new long[] {gpuIds.get(0), gpuIds.get(1)});
      if (model != null) {
        offer.set(MarketplaceSchema.GPU_NAME, model);
      }
      if (minBid != null) {
        offer.set(MarketplaceSchema.MIN_BID, minBid);
      }
      if (storageCost != null) {
        offer.set(MarketplaceSchema.STORAGE_COST, storageCost);
      }
      if (disk != null) {
        offer.set(MarketplaceSchema.DISK_SPACE, disk);
      }
      return offer.build();
    }

    double total(double base, double storage) {
      return base + (storageCost == null ? 0 : storageCost) * storage / HOURS_PER_MONTH;
    }

    boolean holds(double storage) {
      return disk == null || disk >= storage;
    }

    boolean isModel(String start) {
      return model != null && model.startsWith(start);
    }
  }

  /** Fills a market in several batches, replaces some of its offers and deletes others. */
  @BeforeAll
  static void open() throws IOException {
    market = TestMarket.open();
    Random random = new Random(24);
    OfferBatch.Builder first = OfferBatch.builder();
    TestMarket.ids(post("{}")).forEach(first::delete);
    market.engine().apply(first.build());
    List<Row> drawn = new ArrayList<>();
    for (long id = 1; id <= OFFERS; id++) {
      drawn.add(Row.draw(id, random));
    }
    for (int from = 0; from < OFFERS; from += BATCH) {
      apply(drawn.subList(from, Math.min(OFFERS, from + BATCH)), List.of());
    }
    List<Row> changed = new ArrayList<>();
    List<Row> deleted = new ArrayList<>();
    for (Row row : drawn) {
      int fate = random.nextInt(6);
      if (fate == 0) {
        deleted.add(row);
      } else {
        Row now = fate == 1 ? Row.draw(row.id(), random) : row;
        ROWS.add(now);
        if (fate == 1) {
          changed.add(now);
        }
      }
    }
    apply(changed, deleted);
  }

  private static void apply(List<Row> changed, List<Row> deleted) {
    OfferBatch.Builder batch = OfferBatch.builder();
    changed.forEach(row -> batch.upsert(row.offer()));
    deleted.forEach(row -> batch.delete(row.id()));
    market.engine().apply(batch.build());
  }

  @AfterAll
  static void close() {
    ROWS.clear();
    market.close();
  }

  private static String post(String body) {
    TestClient client = market.client();
    var response = client.post("/market/v1/export", body);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return response.body();
  }

  private static Arguments query(String body, Predicate<Row> matches) {
    return Arguments.of(body, matches);
  }

  static Stream<Arguments> queries() {
    return Stream.of(
        query("{}", row -> true),
        query("{\"disable_bundling\":true}", row -> true),
        query("{\"type\":\"bid\"}", row -> row.minBid() != null),
        query("{\"disk_space\":{\"eq\":null}}", row -> row.disk() == null),
        query("{\"dph_total\":{\"lte\":0.9}}", row -> row.total(row.price(), 8) <= 0.9),
        query(
            "{\"type\":\"bid\",\"dph_total\":{\"gt\":0.4},\"num_gpus\":{\"lte\":4}}",
            row -> row.minBid() != null && row.total(row.minBid(), 8) > 0.4 && row.gpus() <= 4),
        query(
            "{\"allocated_storage\":100,\"dph_total\":{\"lt\":1.25}}",
            row -> row.holds(100) && row.total(row.price(), 100) < 1.25),
        query(
            "{\"type\":\"bid\",\"allocated_storage\":60,\"rentable\":{\"eq\":true},"
                + "\"any_of\":[{\"dph_total\":{\"lt\":0.3}},{\"gpu_name\":{\"in\":[\"A100\"]}}]}",
            row ->
                row.minBid() != null
                    && row.holds(60)
                    && row.rentable()
                    && (row.total(row.minBid(), 60) < 0.3 || row.isModel("A100"))),
        query(
            "{\"any_of\":[{\"gpu_name\":{\"starts_with\":\"rtx\"},\"num_gpus\":{\"gte\":4}},"
                + "{\"gpu_ids\":{\"has\":3}},{\"id\":{\"in\":[1,2,3,2999]}}],"
                + "\"none_of\":[{\"rentable\":{\"eq\":false}},{\"gpu_name\":\"RTX_3090\"}]}",
            row ->
                ((row.isModel("RTX") && row.gpus() >= 4)
                        || row.gpuIds().contains(3L)
                        || List.of(1L, 2L, 3L, 2999L).contains(row.id()))
                    && row.rentable()
                    && !row.isModel("RTX 3090")),
        query(
            "{\"gpu_name\":{\"neq\":\"A100\"},\"num_gpus\":{\"notin\":[1,8]}}",
            row ->
                row.model() != null
                    && !row.isModel("A100")
                    && (row.gpus() == 2 || row.gpus() == 4)),
        query(NOTHING, row -> false));
  }

  @ParameterizedTest
  @MethodSource("queries")
  void post_listsEachMatchOnce(String body, Predicate<Row> matches) {
    List<Long> expected = ROWS.stream().filter(matches).map(Row::id).toList();
    assertThat(TestMarket.ids(post(body))).containsExactlyInAnyOrderElementsOf(expected);
    String rest = body.substring(1);
    String ofIds = "{\"select_cols\":[\"id\"]" + (rest.length() > 1 ? "," : "") + rest;
    assertThat(post(ofIds).lines())
        .containsExactlyInAnyOrderElementsOf(
            expected.stream().map(id -> "{\"id\":" + id + "}").toList());
    assertThat(expected.isEmpty()).isEqualTo(body.equals(NOTHING));
  }
}
