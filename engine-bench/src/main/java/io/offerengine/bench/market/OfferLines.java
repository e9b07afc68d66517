package io.offerengine.bench.market;

import io.offerengine.json.OfferCodec;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Offer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/**
 * A writer of a market's offers as lines of JSON, in their order, that uses all cores.
 *
 * <p><b>Memory.</b> A few chunks of lines for each core, for any number of offers.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
public final class OfferLines {
  private static final int CHUNK_OFFERS = 512;
  private static final int CHUNK_BYTES = 1 << 20;

  private final OfferGenerator offers;
  private final OfferCodec codec = new OfferCodec(MarketplaceSchema.schema());

  /** Creates a writer of a market. */
  public OfferLines(OfferGenerator offers) {
    this.offers = offers;
  }

  /**
   * Writes all offers.
   *
   * @throws IOException if the stream throws it
   */
  public void write(OutputStream out) throws IOException {
    int cores = Runtime.getRuntime().availableProcessors();
    ExecutorService workers = Executors.newFixedThreadPool(cores);
    try {
      Queue<Future<byte[]>> ahead = new ArrayDeque<>();
      int next = 0;
      while (next < offers.size() || !ahead.isEmpty()) {
        while (next < offers.size() && ahead.size() < 2 * cores) {
          int from = next;
          int to = Math.min(offers.size(), from + CHUNK_OFFERS);
          ahead.add(workers.submit(() -> lines(from, to)));
          next = to;
        }
        out.write(await(ahead.remove()));
      }
    } finally {
      workers.shutdownNow();
    }
  }

  private byte[] lines(int from, int to) throws IOException {
    ByteArrayOutputStream lines = new ByteArrayOutputStream(CHUNK_BYTES);
    codec.writeLines(IntStream.range(from, to).<Offer>mapToObj(offers::offer).iterator(), lines);
    return lines.toByteArray();
  }

  private static byte[] await(Future<byte[]> chunk) throws IOException {
    try {
      return chunk.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }
}
