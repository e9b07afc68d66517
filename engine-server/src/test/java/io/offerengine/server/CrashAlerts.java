package io.offerengine.server;

import static io.offerengine.server.http.TestClient.ok;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.json.JsonBody;
import io.offerengine.json.JsonLimits;
import io.offerengine.query.NumberLiteral;
import io.offerengine.server.alerts.AlertLimits;
import io.offerengine.server.http.TestClient;
import io.offerengine.testing.Waiting;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A client that saves a search, then stores offers for which the search waits, then saves the next
 * search: each stored offer is told exactly once.
 */
final class CrashAlerts extends CrashClient {
  /** As many as a search may tell of within an hour. No alert of the last hour is dropped. */
  private static final int OFFERS_OF_A_SEARCH = AlertLimits.DEFAULTS.alertsPerHour();

  private static final long FIRST = 1_000_000_000;

  /** The number of the last search that is stored for certain. */
  private int search = -OFFERS_OF_A_SEARCH;

  /** The offers that are stored for certain. */
  private final List<Long> known = new ArrayList<>();

  @Override
  String[] request(int number) {
    if (isSearch(number)) {
      String body = "{\"search\":{\"gpu_name\":\"G%d\"}}".formatted(number);
      return new String[] {"POST", "/market/v1/saved_searches", body};
    }
    String body =
        "{\"id\":%d,\"gpu_name\":\"G%d\",\"dph_base\":1}".formatted(FIRST + number, search);
    return new String[] {"PUT", "/admin/offers", body};
  }

  private boolean isSearch(int number) {
    return number > search + OFFERS_OF_A_SEARCH;
  }

  @Override
  void acknowledge(int number, String answer) {
    if (isSearch(number)) {
      search = number;
    } else {
      known.add(FIRST + number);
    }
  }

  @Override
  void check(TestClient client, String when) {
    String offers = "{\"gpu_name\":{\"starts_with\":\"G\"},\"select_cols\":[\"id\"]}";
    List<Long> stored =
        ok(client.post("/market/v1/export", offers))
            .lines()
            .map(line -> Long.valueOf(line.replaceAll("\\D", "")))
            .sorted()
            .toList();
    assertThat(stored).as(when).containsAll(known);
    Waiting.until(() -> told(client).size() >= stored.size());
    assertThat(told(client)).as(when).isEqualTo(stored);
  }

  /** Returns the offers of all alerts. */
  private static List<Long> told(TestClient client) {
    List<Long> offers = new ArrayList<>();
    String cursor = "";
    List<?> page;
    do {
      String target = "/market/v1/alerts?cursor=" + cursor;
      JsonBody body = JsonBody.read(ok(client.get(target)).getBytes(UTF_8), JsonLimits.DEFAULTS);
      assertThat(body.get("missed")).hasToString("0");
      page = (List<?>) body.get("alerts");
      for (Object alert : page) {
        NumberLiteral offer = (NumberLiteral) ((Map<?, ?>) alert).get("offer_id");
        offers.add(Long.valueOf(offer.text()));
      }
      cursor = (String) body.get("cursor");
    } while (!page.isEmpty());
    return offers;
  }
}
