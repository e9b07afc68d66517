package io.offerengine.server.router;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.server.http.ApiServer;
import io.offerengine.server.http.ServerSettings;
import io.offerengine.server.http.TestClient;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A router in this process. */
final class TestRouter implements AutoCloseable {
  /** Counts nothing. */
  static final RouterObserver SILENT =
      new RouterObserver() {
        @Override
        public void part(Result result) {}

        @Override
        public void hedged() {}

        @Override
        public void added(long nanos) {}
      };

  private final ReplicaTable table;
  private final RouterRoutes routes;
  private final ApiServer server;

  /**
   * Starts a router with a shard at each address, and waits until it knows a version.
   *
   * @param now the seconds since 1970
   */
  TestRouter(List<String> shards, RouterTimes times, double now) throws Exception {
    table = new ReplicaTable(ShardAddresses.parse(shards));
    routes =
        new RouterRoutes(
            table,
            MarketplaceSchema.schema(),
            times,
            () -> now,
            SILENT);
    server = new ApiServer(routes.routes(), key -> null, ServerSettings.defaults());
    server.start();
    server.ready();
    routes.poll().start();
    awaitProblem(null);
  }

  /** Waits until the router has a problem, or none. */
  void awaitProblem(@Nullable String part) throws InterruptedException {
    long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (true) {
      String problem = table.problem();
      if (part == null ? problem == null : problem != null && problem.contains(part)) {
        return;
      }
      if (System.nanoTime() > end) {
        throw new AssertionError("the router says: " + problem);
      }
      Thread.sleep(10);
    }
  }

  int port() {
    return server.port();
  }

  TestClient client() {
    return new TestClient(server.port());
  }

  @Override
  public void close() {
    routes.poll().close();
    server.close();
  }
}
