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
import io.offerengine.json.SearchResponse;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Query;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TimeKey;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
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
import org.openjdk.jmh.annotations.Warmup;

/**
 * The way from the bytes of a request to those of a response, in parts and as a whole. Drawn
 * searches take turns, at least twelve, and each runs at an instant of its own: a processor learns
 * the branches of one that is repeated.
 *
 * <ul>
 *   <li>{@code read} reads the request alone, and {@code search} runs the engine alone.
 *   <li>{@code array} renders results from cached rows to a new array, {@code buffer} to a direct
 *       buffer that is used again, as the server does. {@code plain} writes the same bytes field by
 *       field: the baseline.
 *   <li>{@code whole}, {@code wholeIntoBuffer} and {@code wholePlainly} do all of these.
 *   <li>{@code rows} compresses prepared responses, knowing that rows are alike. {@code level1} and
 *       {@code level3} render them and use {@link Deflater}. The checksum is part of all.
 * </ul>
 *
 * <p>The set-up fails if two ways differ in a byte, and prints the mean number of bytes.
 *
 * <p>{@code java -jar engine-bench/target/benchmarks.jar 'Responses.(plain|array|buffer)' -p
 * kind=Q9 -p limit=1000 -prof gc}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgsAppend = {"-Xms6g", "-Xmx6g", "-XX:+AlwaysPreTouch"})
public class Responses {
  private static final Schema SCHEMA = MarketplaceSchema.schema();
  private static final long SEED = 1;

  /** The number of results of all searches: more than the caches of one core hold. */
  private static final int RESULTS = 200 * 64;

  /** The size of the cache of rows in bytes: larger than the rows of all responses. */
  private static final long CACHE = 1 << 30;

  private static final int FEWEST = 12;
  private static final int MOST = 200;

  /** The header and the trailer of gzip. */
  private static final int ENDS = 18;

  /** Number of offers. */
  @Param("1000000")
  public int offers;

  /** The class of searches; of the plain ones, Q9 has as many results as the limit. */
  @Param("Q2")
  public SearchClass kind = SearchClass.Q2;

  /** The largest number of results. */
  @Param("64")
  public int limit;

  private final SearchCodec codec = new SearchCodec(SCHEMA);
  private final List<byte[]> requests = new ArrayList<>();
  private final List<Query> queries = new ArrayList<>();
  private final List<Matches> found = new ArrayList<>();
  private final List<SearchResponse> prepared = new ArrayList<>();
  private final CRC32 checksum = new CRC32();
  private final Deflater level1 = new Deflater(1, true);
  private final Deflater level3 = new Deflater(3, true);
  private @Nullable OfferEngine engine;
  private ByteBuffer buffer = ByteBuffer.allocate(0);
  private byte[] text = {};
  private byte[] target = {};
  private double now = OfferGenerator.NOW;
  private int next;

  private Instant tick() {
    now += 0.37;
    return TimeKey.ofSeconds(now);
  }

  /** Loads the market, runs drawn searches, and compares the ways. */
  @Setup
  public void setUp() throws IOException {
    OfferGenerator market = new OfferGenerator(SEED, offers);
    List<DrawnSearch> drawn =
        new MarketDraws(MarketTable.of(market), SEED, List.of(kind)).searches(kind);
    engine = OfferEngine.builder(SCHEMA).clock(this::tick).attachmentBudget(CACHE).build();
    engine.load(market.iterator(), LoadListener.NONE);
    Snapshot snapshot = engine.snapshot();
    int searches = Math.max(FEWEST, Math.min(MOST, RESULTS / limit));
    for (DrawnSearch each : drawn.subList(0, Math.min(drawn.size(), searches))) {
      DrawnSearch search = each.withLimit(limit);
      Query query = EnginePeer.query(search);
      requests.add(SearchBody.of(search));
      queries.add(query);
      found.add(snapshot.search(query));
    }
    found.forEach(matches -> prepared.add(codec.prepareResponse(matches)));
    int longest = prepared.stream().mapToInt(SearchResponse::length).max().orElseThrow();
    // Values that follow the clock may get longer.
    buffer = ByteBuffer.allocateDirect(2 * longest);
    text = new byte[longest];
    target = new byte[longest + 1_000];
    compare();
  }

  private void compare() throws IOException {
    long[] bytes = new long[4];
    for (int i = 0; i < found.size(); i++) {
      byte[] plain = PlainResponses.of(found.get(i));
      byte[] member = prepared.get(i).gzip();
      byte[] back = new GZIPInputStream(new ByteArrayInputStream(member)).readAllBytes();
      ByteBuffer written = written(codec.prepareResponse(found.get(i))).flip();
      if (!Arrays.equals(plain, codec.writeResponse(found.get(i)))
          || !written.equals(ByteBuffer.wrap(plain))
          || !Arrays.equals(plain, back)) {
        throw new IllegalStateException("the ways differ: " + queries.get(i));
      }
      int length = render(prepared.get(i));
      bytes[0] += length;
      bytes[1] += member.length;
      bytes[2] += ENDS + deflate(length, level1);
      bytes[3] += ENDS + deflate(length, level3);
    }
    System.out.printf("%n%d responses, mean bytes: ", found.size());
    Arrays.setAll(bytes, i -> bytes[i] / found.size());
    System.out.printf(
        "plain %d, rows %d, level 1 %d, level 3 %d%n", bytes[0], bytes[1], bytes[2], bytes[3]);
  }

  /** Reads a request. */
  @Benchmark
  public SearchRequest read() {
    return codec.readRequest(requests.get(step()));
  }

  /** Searches without reading a request or writing a response. */
  @Benchmark
  public Matches search() {
    return engine().snapshot().search(queries.get(step()));
  }

  /** Renders from cached rows. */
  @Benchmark
  public byte[] array() {
    return codec.writeResponse(found.get(step()));
  }

  /** Renders from cached rows into a buffer, over the last response. */
  @Benchmark
  public ByteBuffer buffer() {
    return written(codec.prepareResponse(found.get(step())));
  }

  /** Writes field by field. */
  @Benchmark
  public byte[] plain() throws IOException {
    return PlainResponses.of(found.get(step()));
  }

  /** Reads a request, searches, and writes the response. */
  @Benchmark
  public byte[] whole() {
    return codec.writeResponse(answer());
  }

  /** Reads a request, searches, and writes the response into a buffer, over the last one. */
  @Benchmark
  public ByteBuffer wholeIntoBuffer() {
    return written(codec.prepareResponse(answer()));
  }

  /** Reads a request, searches, and writes the response field by field. */
  @Benchmark
  public byte[] wholePlainly() throws IOException {
    return PlainResponses.of(answer());
  }

  /** Renders a prepared response and compresses it, knowing that rows are alike. */
  @Benchmark
  public byte[] rows() {
    return prepared.get(step()).gzip();
  }

  /** Renders a prepared response, and compresses it at level 1. */
  @Benchmark
  public int level1() {
    return deflate(render(prepared.get(step())), level1);
  }

  /** Renders a prepared response, and compresses it at level 3. */
  @Benchmark
  public int level3() {
    return deflate(render(prepared.get(step())), level3);
  }

  private int step() {
    next = (next + 1) % found.size();
    return next;
  }

  private Matches answer() {
    return engine().snapshot().search(codec.readRequest(requests.get(step())).query());
  }

  private OfferEngine engine() {
    return Objects.requireNonNull(engine);
  }

  private ByteBuffer written(SearchResponse response) {
    response.writeTo(buffer.clear());
    return buffer;
  }

  private int render(SearchResponse response) {
    response.writeTo(ByteBuffer.wrap(text, 0, response.length()));
    return response.length();
  }

  private int deflate(int length, Deflater deflater) {
    checksum.reset();
    checksum.update(text, 0, length);
    deflater.reset();
    deflater.setInput(text, 0, length);
    deflater.finish();
    int written = 0;
    while (!deflater.finished()) {
      written += deflater.deflate(target, written, target.length - written);
    }
    return checksum.getValue() == 0 ? 0 : written;
  }
}
