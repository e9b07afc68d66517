package io.offerengine.server.browser;

import io.offerengine.server.http.ApiServer;
import io.offerengine.server.http.ServerSettings;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Tests with pages of a {@link GeneratedMarket} that needs no key, one for each class. */
abstract class PublicPages extends Pages {
  static final long OFFERS = 500L * GeneratedMarket.COPIES;

  private static GeneratedMarket market;
  private static ApiServer server;

  @BeforeAll
  static void openMarket() throws IOException {
    market = new GeneratedMarket();
    server = market.servePublic(ServerSettings.defaults());
  }

  @AfterAll
  static void closeMarket() {
    market.close();
  }

  static GeneratedMarket market() {
    return market;
  }

  static ApiServer server() {
    return server;
  }

  /** Returns how many offers match a search request. */
  static long count(String request) {
    return market.count(request);
  }

  /** Returns the identifiers of the offers that match a search request, in their order. */
  static List<String> ids(String request) {
    return market.ids(request);
  }

  SearchPage page(String fragment) {
    return page(server, fragment);
  }

  /** Opens the page with all offers, and waits for them. */
  SearchPage all() {
    return page(ALL).awaitOffers(OFFERS);
  }
}
