package io.offerengine.server.market;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.OfferEngine;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.TimeKey;
import io.offerengine.server.http.ApiServer;
import io.offerengine.server.http.RouteServer;
import io.offerengine.server.http.ServerSettings;
import io.offerengine.server.http.TestClient;
import io.offerengine.server.keys.ApiKey;
import io.offerengine.testing.Waiting;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The costly searches of one key leave slots for the searches of others. */
class CostlySearchTest {
  private static final String OTHER_KEY = "other-key";
  private static final int SLOTS = 16;
  private static final int COSTLY = 20;
  private static final int SMALL = 30;

  private static final String COSTLY_SEARCH =
      Stream.of(
              "dph_total",
              "dlperf",
              "num_gpus",
              "gpu_ram",
              "cpu_cores",
              "cpu_ram",
              "disk_space",
              "inet_up",
              "inet_down",
              "reliability",
              "total_flops",
              "duration",
              "disk_bw",
              "pcie_bw",
              "gpu_mem_bw",
              "score")
          .map(field -> "[\"" + field + "\",\"desc\"]")
          .collect(Collectors.joining(",", "{\"limit\":10000,\"order\":[", "]}"));

  private static OfferEngine engine() {
    OfferEngine engine =
        OfferEngine.builder(MarketplaceSchema.schema())
            .clock(() -> TimeKey.ofSeconds(TestMarket.NOW))
            .build();
    OfferBatch.Builder batch = OfferBatch.builder();
    for (int i = 0; i < 11_000; i++) {
      batch.upsert(
          Offer.builder()
              .set(MarketplaceSchema.ID, 1L + i)
              .set(MarketplaceSchema.NUM_GPUS, 1L << i % 4)
              .set(MarketplaceSchema.RENTABLE, true)
              .set(MarketplaceSchema.DPH_BASE, 0.25 * (i % 100))
              .set(MarketplaceSchema.END_DATE, TestMarket.NOW + 3_600)
              .build());
    }
    engine.apply(batch.build());
    return engine;
  }

  @Test
  void smallSearches_besideManyCostlyOnesOfAnotherKey_areAllAnswered() throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(COSTLY);
    try (OfferEngine engine = engine();
        ApiServer server =
            RouteServer.start(
                MarketRoutes.of(engine),
                ApiKey.ring(TestClient.KEY, 1).or(ApiKey.ring(OTHER_KEY, 2)),
                ServerSettings.defaults().with(to -> to.requestLimit = SLOTS))) {
      AtomicBoolean isOver = new AtomicBoolean();
      AtomicInteger answered = new AtomicInteger();
      AtomicInteger refused = new AtomicInteger();
      List<Future<?>> running = new ArrayList<>();
      TestClient client = new TestClient(server.port());
      for (int i = 0; i < COSTLY; i++) {
        running.add(
            clients.submit(() -> {
              while (!isOver.get()) {
                int status = search(client, TestClient.KEY, COSTLY_SEARCH);
                assertThat(status).isIn(200, 503);
                (status == 200 ? answered : refused).incrementAndGet();
              }
            }));
      }
      Waiting.until(() -> refused.get() >= COSTLY && answered.get() != 0);
      for (int i = 0; i < SMALL; i++) {
        assertThat(search(client, OTHER_KEY, "{\"limit\":3}")).isEqualTo(200);
      }
      assertThat(search(client, OTHER_KEY, COSTLY_SEARCH)).isEqualTo(200);
      isOver.set(true);
      for (Future<?> each : running) {
        each.get();
      }
    } finally {
      clients.shutdownNow();
    }
  }

  private static int search(TestClient client, String key, String body) {
    return client.sendForBytes(client.as(key).json("POST", "/api/v0/bundles", body)).statusCode();
  }
}
