package io.offerengine.server.browser;

import io.offerengine.server.http.ApiServer;
import io.offerengine.server.http.ServerSettings;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;

/** Tests with pages of a {@link GeneratedMarket} that needs no key, the same for all. */
abstract class PublicPages extends Pages {
  static final long OFFERS = 500L * GeneratedMarket.COPIES;

  static GeneratedMarket market;
  static ApiServer server;

  @BeforeAll
  static void openMarket() throws IOException {
    if (market == null) {
      market = new GeneratedMarket();
      server = market.servePublic(ServerSettings.defaults());
    }
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
