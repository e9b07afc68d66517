package io.offerengine.server.market;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.Matches;
import io.offerengine.OfferEngine;
import io.offerengine.SearchWork;
import io.offerengine.Snapshot;
import io.offerengine.cluster.HeldVersions;
import io.offerengine.cluster.merge.MergedFacets;
import io.offerengine.cluster.part.FacetsPart;
import io.offerengine.cluster.part.PagePart;
import io.offerengine.cluster.part.RowsPart;
import io.offerengine.cluster.part.TextsPart;
import io.offerengine.json.ExportCodec;
import io.offerengine.json.FacetCodec;
import io.offerengine.json.JsonLimits;
import io.offerengine.json.PageCodec;
import io.offerengine.json.SearchCodec;
import io.offerengine.json.SearchRequest;
import io.offerengine.json.SearchResponse;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Cursor;
import io.offerengine.query.ErrorCode;
import io.offerengine.query.Query;
import io.offerengine.query.QueryLimits;
import io.offerengine.schema.Schema;
import io.offerengine.server.http.Answer;
import io.offerengine.server.http.ApiRequest;
import io.offerengine.server.http.ErrorResponses;
import io.offerengine.server.http.Readiness;
import io.offerengine.server.http.Route;
import io.offerengine.server.keys.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The routes by which a router asks a member for its part of an answer.
 *
 * <p>A part has the best rows of the member's offers, as many as the search asks for, each with its
 * cursor, and all counts without limits. The bodies and the parameters are those of clients, and
 * the rules for keys, rates, slots and deadlines are those of searches.
 *
 * <p>Source: decision 97.
 */
public final class PartRoutes {
  /** What the paths of all parts begin with. */
  static final String PATH = "/market/v1/part/";

  private static final String BYTES = "application/octet-stream";
  private static final Answer FOUND = Answer.ok("{\"success\":true}".getBytes(UTF_8));

  private final PartEndpoint.Member member;
  private final Consumer<SearchWork> listener;
  private final SearchCodec searches;
  private final FacetCodec facets;
  private final PageCodec pages;
  private final ExportCodec exports;
  private final ExportEndpoint export;

  private PartRoutes(
      PartEndpoint.Member member, OfferEngine engine, Consumer<SearchWork> listener) {
    Schema schema = engine.schema();
    this.member = member;
    this.listener = listener;
    JsonLimits limits = JsonLimits.DEFAULTS.withMaxBodyBytes(MarketRoutes.BODY_LIMIT);
    this.searches = new SearchCodec(schema, QueryLimits.DEFAULTS, limits);
    this.facets = new FacetCodec(schema, QueryLimits.DEFAULTS, limits);
    this.pages = new PageCodec(schema, QueryLimits.DEFAULTS, limits);
    this.exports = new ExportCodec(schema, QueryLimits.DEFAULTS, limits);
    this.export = MarketRoutes.export(engine, exports);
  }

  /**
   * Returns the routes.
   *
   * @param versions which versions of the offers the member has
   * @param held its recent versions
   * @param shard its shard, such as {@code 2/3}
   * @param readiness what {@code /readyz} reports
   * @param listener receives the work of each search
   */
  public static List<Route> of(
      OfferEngine engine,
      OfferVersions versions,
      HeldVersions held,
      String shard,
      Readiness readiness,
      Consumer<SearchWork> listener) {
    PartEndpoint.Member member = new PartEndpoint.Member(versions, held, shard);
    PartRoutes parts = new PartRoutes(member, engine, listener);
    return List.of(
        parts
            .post("search", parts.rows(request -> request.read(parts.searches::readRequest)))
            .knowing(SearchEndpoint.CURSOR),
        Route.of(Scope.SEARCH, "GET", PATH + "address", parts.endpoint(parts.rows(parts::address)))
            .knowing(MarketRoutes.inAddress()),
        parts
            .post("query", parts.rows(request -> request.read(parts.searches::readQuery)))
            .knowing(SearchEndpoint.CURSOR),
        parts.post("facets", parts::facets),
        parts.post("page", parts::page).knowing(SearchEndpoint.CURSOR),
        parts.post("export", parts::export).within(MarketRoutes.exportGate()),
        Route.open("GET", PATH + "gpu_names", parts.endpoint(request -> PartRoutes::gpuNames)),
        Route.open("GET", PATH + "position", parts.endpoint(request -> position(readiness)))
            .evenWhenOverloaded());
  }

  private PartEndpoint endpoint(PartEndpoint.Reader reader) {
    return new PartEndpoint(member, reader);
  }

  private Route post(String kind, PartEndpoint.Reader reader) {
    return Route.of(Scope.SEARCH, "POST", PATH + kind, endpoint(reader))
        .readingJson(MarketRoutes.BODY_LIMIT);
  }

  private SearchRequest address(ApiRequest request) {
    return searches.readAddress(request.parameters().all());
  }

  private PartEndpoint.Reader rows(Function<ApiRequest, SearchRequest> codec) {
    return request -> {
      request.compute();
      SearchRequest search = codec.apply(request);
      Query query = search.query(SearchEndpoint.cursor(request), request.timeLeft());
      return snapshot -> {
        Matches matches = snapshot.search(query, listener);
        return rows(matches, searches.prepareResponse(search, matches), new byte[0]);
      };
    };
  }

  private PartEndpoint.Part facets(ApiRequest request) {
    request.compute();
    FacetCodec.Request asked = request.read(facets::readRequest);
    MergedFacets.requireMergeable(asked.facets());
    Query query = asked.search().query(null, request.timeLeft());
    return snapshot -> {
      return bytes(FacetsPart.write(snapshot.facets(query, asked.facets().withAllValues())));
    };
  }

  private PartEndpoint.Part page(ApiRequest request) {
    request.compute();
    PageCodec.Request asked = request.read(pages::readRequest);
    MergedFacets.requireMergeable(asked.facets());
    PageCodec.Request page =
        new PageCodec.Request(
            asked.search(), asked.facets().withAllValues(), asked.withDefaultStorage());
    Query query = page.search().query(SearchEndpoint.cursor(request), request.timeLeft());
    return snapshot -> {
      Matches matches = snapshot.search(query, listener);
      PageCodec.Counts counts = PageEndpoint.count(snapshot, query, page, matches, request);
      return rows(matches, searches.prepareResponse(matches), PagePart.tail(counts));
    };
  }

  private PartEndpoint.Part export(ApiRequest request) {
    ExportCodec.Request asked = request.read(exports::readRequest);
    return snapshot -> export.answer(snapshot, asked);
  }

  private static Answer gpuNames(Snapshot snapshot) {
    return bytes(TextsPart.write(snapshot.distinctTexts(MarketplaceSchema.GPU_NAME)));
  }

  private static PartEndpoint.Part position(Readiness readiness) {
    List<String> problems = readiness.problems();
    if (!problems.isEmpty()) {
      throw ErrorResponses.refusal(ErrorCode.UNAVAILABLE, String.join("; ", problems));
    }
    return snapshot -> FOUND;
  }

  /** Returns rows and the bytes behind them. */
  private static Answer rows(Matches matches, SearchResponse response, byte[] tail) {
    matches.rewind();
    List<Cursor> cursors = new ArrayList<>(matches.size());
    while (matches.next()) {
      cursors.add(matches.cursor());
    }
    byte[] head = RowsPart.head(cursors, response.rowLengths(), matches.nextCursor() != null);
    int length = Math.addExact(head.length + tail.length, response.rowsLength());
    return Answer.prepared(
        BYTES,
        length,
        target -> {
          target.put(head);
          response.writeRowsTo(target);
          target.put(tail);
        });
  }

  private static Answer bytes(byte[] part) {
    return Answer.prepared(BYTES, part.length, target -> target.put(part));
  }
}
