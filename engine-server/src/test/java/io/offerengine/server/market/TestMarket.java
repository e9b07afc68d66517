package io.offerengine.server.market;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.OfferEngine;
import io.offerengine.json.OfferCodec;
import io.offerengine.json.OfferReader;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.TimeKey;
import io.offerengine.server.admin.IngestLimits;
import io.offerengine.server.admin.TestIngest;
import io.offerengine.server.http.ApiServer;
import io.offerengine.server.http.Route;
import io.offerengine.server.http.RouteServer;
import io.offerengine.server.http.TestClient;
import io.offerengine.server.keys.ApiKey;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A market of a few invented offers behind a real server. */
public final class TestMarket implements AutoCloseable {
  /** The instant at which its clock stands, in seconds since 1970. */
  public static final double NOW = 1_784_365_000.25;

  private final OfferEngine engine;
  private final TestIngest ingest;
  private final ApiServer server;

  private TestMarket(OfferEngine engine, Duration deadline, IngestLimits limits) {
    this.engine = engine;
    List<Route> routes = new ArrayList<>(MarketRoutes.of(engine));
    this.ingest = new TestIngest(engine, limits);
    routes.addAll(ingest.routes());
    this.server =
        RouteServer.start(routes, ApiKey.ring(TestClient.KEY, 1), to -> to.deadline = deadline);
  }

  /** Opens a market of twelve offers. */
  public static TestMarket open() {
    return open(null, IngestLimits.defaults());
  }

  /** Opens a market of twelve offers with limits of its ingest. */
  public static TestMarket open(IngestLimits limits) {
    return open(null, limits);
  }

  /** Opens a market of twelve offers with a deadline of searches. */
  static TestMarket open(Duration deadline) {
    return open(deadline, IngestLimits.defaults());
  }

  private static TestMarket open(Duration deadline, IngestLimits limits) {
    OfferEngine engine =
        OfferEngine.builder(MarketplaceSchema.schema()).clock(() -> TimeKey.ofSeconds(NOW)).build();
    OfferBatch.Builder batch = OfferBatch.builder();
    for (int i = 0; i < 12; i++) {
      batch.upsert(offer(i));
    }
    engine.apply(batch.build());
    return new TestMarket(engine, deadline, limits);
  }

  /** Returns an invented offer: prices rise with the number, and every second price is a tie. */
  private static Offer offer(int number) {
    int price = number / 2;
    return Offer.builder()
        .set(MarketplaceSchema.ID, 1_000L + number)
        .set(MarketplaceSchema.GPU_NAME, number % 3 == 0 ? "RTX 4090" : "H100 \"SXM\" é")
        .set(MarketplaceSchema.NUM_GPUS, 1L << number % 4)
        .set(MarketplaceSchema.RENTABLE, number != 11)
        .set(MarketplaceSchema.DPH_BASE, 0.25 * price + 0.5)
        .set(MarketplaceSchema.END_DATE, NOW + 3_600)
        .build();
  }

  /** Returns the engine. */
  public OfferEngine engine() {
    return engine;
  }

  /** Returns the ingest. */
  public TestIngest ingest() {
    return ingest;
  }

  /** Returns the server. */
  public ApiServer server() {
    return server;
  }

  /** Returns a client of the server. */
  public TestClient client() {
    return new TestClient(server.port());
  }

  /** Returns the identifiers of a response, in order. */
  public static List<Long> ids(String response) {
    OfferCodec codec = new OfferCodec(MarketplaceSchema.schema());
    List<Long> ids = new ArrayList<>();
    try (OfferReader offers = codec.read(new ByteArrayInputStream(response.getBytes(UTF_8)))) {
      offers.forEachRemaining(offer -> ids.add(offer.id()));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return ids;
  }

  @Override
  public void close() {
    server.close();
    engine.close();
  }
}
