package io.offerengine.bench.jmh;

import io.offerengine.bench.searches.SearchClass;
import io.offerengine.json.SearchResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
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
 * The cost of compressing a response, compared with {@link Deflater}. At least 60 responses take
 * turns: a processor learns the branches of one that is repeated.
 *
 * <p>Every method renders the response into an array of its own first: {@code rendered} only does
 * that, and its time is to be subtracted from the others. The checksum is part of all. The set-up
 * prints the mean number of bytes.
 *
 * <p>{@code java -jar engine-bench/target/benchmarks.jar ResponseCompression}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(
    value = 1,
    jvmArgsAppend = {"-Xms3g", "-Xmx3g", "-XX:+AlwaysPreTouch"})
public class ResponseCompression {
  private static final int FEWEST = 60;
  private static final long BUDGET = 1L << 30;
  private static final int[] LEVELS = {1, 3, 6};

  /** Number of offers. */
  @Param("1000000")
  public int offers;

  /** The searches; the folded ones are those that requests mean by default. */
  @Param({"Q2", "Q2_FOLDED", "Q9"})
  public SearchClass kind = SearchClass.Q2;

  /** The largest number of results. */
  @Param({"1", "64", "1000"})
  public int limit;

  private final CRC32 checksum = new CRC32();
  private final Deflater level1 = new Deflater(1, true);
  private final Deflater level3 = new Deflater(3, true);
  private final Deflater level6 = new Deflater(6, true);
  private List<SearchResponse> responses = List.of();
  private byte[] text = {};
  private byte[] target = {};
  private int next;

  /** Prepares the responses, and checks and prints their lengths. */
  @Setup
  public void setUp() throws IOException {
    responses = new DrawnResponses(offers, kind, limit, 0, BUDGET, FEWEST).prepared();
    if (responses.size() < FEWEST) {
      throw new IllegalStateException("only " + responses.size() + " responses");
    }
    int longest = responses.stream().mapToInt(SearchResponse::length).max().orElseThrow();
    text = new byte[longest];
    target = new byte[longest + 1_000];
    long plain = 0;
    long rows = 0;
    long[] general = new long[LEVELS.length];
    for (SearchResponse response : responses) {
      byte[] member = response.gzip();
      int length = render(response);
      byte[] back = new GZIPInputStream(new ByteArrayInputStream(member)).readAllBytes();
      if (!Arrays.equals(back, Arrays.copyOf(text, length))) {
        throw new IllegalStateException("the compressed response differs");
      }
      plain += length;
      rows += member.length;
      for (int i = 0; i < LEVELS.length; i++) {
        // The header and the trailer of gzip.
        general[i] += 18 + deflate(length, List.of(level1, level3, level6).get(i));
      }
    }
    int count = responses.size();
    System.out.printf(
        "%n%d responses, mean bytes: plain %d, rows %d, levels 1, 3 and 6: %d, %d, %d%n",
        count,
        plain / count,
        rows / count,
        general[0] / count,
        general[1] / count,
        general[2] / count);
  }

  /** Renders the response. */
  @Benchmark
  public int rendered() {
    return render(nextResponse());
  }

  /** Renders and compresses, knowing that rows are alike. */
  @Benchmark
  public byte[] rows() {
    return nextResponse().gzip();
  }

  /** Renders, and compresses at level 1. */
  @Benchmark
  public int level1() {
    return deflate(render(nextResponse()), level1);
  }

  /** Renders, and compresses at level 3. */
  @Benchmark
  public int level3() {
    return deflate(render(nextResponse()), level3);
  }

  /** Renders, and compresses at level 6. */
  @Benchmark
  public int level6() {
    return deflate(render(nextResponse()), level6);
  }

  private SearchResponse nextResponse() {
    next = (next + 1) % responses.size();
    return responses.get(next);
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
