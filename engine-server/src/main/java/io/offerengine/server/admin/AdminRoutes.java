package io.offerengine.server.admin;

import io.offerengine.EngineStats;
import io.offerengine.SearchableOffers;
import io.offerengine.json.DuplicatePolicy;
import io.offerengine.json.JsonBody;
import io.offerengine.json.OfferCodec;
import io.offerengine.json.RecordReader;
import io.offerengine.query.ErrorCode;
import io.offerengine.schema.OfferBatch;
import io.offerengine.server.http.Answer;
import io.offerengine.server.http.ApiRequest;
import io.offerengine.server.http.Endpoint;
import io.offerengine.server.http.ErrorResponses;
import io.offerengine.server.http.Route;
import io.offerengine.server.http.ServerMemory;
import io.offerengine.server.http.WholeNumber;
import io.offerengine.server.http.limit.FairBudget;
import io.offerengine.server.keys.Scope;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToLongBiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The operator's routes that store, update and delete offers while the service runs, and that of
 * statistics.
 *
 * <p>A request is one atomic batch. With the query parameter {@code batch} it is several batches of
 * that many offers.
 *
 * <p><b>Cost.</b> Memory for one batch per running ingest, for any length of the body; see {@link
 * IngestLimits}.
 *
 * <p><b>Threads.</b> Safe for use by many threads.
 */
public final class AdminRoutes {
  private static final String OFFERS = "/admin/offers";

  /** The query parameter with the number of offers in a batch. */
  private static final String BATCH = "batch";

  /** A batch of so few bytes takes little memory, so that many may wait for their turn. */
  private static final int SMALL_BODY = 1 << 16;

  private final SearchableOffers engine;
  private final OfferCodec codec;
  private final IngestLimits limits;
  private final BatchWriter writer;

  private AdminRoutes(SearchableOffers engine, IngestLimits limits, BatchWriter writer) {
    this.engine = engine;
    this.codec = new OfferCodec(engine.schema());
    this.limits = limits;
    this.writer = writer;
  }

  /**
   * Returns the routes of an engine.
   *
   * @param writer changes the offers of the engine
   */
  public static List<Route> of(SearchableOffers engine, IngestLimits limits, BatchWriter writer) {
    return of(engine, limits, writer, FairBudget.ofSlots(limits.ingestsAtOnce(), "other ingests"));
  }

  static List<Route> of(
      SearchableOffers engine, IngestLimits limits, BatchWriter writer, FairBudget ingests) {
    AdminRoutes admin = new AdminRoutes(engine, limits, writer);
    return List.of(
        admin.ingest("PUT", admin::upsert).within(ingests, SMALL_BODY),
        admin.ingest("PATCH", admin::update).within(ingests, SMALL_BODY),
        Route.of(Scope.ADMIN, "DELETE", OFFERS + "/{id}", admin::delete),
        Route.of(Scope.ADMIN, "GET", "/admin/stats", admin::stats));
  }

  private Route ingest(String method, Endpoint endpoint) {
    return Route.of(Scope.ADMIN, method, OFFERS, endpoint)
        .streamingJson(limits.batchBytes(), BATCH)
        .knowing(BATCH);
  }

  /** Stores the offers in the body. Each replaces a stored offer of the same identifier. */
  private Answer upsert(ApiRequest request) throws IOException {
    // Duplicates are found per batch, so that the memory for identifiers is bounded.
    return ingest(
        request,
        () -> codec.read(request.stream(), DuplicatePolicy.LAST),
        (batch, offer) -> {
          batch.upsert(offer);
          return offer.id();
        });
  }

  /** Updates the stored offers in the body: the fields that the body gives change. */
  private Answer update(ApiRequest request) throws IOException {
    return ingest(
        request,
        () -> codec.readChanges(request.stream()),
        (batch, update) -> {
          batch.add(update);
          return update.id();
        });
  }

  private <T> Answer ingest(
      ApiRequest request,
      Supplier<? extends RecordReader<T>> opener,
      ToLongBiFunction<OfferBatch.Builder, T> adding)
      throws IOException {
    Integer every = batchSize(request.parameters().text(BATCH));
    try {
      RecordReader<T> reader = opener.get();
      long version = engine.snapshot().version();
      Ingest<T> ingest = new Ingest<>(writer, reader, adding, request.stream(), limits, version);
      return every == null ? ingest.applyAtOnce() : ingest.applyEvery(every);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Returns the number of offers in a batch; null for one batch. */
  private @Nullable Integer batchSize(@Nullable String text) {
    if (text == null) {
      return null;
    }
    try {
      int size = Integer.parseInt(text);
      if (size >= 1 && size <= limits.batchOffers()) {
        return size;
      }
    } catch (NumberFormatException e) {
      // Refused below, like a number out of range.
    }
    throw ErrorResponses.refusal(
        ErrorCode.INVALID_REQUEST,
        "the query parameter batch is a whole number from 1 to %s, but got \"%s\""
            .formatted(limits.batchOffers(), ErrorResponses.echo(text)));
  }

  private Answer delete(ApiRequest request) {
    long id = WholeNumber.signed("the id of an offer", request.pathParameter("id"));
    return Ingest.answer(1, Map.of(), writer.apply(OfferBatch.builder().delete(id).build()));
  }

  /**
   * Answers with the statistics of the engine's latest version and of the server's memory. Sizes
   * are in bytes.
   */
  private Answer stats(ApiRequest request) {
    EngineStats stats = engine.stats();
    List<Object> structures = new ArrayList<>();
    for (EngineStats.StructureBytes each : stats.structures()) {
      Map<String, Object> shown = new LinkedHashMap<>();
      shown.put("field", each.field());
      shown.put("structure", each.structure());
      shown.put("bytes", each.bytes());
      structures.add(shown);
    }
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("version", stats.version());
    json.put("offers", stats.offers());
    json.put("segments", (long) stats.segments());
    json.put("tail_rows", (long) stats.tailRows());
    json.put("dead_rows", stats.deadRows());
    json.put("seals", stats.seals());
    json.put("merges", stats.merges());
    json.put("attachment_budget", stats.attachmentBudget());
    json.put("total_bytes", stats.totalBytes());
    json.put("structures", structures);
    ServerMemory memory = request.serverMemory();
    Map<String, Object> server = new LinkedHashMap<>();
    server.put("in_flight", memory.inFlight());
    server.put("in_flight_limit", memory.inFlightLimit());
    server.put("pooled_direct", memory.pooledDirect());
    server.put("pooled_heap", memory.pooledHeap());
    server.put("direct", memory.direct());
    server.put("connections", (long) memory.connections());
    server.put("refused_connections", memory.refusedConnections());
    json.put("server", server);
    return Answer.ok(JsonBody.write(json));
  }
}
