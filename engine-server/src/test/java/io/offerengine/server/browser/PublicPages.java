package io.offerengine.server.browser;

import io.offerengine.server.http.ApiServer;
import io.offerengine.server.http.RouteServer;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests with pages of a {@link GeneratedMarket} that needs no key, the same for all. */
abstract class PublicPages extends Pages {
  static final long OFFERS = 500L * GeneratedMarket.COPIES;

  static GeneratedMarket market;
  static ApiServer server;

  /**
   * Closes the market after the last class. Surefire runs each class as a plan of its own, whose
   * root store ends with it. The session's store ends with the JVM's last class.
   */
  @RegisterExtension
  static final BeforeAllCallback CLOSING =
      context ->
          context
              .getStore(StoreScope.LAUNCHER_SESSION, Namespace.GLOBAL)
              .getOrComputeIfAbsent(
                  PublicPages.class, key -> (AutoCloseable) PublicPages::closeMarket);

  @BeforeAll
  static void openMarket() throws IOException {
    if (market == null) {
      market = new GeneratedMarket();
      server = market.servePublic(RouteServer.DEFAULTS);
    }
  }

  private static void closeMarket() {
    if (market != null) {
      market.close();
      market = null;
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
