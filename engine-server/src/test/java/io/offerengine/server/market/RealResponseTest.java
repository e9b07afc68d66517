package io.offerengine.server.market;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.offerengine.OfferEngine;
import io.offerengine.json.DuplicatePolicy;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.TimeKey;
import io.offerengine.server.cli.OfferSource;
import io.offerengine.server.http.ApiServer;
import io.offerengine.server.http.ServerSettings;
import io.offerengine.server.http.TestClient;
import io.offerengine.server.keys.ApiKey;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A recorded response of the real marketplace: the same search finds the same offers. */
class RealResponseTest {
  private static final String VARIABLE = "OFFER_ENGINE_REAL_RESPONSE";

  /** Two offers with the same price, which the recording does not order by id. */
  private static final Set<Long> SWAPPED = Set.of(43_189_294L, 45_065_172L);

  private static final String REQUEST =
      """
      {"gpu_name": {"in": ["H100 SXM", "H100 NVL", "A100 SXM4"]}, "rentable": {"eq": true},
       "type": "on-demand", "limit": 200, "order": [["dph_total", "asc"]]}
      """;

  @Test
  void search_asRecorded_findsTheRecordedOffersInOrder() throws IOException {
    String file = System.getenv(VARIABLE);
    assumeTrue(
        file != null, () -> "the recorded offers are not at hand: " + VARIABLE + " is not set");
    OfferEngine engine =
        OfferEngine.builder(MarketplaceSchema.schema())
            .clock(() -> TimeKey.ofSeconds(1784365011.4767718))
            .build();
    try (engine;
        ApiServer server =
            new ApiServer(
                MarketRoutes.of(engine),
                ApiKey.ring(TestClient.KEY, 1),
                ServerSettings.defaults())) {
      server.start();
      new OfferSource(Path.of(file), DuplicatePolicy.ERROR).loadInto(engine);
      server.ready();
      TestClient client = new TestClient(server.port());
      HttpResponse<String> response = client.post("/api/v0/bundles/", REQUEST);
      List<Long> found = TestMarket.ids(response.body());
      assertThat(found).hasSize(48);
      assertThat(found).isEqualTo(byIdWhereTied(TestMarket.ids(Files.readString(Path.of(file)))));
      HttpResponse<String> names = client.send(client.request("GET", "/api/v0/gpu_names/unique/"));
      assertThat(names.body()).isEqualTo("{\"gpu_names\":[\"H100 NVL\",\"H100 SXM\"]}");
    }
  }

  private static List<Long> byIdWhereTied(List<Long> recorded) {
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < recorded.size(); i++) {
      if (SWAPPED.contains(recorded.get(i))) {
        places.add(i);
      }
    }
    assertThat(places).hasSize(2);
    List<Long> ordered = new ArrayList<>(recorded);
    ordered.set(places.get(0), Math.min(recorded.get(places.get(0)), recorded.get(places.get(1))));
    ordered.set(places.get(1), Math.max(recorded.get(places.get(0)), recorded.get(places.get(1))));
    return ordered;
  }
}
