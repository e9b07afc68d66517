package io.offerengine.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.server.http.TestClient;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A client that replaces the price of one offer, on the condition that the price is the one that it
 * knows. A batch that was lost or applied twice would make a condition fail.
 */
final class CrashSwaps extends CrashClient {
  private static final int ID = 999;
  private static final Pattern PRICE = Pattern.compile("\"dph_base\":([0-9]+)");

  /** The price that the service has; 0 if it has no offer. */
  private volatile int price;

  @Override
  String[] request(int number) {
    String offer = "{\"id\":%d,\"dph_base\":%d".formatted(ID, number);
    return price == 0
        ? new String[] {"PUT", "/admin/offers", offer + "}"}
        : new String[] {
          "PATCH", "/admin/offers", offer + ",\"if\":{\"dph_base\":{\"eq\":" + price + "}}}"
        };
  }

  @Override
  void acknowledge(int number, String answer) {
    price = number;
  }

  @Override
  void check(TestClient client, String when) throws Exception {
    Matcher stored = PRICE.matcher(client.get("/admin/offers/" + ID).body());
    int found = stored.find() ? Integer.parseInt(stored.group(1)) : 0;
    assertThat(found).as(when).isIn(price, sent());
    price = found;
  }
}
