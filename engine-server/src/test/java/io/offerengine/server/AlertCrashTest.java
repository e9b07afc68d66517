package io.offerengine.server;

import static io.offerengine.server.http.TestClient.ok;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.json.JsonBody;
import io.offerengine.json.JsonLimits;
import io.offerengine.query.NumberLiteral;
import io.offerengine.server.http.TestClient;
import io.offerengine.testing.Waiting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service is killed while offers arrive: each stored offer is told exactly once afterwards. */
@Tag("full")
class AlertCrashTest {
  private static final Map<String, String> ENVIRONMENT = Map.of("OFFER_ENGINE_API_KEY", "crash");

  /**
   * Searches of which each waits for one of this many offers, so that no hour's limit is reached.
   */
  private static final int SEARCHES = 40;

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @TempDir private Path data;

  private ServiceProcess start() throws IOException {
    return ServiceProcess.start(ENVIRONMENT, "--data", data.toString());
  }

  /** Stores offers until the service is killed; returns the number of the last one. */
  private static long storeUntilKilled(ServiceProcess service, long first, int millis)
      throws Exception {
    TestClient client = service.client("crash");
    Thread killer =
        new Thread(() -> {
          try {
            Waiting.pause(millis);
            service.kill();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    long id = first;
    try {
      while (true) {
        if (id == first + 1) {
          // On a slow machine, too, each service stores an offer before its end.
          killer.start();
        }
        String offer = "{\"id\":" + id + ",\"gpu_name\":\"G" + id % SEARCHES + "\",\"dph_base\":1}";
        ok(client.send("PUT", "/admin/offers", offer));
        id++;
      }
    } catch (UncheckedIOException killed) {
      killer.join();
      return id;
    }
  }

  /**
   * Returns the offers of all alerts: those that are expected, and what comes right behind them.
   */
  private static List<Long> alertedOffers(TestClient client, int expected) throws Exception {
    long end = System.nanoTime() + PATIENCE.toNanos();
    List<Long> offers = new ArrayList<>();
    String cursor = "";
    List<?> page;
    do {
      String target = "/market/v1/alerts?wait=2&cursor=" + cursor;
      JsonBody body = JsonBody.read(ok(client.get(target)).getBytes(UTF_8), JsonLimits.DEFAULTS);
      assertThat(body.get("missed")).hasToString("0");
      page = (List<?>) body.get("alerts");
      for (Object alert : page) {
        NumberLiteral offer = (NumberLiteral) ((Map<?, ?>) alert).get("offer_id");
        offers.add(Long.valueOf(offer.text()));
      }
      cursor = (String) body.get("cursor");
      // On a slow machine, a page may be empty before the last alert is found.
    } while (!page.isEmpty() || (offers.size() < expected && System.nanoTime() < end));
    return offers;
  }

  @Test
  void kill_whileOffersArrive_losesAndRepeatsNoAlert() throws Exception {
    Random random = new Random(7);
    long next = 1;
    for (int kill = 0; kill < 3; kill++) {
      try (ServiceProcess service = start()) {
        TestClient client = service.client("crash");
        for (int i = 0; kill == 0 && i < SEARCHES; i++) {
          String body = "{\"search\":{\"gpu_name\":\"G" + i + "\"}}";
          ok(client.post("/market/v1/saved_searches", body));
        }
        next = storeUntilKilled(service, next, 200 + random.nextInt(500)) + 1;
      }
    }
    try (ServiceProcess service = start()) {
      TestClient client = service.client("crash");
      List<Long> stored = new ArrayList<>();
      for (long id = 1; id < next; id++) {
        if (client.get("/admin/offers/" + id).statusCode() == 200) {
          stored.add(id);
        }
      }
      assertThat(stored).hasSizeBetween(3, 30 * SEARCHES);
      assertThat(alertedOffers(client, stored.size())).isEqualTo(stored);
      assertThat(alertedOffers(client, stored.size())).as("again").isEqualTo(stored);
    }
  }
}
