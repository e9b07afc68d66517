package io.offerengine.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.json.OfferCodec;
import io.offerengine.json.OfferReader;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Offer;
import io.offerengine.server.http.TestClient;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A client that applies batches of offers. Every batch sets one price, its number, on twenty
 * offers. Some batches also add three new offers; the others replace the price on the condition
 * that it is the one that the client knows. A batch that was lost or applied twice would make a
 * condition fail.
 */
final class CrashOffers extends CrashClient {
  private static final int SHARED = 20;
  private static final int OWN = 3;
  private static final int OWN_IDS = 1_000;
  private static final int PAGE = 10_000;

  /** The price that the service has; 0 if it has no offers. */
  private volatile int price;

  private final Set<Integer> added = new TreeSet<>();

  @Override
  String[] request(int number) {
    // The first batch must store whole offers, since there are none to change.
    boolean changes = price > 0 && number % 2 == 0;
    String condition = changes ? ",\"if\":{\"dph_base\":{\"eq\":" + price + "}}" : "";
    StringBuilder lines = new StringBuilder();
    for (int id = 1; id <= SHARED; id++) {
      lines.append("{\"id\":%d,\"dph_base\":%d%s}\n".formatted(id, number, condition));
    }
    for (int i = 0; i < OWN && !changes; i++) {
      long id = (long) OWN_IDS * number + i;
      lines.append("{\"id\":%d,\"dph_base\":%d}\n".formatted(id, number));
    }
    return new String[] {changes ? "PATCH" : "PUT", "/admin/offers", lines.toString()};
  }

  @Override
  void acknowledge(int number, String answer) {
    price = number;
    if (answer.contains("\"offers\":" + (SHARED + OWN))) {
      added.add(number);
    }
  }

  @Override
  void check(TestClient client, String when) throws Exception {
    Map<Long, Double> prices = prices(client);
    Set<Double> shared = new TreeSet<>();
    for (long id = 1; id <= SHARED; id++) {
      shared.add(prices.getOrDefault(id, 0.0));
    }
    assertThat(shared).as(when + ": the price of one batch").hasSize(1);
    int last = shared.iterator().next().intValue();
    assertThat(last).as(when).isIn(price, sent());
    price = last;
    for (int number = 1; number <= sent(); number++) {
      int found = 0;
      for (int i = 0; i < OWN; i++) {
        found += prices.containsKey((long) OWN_IDS * number + i) ? 1 : 0;
      }
      assertThat(found).as("%s: of batch %d", when, number).isIn(0, OWN);
      if (added.contains(number)) {
        assertThat(found).as("%s: of batch %d", when, number).isEqualTo(OWN);
      }
    }
  }

  /** Returns the prices of all offers by their identifiers. */
  private static Map<Long, Double> prices(TestClient client) throws Exception {
    Map<Long, Double> prices = new TreeMap<>();
    List<Offer> page;
    long last = 0;
    do {
      String search =
          ("{\"id\":{\"gt\":%d},\"disable_bundling\":true,\"limit\":%d,"
                  + "\"order\":[[\"id\",\"asc\"]]}")
              .formatted(last, PAGE);
      page = offers(client.post("/api/v0/bundles/", search).body());
      for (Offer offer : page) {
        prices.put(offer.id(), offer.number(MarketplaceSchema.DPH_BASE));
        last = offer.id();
      }
    } while (page.size() == PAGE);
    return prices;
  }

  private static List<Offer> offers(String response) throws Exception {
    OfferCodec codec = new OfferCodec(MarketplaceSchema.schema());
    List<Offer> offers = new ArrayList<>();
    try (OfferReader reader = codec.read(new ByteArrayInputStream(response.getBytes(UTF_8)))) {
      reader.forEachRemaining(offers::add);
    }
    return offers;
  }
}
