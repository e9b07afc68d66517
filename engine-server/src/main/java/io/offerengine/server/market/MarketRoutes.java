package io.offerengine.server.market;

import io.offerengine.Match;
import io.offerengine.Matches;
import io.offerengine.SearchWork;
import io.offerengine.SearchableOffers;
import io.offerengine.Snapshot;
import io.offerengine.facet.Facets;
import io.offerengine.json.ExportCodec;
import io.offerengine.json.FacetCodec;
import io.offerengine.json.JsonBody;
import io.offerengine.json.JsonLimits;
import io.offerengine.json.OfferCodec;
import io.offerengine.json.PageCodec;
import io.offerengine.json.PageCodec.Without;
import io.offerengine.json.SearchCodec;
import io.offerengine.json.SearchRequest;
import io.offerengine.json.SearchResponse;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Cursor;
import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.query.Query;
import io.offerengine.query.QueryLimits;
import io.offerengine.query.UnknownOfferException;
import io.offerengine.schema.Condition;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Schema;
import io.offerengine.server.http.Answer;
import io.offerengine.server.http.ApiRequest;
import io.offerengine.server.http.Endpoint;
import io.offerengine.server.http.ErrorResponses;
import io.offerengine.server.http.Readiness;
import io.offerengine.server.http.Route;
import io.offerengine.server.http.WholeNumber;
import io.offerengine.server.http.limit.FairBudget;
import io.offerengine.server.keys.Scope;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The routes of search, facets, the search page, exports, GPU names, single offers and health over
 * an engine.
 *
 * <p>If results were cut, the header {@code Next-Cursor} has the cursor of the next page. The
 * client sends it back as the query parameter {@code cursor}.
 *
 * <p><b>Threads.</b> Safe for use by many threads.
 *
 * <p>Source: API document, section 4; docs/operating.md (HTTP).
 */
public final class MarketRoutes {
  /** The limit of a search's body: 1 MiB. */
  static final int BODY_LIMIT = 1 << 20;

  private static final String BUNDLES = "/api/v0/bundles";
  private static final String ASKS = "/api/v0/search/asks";
  private static final String QUERY = "/market/v1/query";
  private static final String FACETS = "/market/v1/facets";
  private static final String PAGE = "/market/v1/page";

  /** The paths of searches, which only read. */
  private static final Set<String> SEARCHES = Set.of(BUNDLES, ASKS, QUERY, FACETS, PAGE);

  /** The query parameter with the cursor of the next page. */
  private static final String CURSOR = "cursor";

  /** The longest token that {@link Cursor#parse} reads. */
  private static final int MAX_CURSOR = 16_384;

  /** Each holds a thread and a version of the offers until its client has read it. */
  private static final int EXPORTS_AT_ONCE = 4;

  /** Enough for ten million offers at 50 MB per second. */
  private static final Duration LONGEST_EXPORT = Duration.ofMinutes(10);

  private static final String LINES = "application/x-ndjson";
  private static final Answer HEALTHY = Answer.success();

  private final SearchableOffers engine;
  private final SearchCodec searches;
  private final FacetCodec facets;
  private final PageCodec pages;
  private final OfferCodec offers;
  private final Consumer<SearchWork> listener;

  private MarketRoutes(SearchableOffers engine, JsonLimits limits, Consumer<SearchWork> listener) {
    Schema schema = engine.schema();
    this.engine = engine;
    this.searches = new SearchCodec(schema, QueryLimits.DEFAULTS, limits);
    this.facets = new FacetCodec(schema, QueryLimits.DEFAULTS, limits);
    this.pages = new PageCodec(schema, QueryLimits.DEFAULTS, limits);
    this.offers = new OfferCodec(schema);
    this.listener = listener;
  }

  /** Returns the routes of a service that is ready as soon as it has its offers. */
  public static List<Route> of(SearchableOffers engine) {
    return of(engine, OfferVersions.of(engine), new Readiness(), work -> {});
  }

  /**
   * Returns the routes.
   *
   * @param versions which versions of the offers the service has
   * @param readiness what {@code /readyz} reports once the offers are loaded
   * @param listener receives the work of each search
   */
  public static List<Route> of(
      SearchableOffers engine,
      OfferVersions versions,
      Readiness readiness,
      Consumer<SearchWork> listener) {
    JsonLimits limits = JsonLimits.DEFAULTS.withMaxBodyBytes(BODY_LIMIT);
    MarketRoutes market = new MarketRoutes(engine, limits, listener);
    ExportCodec exports = new ExportCodec(engine.schema(), QueryLimits.DEFAULTS, limits);
    String[] inAddress =
        Stream.concat(SearchCodec.addressParameters().stream(), Stream.of(CURSOR))
            .toArray(String[]::new);
    List<Route> routes = new ArrayList<>();
    routes.add(inBody("POST", BUNDLES, market::search).knowing(CURSOR));
    routes.add(search("GET", BUNDLES, market::searchAddress).knowing(inAddress));
    routes.add(inBody("PUT", ASKS, market::search).knowing(CURSOR));
    routes.add(search("GET", ASKS, market::searchAddress).knowing(inAddress));
    routes.add(inBody("POST", QUERY, market::searchQuery).knowing(CURSOR));
    routes.add(inBody("POST", FACETS, market::facets));
    routes.add(inBody("POST", PAGE, market::page).knowing(CURSOR));
    routes.add(
        inBody("POST", "/market/v1/export", export(engine, exports, LONGEST_EXPORT))
            .within(FairBudget.ofSlots(EXPORTS_AT_ONCE, "other exports")));
    routes.add(Route.open("GET", "/api/v0/gpu_names/unique", market::gpuNames));
    routes.add(Route.of(Scope.ADMIN, "GET", "/admin/offers/{id}", market::stored));
    routes.replaceAll(route ->
        route.wrapped(OfferVersions.LEAST, search -> request -> versions.answer(request, search)));
    routes.addAll(health(readiness));
    return routes;
  }

  private static Route search(String method, String path, Endpoint endpoint) {
    return Route.of(Scope.SEARCH, method, path, endpoint);
  }

  private static Route inBody(String method, String path, Endpoint endpoint) {
    return search(method, path, endpoint).readingJson(BODY_LIMIT);
  }

  /**
   * Returns routes of which those of searches also admit requests without a key. A new operation
   * does so only if it is named here, whatever its scope.
   */
  public static List<Route> withPublicSearch(List<Route> routes) {
    return routes.stream()
        .map(route -> SEARCHES.contains(route.path()) ? route.alsoWithoutKey() : route)
        .toList();
  }

  /**
   * Returns the routes by which proxies and supervisors watch the service.
   *
   * @param readiness what {@code /readyz} reports once the offers are loaded
   */
  public static List<Route> health(Readiness readiness) {
    return List.of(
        Route.open("GET", "/healthz", request -> HEALTHY).evenWhenOverloaded(),
        Route.open("GET", "/readyz", request -> ready(readiness)).evenWhenOverloaded());
  }

  private static Answer ready(Readiness readiness) {
    List<String> problems = readiness.problems();
    if (!problems.isEmpty()) {
      throw ErrorResponses.refusal(ErrorCode.UNAVAILABLE, String.join("; ", problems));
    }
    return HEALTHY;
  }

  /** Answers a search whose body is the request, or holds it. */
  private Answer search(ApiRequest request) {
    return search(request, searches::readRequest);
  }

  /** Answers a search whose body may use all operators and alternatives. */
  private Answer searchQuery(ApiRequest request) {
    return search(request, searches::readQuery);
  }

  /** Answers a search whose request is in the address. */
  private Answer searchAddress(ApiRequest request) {
    return search(request, body -> searches.readAddress(request.parameters().all()));
  }

  private Answer search(ApiRequest request, Function<byte[], SearchRequest> reader) {
    request.compute();
    SearchRequest search = request.read(reader);
    Snapshot snapshot = engine.snapshot();
    Matches matches = snapshot.search(search.query(cursor(request), request.timeLeft()), listener);
    return answer(snapshot, searches.prepareResponse(search, matches), matches);
  }

  /** Answers with counts of the values of matching offers. */
  private Answer facets(ApiRequest request) {
    request.compute();
    FacetCodec.Request asked = request.read(facets::readRequest);
    Query query = asked.search().query(null, request.timeLeft());
    Snapshot snapshot = engine.snapshot();
    byte[] body = facets.writeResponse(snapshot.facets(query, asked.facets()));
    // Prepared answers count as bytes in flight until the client has read them.
    Answer answer = Answer.prepared(body.length, target -> target.put(body), null);
    return OfferVersions.named(snapshot, answer);
  }

  /** Answers with all that a search page shows after a change. */
  private Answer page(ApiRequest request) {
    request.compute();
    PageCodec.Request page = request.read(pages::readRequest);
    Query query = page.search().query(cursor(request), request.timeLeft());
    Snapshot snapshot = engine.snapshot();
    Matches matches = snapshot.search(query, listener);
    PageCodec.Counts counts = counts(snapshot, query, page, matches, request);
    return answer(snapshot, pages.prepareResponse(matches, counts), matches);
  }

  /**
   * Counts what a search page tells beside its offers: how many match, how many bundles they are,
   * facets, and which condition to drop if nothing matches. All of it counts one snapshot.
   */
  private static PageCodec.Counts counts(
      Snapshot snapshot, Query query, PageCodec.Request page, Matches matches, ApiRequest request) {
    List<Long> sizes = new ArrayList<>(Collections.nCopies(matches.size(), 1L));
    List<Integer> positions = new ArrayList<>(matches.size());
    List<Long> bundles = new ArrayList<>(matches.size());
    for (int i = 0; i < matches.size(); i++) {
      Match match = matches.get(i);
      if (match.has(MarketplaceSchema.BUNDLE_ID)) {
        positions.add(i);
        bundles.add(match.get(MarketplaceSchema.BUNDLE_ID));
      }
    }
    Query left = query.withDeadline(request.timeLeft());
    Facets facets = snapshot.facets(left, page.facets().withFolds(bundles));
    List<Long> counted = Objects.requireNonNull(facets.folds()).sizes();
    for (int i = 0; i < counted.size(); i++) {
      sizes.set(positions.get(i), counted.get(i));
    }
    List<Without> without =
        facets.matched() == 0 ? without(snapshot, query, page, request) : List.of();
    return new PageCodec.Counts(facets, sizes, without);
  }

  private static List<Without> without(
      Snapshot snapshot, Query query, PageCodec.Request page, ApiRequest request) {
    List<Condition> conditions = query.conditions();
    List<Long> counts = snapshot.countWithout(query.withDeadline(request.timeLeft()));
    List<Without> without = new ArrayList<>();
    for (int i = 0; i < counts.size(); i++) {
      without.add(Without.of(conditions.get(i), counts.get(i)));
    }
    SearchRequest defaultStorage = page.withDefaultStorage();
    if (defaultStorage != null) {
      long count = snapshot.count(defaultStorage.query(null, request.timeLeft()));
      without.add(Without.ofStorage(count));
    }
    return without;
  }

  /** Returns an answer that compresses itself, with the next cursor if results were cut. */
  private static Answer answer(Snapshot snapshot, SearchResponse response, Matches matches) {
    Answer answer = Answer.prepared(response.length(), response::writeTo, response::gzip);
    Cursor next = matches.nextCursor();
    return OfferVersions.named(
        snapshot, next == null ? answer : answer.with("Next-Cursor", headerOf(next)));
  }

  /** Returns the cursor of a request; null for the first page. */
  private static @Nullable Cursor cursor(ApiRequest request) {
    String token = request.parameters().text(CURSOR);
    return token == null ? null : Cursor.parse(token);
  }

  /**
   * Returns the header value of a cursor. Long texts in the order could make it longer than {@link
   * Cursor#parse} accepts.
   *
   * @throws EngineException if it is
   */
  private static String headerOf(Cursor cursor) {
    String token = cursor.token();
    if (token.length() > MAX_CURSOR) {
      throw ErrorResponses.refusal(
          ErrorCode.LIMIT_EXCEEDED,
          "the order field has texts that are too long for a cursor to the next page;"
              + " order by another field, or ask for all offers at once with a larger limit");
    }
    return token;
  }

  /**
   * Returns an endpoint that answers with all matching offers of one version, a line of JSON each.
   *
   * <p>An export is written while it is sent, in constant memory. As long as it runs, it holds a
   * thread and its version of the offers, so few exports should run at once.
   *
   * @param longest how long an export may take before its connection is cut
   */
  static Endpoint export(SearchableOffers engine, ExportCodec codec, Duration longest) {
    return request -> {
      Snapshot snapshot = engine.snapshot();
      ExportCodec.Request limited = request.read(codec::readRequest).withDeadline(longest);
      return OfferVersions.named(
          snapshot, Answer.streamed(LINES, out -> codec.write(snapshot, limited, out)));
    };
  }

  /** Answers with the stored fields of one offer. Computed fields appear in searches only. */
  private Answer stored(ApiRequest request) throws IOException {
    long id = WholeNumber.signed("the id of an offer", request.pathParameter("id"));
    Snapshot snapshot = engine.snapshot();
    Offer offer = snapshot.find(id);
    if (offer == null) {
      // That the version lacks the offer is an answer, too, so it names the version.
      return OfferVersions.named(
          snapshot, ErrorResponses.of(new UnknownOfferException(id, "shown")));
    }
    ByteArrayOutputStream json = new ByteArrayOutputStream();
    offers.writeLines(List.of(offer).iterator(), json);
    return OfferVersions.named(snapshot, Answer.ok(json.toByteArray()));
  }

  /** Answers with the GPU names of all offers, sorted. Real clients ask for them first. */
  private Answer gpuNames(ApiRequest request) {
    request.compute();
    Snapshot snapshot = engine.snapshot();
    List<String> names = snapshot.distinctTexts(MarketplaceSchema.GPU_NAME);
    return OfferVersions.named(snapshot, Answer.ok(JsonBody.write(Map.of("gpu_names", names))));
  }
}
