package io.offerengine.server.router;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.cluster.merge.MergedFacets;
import io.offerengine.cluster.merge.MergedPage;
import io.offerengine.cluster.merge.MergedRows;
import io.offerengine.cluster.part.FacetsPart;
import io.offerengine.cluster.part.PagePart;
import io.offerengine.cluster.part.RowsPart;
import io.offerengine.cluster.part.TextsPart;
import io.offerengine.facet.Facets;
import io.offerengine.json.FacetCodec;
import io.offerengine.json.JsonLimits;
import io.offerengine.json.PageCodec;
import io.offerengine.json.SearchCodec;
import io.offerengine.json.SearchRequest;
import io.offerengine.json.SearchResponse;
import io.offerengine.query.Cursor;
import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.query.Query;
import io.offerengine.query.QueryLimits;
import io.offerengine.schema.Collation;
import io.offerengine.schema.Schema;
import io.offerengine.server.http.Answer;
import io.offerengine.server.http.ApiRequest;
import io.offerengine.server.http.ErrorResponses;
import io.offerengine.server.http.JsonText;
import io.offerengine.server.router.Scatter.Parts;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.List;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Answers searches of all kinds with the merged answers of shards: the same bytes that one service
 * with all offers would send.
 *
 * <p>The router reads a request only to merge the answers. If it can't read a request, the client
 * gets the refusal of a member.
 *
 * <p><b>Threads.</b> Safe for use by many threads.
 */
final class RoutedSearches {
  /** How many bytes of memory a byte of counts takes while they are added up. */
  private static final int BYTES_PER_COUNTED = 6;

  private final Scatter scatter;
  private final PartMemory memory;
  private final SearchCodec codec;
  private final FacetCodec facetCodec;
  private final PageCodec pageCodec;
  private final DoubleSupplier clock;
  private final RouterObserver observer;

  /**
   * Creates the endpoints.
   *
   * @param bodyLimit the largest body in bytes
   * @param memory where parts wait to be merged
   * @param clock the seconds since 1970 that formulas read
   */
  RoutedSearches(
      Scatter scatter,
      Schema schema,
      int bodyLimit,
      PartMemory memory,
      DoubleSupplier clock,
      RouterObserver observer) {
    this.scatter = scatter;
    this.memory = memory;
    JsonLimits limits = JsonLimits.DEFAULTS.withMaxBodyBytes(bodyLimit);
    this.codec = new SearchCodec(schema, QueryLimits.DEFAULTS, limits);
    this.facetCodec = new FacetCodec(schema, QueryLimits.DEFAULTS, limits);
    this.pageCodec = new PageCodec(schema, QueryLimits.DEFAULTS, limits);
    this.clock = clock;
    this.observer = observer;
  }

  /** Answers a search whose body is the request, or holds it. */
  Answer answerBody(ApiRequest request) {
    return search(request, "search", codec::readRequest);
  }

  /** Answers a search whose body may use all operators and alternatives. */
  Answer answerQuery(ApiRequest request) {
    return search(request, "query", codec::readQuery);
  }

  /** Answers a search whose request is in the address. */
  Answer answerAddress(ApiRequest request) {
    PartRequest part = PartRequest.of(request, "address", null, RouterRoutes.inAddress());
    Supplier<SearchRequest> reader =
        () -> request.read(body -> codec.readAddress(request.parameters().all()));
    return search(request, part, reader);
  }

  private Answer search(ApiRequest request, String kind, Function<byte[], SearchRequest> reader) {
    byte[] body = request.read(whole -> whole);
    PartRequest part = PartRequest.of(request, kind, body, RouterRoutes.CURSOR);
    return search(request, part, () -> reader.apply(body));
  }

  private Answer search(ApiRequest request, PartRequest part, Supplier<SearchRequest> reader) {
    long start = System.nanoTime();
    String token = request.parameters().text(RouterRoutes.CURSOR);
    Cursor cursor = read(part, () -> cursor(token));
    SearchRequest search = read(part, reader);
    Query query = read(part, () -> search.query(cursor, null));
    try (PartMemory.Room room = memory.room(1)) {
      Parts<byte[]> parts = ask(request, part, cursor, room);
      request.compute();
      List<RowsPart> rows = each(parts, RowsPart::read);
      MergedRows merged = MergedRows.of(rows, query.cursorOrder(), query.limit());
      Answer answer = prepared(codec.prepareResponse(merged.json()), merged.nextToken());
      return finish(answer, parts, start);
    }
  }

  /** Answers with counts. */
  Answer answerFacets(ApiRequest request) {
    long start = System.nanoTime();
    PartRequest part = PartRequest.of(request, "facets", request.read(body -> body));
    FacetCodec.Request asked = read(part, () -> facetCodec.readRequest(request.read(body -> body)));
    MergedFacets.requireMergeable(asked.facets());
    try (PartMemory.Room room = memory.room(BYTES_PER_COUNTED)) {
      Parts<byte[]> parts = ask(request, part, null, room);
      request.compute();
      Facets merged =
          MergedFacets.of(asked.facets(), each(parts, in -> FacetsPart.read(in, asked.facets())));
      byte[] body = facetCodec.writeResponse(merged);
      return finish(Answer.prepared(body.length, target -> target.put(body)), parts, start);
    }
  }

  /** Answers with all that a search page shows. */
  Answer answerPage(ApiRequest request) {
    long start = System.nanoTime();
    String token = request.parameters().text(RouterRoutes.CURSOR);
    PartRequest part =
        PartRequest.of(request, "page", request.read(body -> body), RouterRoutes.CURSOR);
    Cursor cursor = read(part, () -> cursor(token));
    PageCodec.Request asked = read(part, () -> pageCodec.readRequest(request.read(body -> body)));
    Query query = read(part, () -> asked.search().query(cursor, null));
    MergedFacets.requireMergeable(asked.facets());
    try (PartMemory.Room room = memory.room(BYTES_PER_COUNTED)) {
      Parts<byte[]> parts = ask(request, part, cursor, room);
      request.compute();
      MergedPage page =
          MergedPage.of(
              each(parts, in -> PagePart.read(in, asked.facets())),
              query.cursorOrder(),
              query.limit(),
              asked.facets());
      SearchResponse response = pageCodec.prepareResponse(page.rows().json(), page.counts());
      return finish(prepared(response, page.rows().nextToken()), parts, start);
    }
  }

  /** Answers with the GPU names of all offers, sorted. */
  Answer answerGpuNames(ApiRequest request) {
    PartRequest part = PartRequest.of(request, "gpu_names", null);
    try (PartMemory.Room room = memory.room(BYTES_PER_COUNTED)) {
      Parts<byte[]> parts = ask(request, part, null, room);
      TreeSet<String> names = new TreeSet<>((Comparator<String>) Collation::compare);
      each(parts, TextsPart::read).forEach(names::addAll);
      StringJoiner json = new StringJoiner(",", "{\"gpu_names\":[", "]}");
      names.forEach(name -> json.add(JsonText.quote(name)));
      return parts.named(Answer.ok(json.toString().getBytes(UTF_8)));
    }
  }

  private static @Nullable Cursor cursor(@Nullable String token) {
    return token == null ? null : Cursor.parse(token);
  }

  /** Reads a part of a request; if that fails, the client gets the refusal of a member. */
  private <T extends @Nullable Object> T read(PartRequest part, Supplier<T> reading) {
    try {
      return reading.get();
    } catch (EngineException e) {
      throw scatter.refusalOf(part, e);
    }
  }

  private Parts<byte[]> ask(
      ApiRequest request, PartRequest part, @Nullable Cursor cursor, PartMemory.Room room) {
    double now = cursor == null ? clock.getAsDouble() : cursor.clock();
    long least = request.parameters().version(RouterRoutes.MIN_VERSION);
    Parts<byte[]> parts = scatter.ask(part, now, least, room.reader());
    room.requireAll();
    return parts;
  }

  private static <T> List<T> each(Parts<byte[]> parts, Function<ByteBuffer, T> reading) {
    return parts.answers().stream()
        .map(HttpResponse::body)
        .map(ByteBuffer::wrap)
        .map(reading)
        .toList();
  }

  private static Answer prepared(SearchResponse response, @Nullable String nextToken) {
    Answer answer = Answer.prepared(response.length(), response::writeTo, response::gzip);
    if (nextToken == null) {
      return answer;
    }
    if (nextToken.length() > RouterRoutes.LONGEST_CURSOR) {
      throw ErrorResponses.refusal(
          ErrorCode.LIMIT_EXCEEDED,
          "the order field has texts that are too long for a cursor to the next page;"
              + " order by another field, or ask for all offers at once with a larger limit");
    }
    return answer.with("Next-Cursor", nextToken);
  }

  private Answer finish(Answer answer, Parts<byte[]> parts, long start) {
    observer.added(System.nanoTime() - start - parts.slowestNanos());
    return parts.named(answer);
  }
}
