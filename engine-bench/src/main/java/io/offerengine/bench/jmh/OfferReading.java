package io.offerengine.bench.jmh;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.bench.market.OfferGenerator;
import io.offerengine.json.DuplicatePolicy;
import io.offerengine.json.OfferCodec;
import io.offerengine.json.OfferReader;
import io.offerengine.marketplace.MarketplaceSchema;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
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
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * The rate at which offers are read from lines of JSON, in bytes per second.
 *
 * <p>{@code tokens} is the baseline: jackson-core finds the tokens of the same bytes, and the
 * benchmark ignores them. {@code tokenised} reads the same offers from a list, by tokens. In {@code
 * mixed}, one line in a hundred has a nested member, which the line reader leaves to the tokeniser.
 *
 * <p>{@code java -jar engine-bench/target/benchmarks.jar OfferReading}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 4, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class OfferReading {
  private static final int OFFERS = 20_000;
  private static final int LINES_TO_AN_ODD_ONE = 100;

  private final OfferCodec codec = new OfferCodec(MarketplaceSchema.schema());
  private final JsonFactory factory = new JsonFactory();
  private byte[] lines = new byte[0];
  private byte[] mixed = new byte[0];
  private byte[] list = new byte[0];

  /** The bytes that were read, so that their rate is shown. */
  @AuxCounters(AuxCounters.Type.OPERATIONS)
  @State(Scope.Thread)
  public static class Volume {
    /** Bytes read. */
    public long bytes;
  }

  /** Writes the offers. */
  @Setup
  public void setUp() throws IOException {
    OfferGenerator market = new OfferGenerator(1, OFFERS);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    codec.writeLines(market.iterator(), out);
    lines = out.toByteArray();
    mixed = withOddLines(lines);
    out.reset();
    codec.writeList(market.iterator(), out);
    list = out.toByteArray();
  }

  /** Reads offers from lines. */
  @Benchmark
  public long read(Volume volume) {
    return readAll(lines, volume);
  }

  private static byte[] withOddLines(byte[] plain) {
    StringBuilder text = new StringBuilder(plain.length + OFFERS);
    int count = 0;
    for (String line : new String(plain, UTF_8).lines().toList()) {
      boolean isOdd = count++ % LINES_TO_AN_ODD_ONE == 0;
      text.append(isOdd ? line.replaceFirst("}$", ",\"more\":{\"of\":\"it\"}}") : line)
          .append('\n');
    }
    return text.toString().getBytes(UTF_8);
  }

  /** Reads offers from lines, some of them odd. */
  @Benchmark
  public long mixed(Volume volume) {
    return readAll(mixed, volume);
  }

  /** Reads offers from a list. */
  @Benchmark
  public long tokenised(Volume volume) {
    return readAll(list, volume);
  }

  private long readAll(byte[] text, Volume volume) {
    OfferReader offers = codec.read(new ByteArrayInputStream(text), DuplicatePolicy.LAST);
    long sum = 0;
    while (offers.hasNext()) {
      sum += offers.next().id();
    }
    volume.bytes += text.length;
    return sum;
  }

  /** Finds tokens. */
  @Benchmark
  public int tokens(Volume volume) {
    int count = 0;
    try (JsonParser parser = factory.createParser(ObjectReadContext.empty(), lines)) {
      while (parser.nextToken() != null) {
        count++;
      }
    }
    volume.bytes += lines.length;
    return count;
  }
}
