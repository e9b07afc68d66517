package io.offerengine.server.browser;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.Match;
import io.offerengine.Matches;
import io.offerengine.OfferEngine;
import io.offerengine.json.OfferCodec;
import io.offerengine.json.OfferReader;
import io.offerengine.json.SearchCodec;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Query;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.TimeKey;
import io.offerengine.server.Main;
import io.offerengine.server.http.ApiServer;
import io.offerengine.server.http.Route;
import io.offerengine.server.http.RouteServer;
import io.offerengine.server.http.ServerSettings;
import io.offerengine.server.keys.ApiKey;
import io.offerengine.server.keys.KeyRing;
import io.offerengine.server.market.HomeRoutes;
import io.offerengine.server.market.MarketRoutes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The packaged market, several times with other numbers and prices, and services that offer it:
 * with the page, on the engine of this process, so that tests can change offers and compare counts.
 */
final class GeneratedMarket implements AutoCloseable {
  /** How often the packaged offers are there. */
  static final int COPIES = 4;

  /** The key of services that want one. */
  static final String KEY = "the-right-key";

  private static final KeyRing KEYS = ApiKey.ring(KEY, 1);

  /** The instant of the packaged offers. */
  static final double NOW = 1_784_365_000;

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long DISTANCE = 1_000_000_000_000L;

  private final OfferEngine engine =
      OfferEngine.builder(MarketplaceSchema.schema()).clock(() -> TimeKey.ofSeconds(NOW)).build();
  private final List<ApiServer> servers = new ArrayList<>();

  /** Loads the offers. */
  GeneratedMarket() throws IOException {
    List<String> lines;
    try (InputStream sample = Main.class.getResourceAsStream("cli/sample-offers.ndjson")) {
      lines = new String(sample.readAllBytes(), UTF_8).lines().toList();
    }
    for (int copy = 0; copy < COPIES; copy++) {
      StringBuilder changed = new StringBuilder();
      for (String line : lines) {
        changed.append(copy(line, copy)).append('\n');
      }
      store(changed.toString());
    }
  }

  private static String copy(String line, int copy) {
    ObjectNode offer = (ObjectNode) JSON.readTree(line);
    for (String name : List.of("id", "machine_id", "bundle_id")) {
      if (offer.get(name).isNumber()) {
        offer.put(name, offer.get(name).asLong() + copy * DISTANCE);
      }
    }
    offer.put("dph_base", offer.get("dph_base").asDouble() * (1 + 0.015 * copy));
    return offer.toString();
  }

  /** Stores offers, one JSON object a line. */
  void store(String lines) throws IOException {
    OfferBatch.Builder batch = OfferBatch.builder();
    byte[] bytes = lines.getBytes(UTF_8);
    try (OfferReader offers =
        new OfferCodec(MarketplaceSchema.schema()).read(new ByteArrayInputStream(bytes))) {
      offers.forEachRemaining(batch::upsert);
    }
    engine.apply(batch.build());
  }

  OfferEngine engine() {
    return engine;
  }

  /** Returns the query of a search request. */
  static Query query(String request) {
    return new SearchCodec(MarketplaceSchema.schema()).readQuery(request.getBytes(UTF_8)).query();
  }

  /** Returns how many offers match a search request. */
  long count(String request) {
    return engine.snapshot().count(query(request));
  }

  /** Returns the identifiers of the offers that match a search request, in their order. */
  List<String> ids(String request) {
    List<String> ids = new ArrayList<>();
    Matches matches = engine.snapshot().search(query(request));
    for (Match match : matches) {
      ids.add(Long.toString(match.id()));
    }
    return ids;
  }

  private List<Route> routes() {
    List<Route> routes = new ArrayList<>(MarketRoutes.of(engine));
    routes.addAll(HomeRoutes.of());
    return routes;
  }

  /** Starts a service that needs no key. */
  ApiServer servePublic(Consumer<ServerSettings> settings) {
    ApiServer server = serveUnready(settings);
    server.ready();
    return server;
  }

  /** Starts a service that is not ready. */
  ApiServer serveUnready(Consumer<ServerSettings> settings) {
    return keep(RouteServer.started(MarketRoutes.withPublicSearch(routes()), KEYS, settings));
  }

  /** Starts a service that wants the key. */
  ApiServer serveWithKey() {
    return keep(RouteServer.start(routes(), KEYS));
  }

  private ApiServer keep(ApiServer server) {
    servers.add(server);
    return server;
  }

  @Override
  public void close() {
    servers.forEach(ApiServer::close);
    engine.close();
  }
}
