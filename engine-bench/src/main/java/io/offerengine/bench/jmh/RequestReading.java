package io.offerengine.bench.jmh;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.bench.market.Draws;
import io.offerengine.json.SearchCodec;
import io.offerengine.json.SearchRequest;
import io.offerengine.marketplace.MarketplaceSchema;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The cost of reading a request, from its bytes to a query. 64 requests take turns, each with ten
 * conditions, a type, a storage, an order and a limit.
 *
 * <p>{@code java -jar engine-bench/target/benchmarks.jar RequestReading -prof gc}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class RequestReading {
  private static final int POOL = 64;

  private final SearchCodec codec = new SearchCodec(MarketplaceSchema.schema());
  private final byte[][] requests = new byte[POOL][];
  private int next;

  /** Draws the requests. */
  @Setup
  public void setUp() {
    for (int i = 0; i < POOL; i++) {
      requests[i] = request(Draws.of(1, Draws.Kind.QUERIES, i));
    }
  }

  private static byte[] request(Draws draws) {
    return String.format(
            """
            {"verified":{"eq":true},"rentable":{"eq":true},"rented":{"eq":false},\
            "gpu_name":{"in":["RTX 4090","RTX 3090"]},"num_gpus":{"gte":%d},"gpu_ram":{"gte":%d},\
            "reliability":{"gte":0.%d},"dph_total":{"lte":%d.%d},"inet_down":{"gte":%d},\
            "cuda_max_good":{"gte":"12.%d"},"type":"on-demand","allocated_storage":%d,\
            "order":[["dph_total","asc"]],"limit":64}\
            """,
            1 << draws.below(4),
            8000 + 1000 * draws.below(72),
            90 + draws.below(10),
            draws.below(4),
            draws.below(100),
            100 * draws.below(10),
            draws.below(9),
            5 + draws.below(100))
        .getBytes(UTF_8);
  }

  /** Reads a request. */
  @Benchmark
  public SearchRequest read() {
    next = (next + 1) % POOL;
    return codec.readRequest(requests[next]);
  }
}
