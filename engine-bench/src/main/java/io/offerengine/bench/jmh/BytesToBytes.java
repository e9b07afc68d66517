package io.offerengine.bench.jmh;

import io.offerengine.LoadListener;
import io.offerengine.Matches;
import io.offerengine.OfferEngine;
import io.offerengine.Snapshot;
import io.offerengine.bench.market.OfferGenerator;
import io.offerengine.bench.peers.EnginePeer;
import io.offerengine.bench.searches.DrawnSearch;
import io.offerengine.bench.searches.MarketDraws;
import io.offerengine.bench.searches.MarketTable;
import io.offerengine.bench.searches.SearchBody;
import io.offerengine.bench.searches.SearchClass;
import io.offerengine.json.SearchCodec;
import io.offerengine.json.SearchRequest;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Query;
import io.offerengine.schema.TimeKey;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
import org.openjdk.jmh.annotations.Warmup;

/**
 * The cost of a typical search of 64 offers from the bytes of the request to the bytes of the
 * response, compared with the cost of the search alone. 200 drawn searches take turns, each at an
 * instant of its own.
 *
 * <p>{@code read} reads the request alone, and {@code search} runs the engine alone. {@code whole}
 * also reads the request and writes the response to a new array; {@code wholeIntoBuffer} writes to
 * a buffer that is used again, as the server does. {@code wholePlainly} writes field by field: the
 * baseline, checked to write the same bytes.
 *
 * <p>{@code java -jar engine-bench/target/benchmarks.jar BytesToBytes -prof gc}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(
    value = 1,
    jvmArgsAppend = {"-Xms6g", "-Xmx6g", "-XX:+AlwaysPreTouch"})
public class BytesToBytes {
  private static final long SEED = 1;
  private static final int RESPONSE_BYTES = 256 << 10;

  /** Number of offers. */
  @Param("1000000")
  public int offers;

  private final SearchCodec codec = new SearchCodec(MarketplaceSchema.schema());
  private final OfferEngine engine =
      OfferEngine.builder(MarketplaceSchema.schema()).clock(this::tick).build();
  private final List<byte[]> requests = new ArrayList<>();
  private final List<Query> queries = new ArrayList<>();
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(RESPONSE_BYTES);
  private double now = OfferGenerator.DEFAULT_NOW;
  private int next;

  private Instant tick() {
    now += 0.37;
    return TimeKey.ofSeconds(now);
  }

  /** Loads the market, draws the searches, and checks that both writers answer the same. */
  @Setup
  public void setUp() throws IOException {
    OfferGenerator market = new OfferGenerator(SEED, offers, OfferGenerator.DEFAULT_NOW);
    for (DrawnSearch search :
        new MarketDraws(MarketTable.of(market), SEED, List.of(SearchClass.Q2))
            .searches(SearchClass.Q2)) {
      requests.add(SearchBody.of(search));
      queries.add(EnginePeer.query(search));
    }
    engine.load(market.iterator(), LoadListener.NONE);
    Snapshot snapshot = engine.snapshot();
    for (int i = 0; i < queries.size(); i++) {
      Matches matches = snapshot.search(queries.get(i));
      byte[] kept = codec.writeResponse(matches);
      if (!Arrays.equals(kept, PlainResponses.of(matches))) {
        throw new IllegalStateException("the writers differ on search " + i);
      }
    }
  }

  /** Reads a request. */
  @Benchmark
  public SearchRequest read() {
    return codec.readRequest(requests.get(step()));
  }

  /** Searches without reading a request or writing a response. */
  @Benchmark
  public Matches search() {
    return engine.snapshot().search(queries.get(step()));
  }

  /** Reads a request, searches, and writes the response. */
  @Benchmark
  public byte[] whole() {
    return codec.writeResponse(found());
  }

  /** Reads a request, searches, and writes the response into a buffer, over the last one. */
  @Benchmark
  public ByteBuffer wholeIntoBuffer() {
    buffer.clear();
    codec.prepareResponse(found()).writeTo(buffer);
    return buffer;
  }

  /** Reads a request, searches, and writes the response field by field. */
  @Benchmark
  public byte[] wholePlainly() throws IOException {
    return PlainResponses.of(found());
  }

  private Matches found() {
    return engine.snapshot().search(codec.readRequest(requests.get(step())).query());
  }

  private int step() {
    next = (next + 1) % queries.size();
    return next;
  }
}
