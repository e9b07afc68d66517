package io.offerengine.bench.jmh;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.OfferEngine;
import io.offerengine.bench.market.OfferGenerator;
import io.offerengine.bench.peers.EnginePeer;
import io.offerengine.server.http.ApiServer;
import io.offerengine.server.http.ServerSettings;
import io.offerengine.server.keys.ApiKey;
import io.offerengine.server.market.MarketRoutes;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What a change of a filter on the search page takes: the page's request over HTTP on one
 * connection, with the facets of the sections that are open at first. The baseline is the same
 * search without facets and counts.
 *
 * <p>{@code java -jar engine-bench/target/benchmarks.jar PageChanges}
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class PageChanges {
  private static final long SEED = 7;
  private static final String KEY = "key";
  private static final int PAGE = 50;

  private static final String FACETS =
      """
      {"values":{"gpu_name":10000,"num_gpus":10000,"geolocation":10000,"verification":10000,
       "rentable":10000,"rented":10000},
       "histogram":{
        "dph_total":[0.05,0.1,0.15,0.2,0.3,0.4,0.5,0.75,1,1.5,2,3,4,6,8,12,16,24,32],
        "gpu_ram":[6000,8000,10000,12000,16000,20000,24000,32000,40000,48000,64000,80000,96000,
         128000,140000,180000]},
       "without_own_condition":true}\
      """;

  /** What a person asks for. */
  public enum Filters {
    /** Nothing: all filters are cleared. */
    NONE(""),
    /** The page's first filters. */
    FIRST(
        "\"verification\":{\"in\":[\"verified\"]},\"rentable\":{\"eq\":true},"
            + "\"rented\":{\"eq\":false}"),
    /** A model. */
    MODEL(FIRST.conditions + ",\"gpu_name\":{\"in\":[\"RTX 4090\"]}"),
    /** A model, a number of GPUs and the greatest price. */
    PRICE(MODEL.conditions + ",\"num_gpus\":{\"in\":[2,4]},\"dph_total\":{\"lte\":2}"),
    /** Countries and memory, whatever the model. */
    PLACE(
        FIRST.conditions
            + ",\"geolocation\":{\"in\":[\"US\",\"CA\"]},"
            + "\"gpu_ram\":{\"gte\":24000}"),
    /** A storage that no index knows. */
    STORAGE(MODEL.conditions + ",\"allocated_storage\":300");

    private final String conditions;

    Filters(String conditions) {
      this.conditions = conditions;
    }
  }

  /** Number of offers. */
  @Param({"20000", "1000000"})
  public int offers;

  /** The chosen filters. */
  @Param public Filters filters = Filters.NONE;

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private @Nullable OfferEngine engine;
  private @Nullable ApiServer server;
  private @Nullable HttpRequest page;
  private @Nullable HttpRequest search;

  /** Starts a service over a market. */
  @Setup
  public void setUp() throws IOException {
    engine = EnginePeer.load(new OfferGenerator(SEED, offers, OfferGenerator.DEFAULT_NOW));
    ServerSettings settings = ServerSettings.defaults();
    server = new ApiServer(MarketRoutes.of(engine), ApiKey.ring(KEY, 1), settings);
    server.start();
    server.ready();
    String separator = filters.conditions.isEmpty() ? "" : ",";
    String query = "{" + filters.conditions + separator + "\"limit\":" + PAGE;
    page = request("/market/v1/page", query + ",\"facets\":" + FACETS + "}");
    search = request("/market/v1/query", query + "}");
  }

  private HttpRequest request(String path, String body) {
    URI address = URI.create("http://127.0.0.1:" + Objects.requireNonNull(server).port() + path);
    return HttpRequest.newBuilder(address)
        .header("Authorization", "Bearer " + KEY)
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofString(body))
        .build();
  }

  /** Stops the service. */
  @TearDown
  public void tearDown() {
    Objects.requireNonNull(server).close();
    Objects.requireNonNull(engine).close();
  }

  /** Asks for a page. */
  @Benchmark
  public int page() throws IOException, InterruptedException {
    return send(page);
  }

  /** Asks for the offers alone. */
  @Benchmark
  public int search() throws IOException, InterruptedException {
    return send(search);
  }

  private int send(@Nullable HttpRequest request) throws IOException, InterruptedException {
    HttpResponse<byte[]> response =
        client.send(Objects.requireNonNull(request), BodyHandlers.ofByteArray());
    if (response.statusCode() != 200) {
      throw new IllegalStateException(new String(response.body(), UTF_8));
    }
    return response.body().length;
  }
}
