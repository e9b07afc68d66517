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
import io.offerengine.bench.searches.SearchClass;
import io.offerengine.json.SearchCodec;
import io.offerengine.json.SearchResponse;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TimeKey;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The results of drawn searches over a market, which benchmarks write in turn. Each search has an
 * instant of its own.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class DrawnResponses {
  private static final Schema SCHEMA = MarketplaceSchema.schema();
  private static final long SEED = 1;

  /** The number of results of all searches: more than the caches of one core hold. */
  private static final int RESULTS = 200 * 64;

  private static final int FEWEST = 4;
  private static final int TYPICAL_LIMIT = 64;

  private final SearchCodec codec = new SearchCodec(SCHEMA);
  private final List<Matches> pool = new ArrayList<>();
  private final ByteBuffer buffer;
  private double now = OfferGenerator.DEFAULT_NOW;
  private int next;

  /**
   * Loads a market, runs searches that name no storage, writes their results, runs the searches to
   * be measured, and checks that all ways of writing give the same bytes.
   *
   * @param limit the largest number of results: of typical searches up to 64, of browses beyond
   * @param storage the storage that the measured searches name, in GB; 0 for none
   * @param budget the largest size of the row cache, in bytes
   */
  DrawnResponses(int offers, int limit, double storage, long budget) throws IOException {
    this(
        offers,
        limit > TYPICAL_LIMIT ? SearchClass.Q9 : SearchClass.Q2,
        limit,
        storage,
        budget,
        FEWEST);
  }

  /**
   * Does the same with the searches of one kind.
   *
   * @param fewest the least number of searches
   */
  DrawnResponses(int offers, SearchClass kind, int limit, double storage, long budget, int fewest)
      throws IOException {
    OfferGenerator market = new OfferGenerator(SEED, offers, OfferGenerator.DEFAULT_NOW);
    List<DrawnSearch> drawn =
        new MarketDraws(MarketTable.of(market), SEED, List.of(kind)).searches(kind);
    int searches = Math.min(drawn.size(), Math.max(fewest, RESULTS / limit));
    try (OfferEngine engine =
        OfferEngine.builder(SCHEMA).clock(this::tick).attachmentBudget(budget).build()) {
      engine.load(market.iterator(), LoadListener.NONE);
      Snapshot snapshot = engine.snapshot();
      for (DrawnSearch each : drawn.subList(0, searches)) {
        DrawnSearch search = each.withLimit(limit);
        codec.writeResponse(snapshot.search(EnginePeer.query(search)));
        DrawnSearch measured = storage > 0 ? search.withStorage(storage) : search;
        pool.add(snapshot.search(EnginePeer.query(measured)));
      }
    }
    int largest = 0;
    for (int i = 0; i < pool.size(); i++) {
      next = i;
      byte[] plain = plain();
      next = i;
      if (!Arrays.equals(plain, ready())) {
        throw new IllegalStateException("the writers differ: " + drawn.get(i));
      }
      largest = Math.max(largest, plain.length);
    }
    buffer = ByteBuffer.allocateDirect(largest);
    for (int i = 0; i < pool.size(); i++) {
      next = i;
      byte[] ready = ready();
      next = i;
      if (!readyInBuffer().flip().equals(ByteBuffer.wrap(ready))) {
        throw new IllegalStateException("the buffer differs: " + drawn.get(i));
      }
    }
    next = 0;
  }

  private Instant tick() {
    now += 0.37;
    return TimeKey.ofSeconds(now);
  }

  /** Writes the next response by the codec. */
  byte[] ready() {
    return codec.writeResponse(nextMatches());
  }

  /** Writes the next response by the codec into a direct buffer, over the last one. */
  ByteBuffer readyInBuffer() {
    codec.prepareResponse(nextMatches()).writeTo(buffer.clear());
    return buffer;
  }

  /** Prepares all responses, to be written several times. */
  List<SearchResponse> prepared() {
    return pool.stream().map(codec::prepareResponse).toList();
  }

  /** Writes the next response field by field. */
  byte[] plain() throws IOException {
    return PlainResponses.of(nextMatches());
  }

  private Matches nextMatches() {
    Matches matches = pool.get(next);
    next = (next + 1) % pool.size();
    return matches;
  }
}
