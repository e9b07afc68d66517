package io.offerengine.server.browser;

import io.offerengine.server.http.ApiServer;
import io.offerengine.server.http.ServerSettings;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Tests with pages of a {@link GeneratedMarket} that needs no key, one for each class. */
abstract class PublicPages {
  /** The address of all offers. */
  static final String ALL = "#type=on-demand";

  static final long OFFERS = 500L * GeneratedMarket.COPIES;

  private static GeneratedMarket market;
  private static ApiServer server;
  private static Chromium chromium;

  @BeforeAll
  static void openMarket() throws IOException {
    market = new GeneratedMarket();
    server = market.servePublic(ServerSettings.defaults());
    chromium = new Chromium();
  }

  @AfterAll
  static void closeMarket() {
    chromium.close();
    market.close();
  }

  static GeneratedMarket market() {
    return market;
  }

  static ApiServer server() {
    return server;
  }

  static Chromium chromium() {
    return chromium;
  }

  static SearchPage page(String fragment) {
    return SearchPage.open(chromium.browser(), server, fragment);
  }
}
