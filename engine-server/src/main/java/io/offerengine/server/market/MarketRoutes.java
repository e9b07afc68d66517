package io.offerengine.server.market;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.SearchWork;
import io.offerengine.SearchableOffers;
import io.offerengine.json.ExportCodec;
import io.offerengine.json.FacetCodec;
import io.offerengine.json.JsonLimits;
import io.offerengine.json.PageCodec;
import io.offerengine.json.SearchCodec;
import io.offerengine.query.ErrorCode;
import io.offerengine.query.QueryLimits;
import io.offerengine.server.http.Answer;
import io.offerengine.server.http.Endpoint;
import io.offerengine.server.http.ErrorResponses;
import io.offerengine.server.http.Readiness;
import io.offerengine.server.http.RequestGate;
import io.offerengine.server.http.Route;
import io.offerengine.server.keys.Scope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The routes of search, GPU names, single offers and health over an engine.
 *
 * <p>Source: API document, section 4; docs/operating.md (HTTP).
 */
public final class MarketRoutes {
  private static final String GPU_NAMES = "/api/v0/gpu_names/unique";

  /** The limit of a search's body: 1 MiB. */
  static final int BODY_LIMIT = 1 << 20;

  /** The paths of searches, which only read. */
  private static final Set<String> SEARCHES =
      Set.of(
          "/api/v0/bundles",
          "/api/v0/search/asks",
          "/market/v1/query",
          "/market/v1/facets",
          "/market/v1/page");

  /** Each holds a thread and a version of the offers until its client has read it. */
  private static final int EXPORTS_AT_ONCE = 4;

  /** Enough for ten million offers at 50 MB per second. */
  private static final Duration LONGEST_EXPORT = Duration.ofMinutes(10);

  private static final Answer HEALTHY = Answer.ok("{\"success\":true}".getBytes(UTF_8));

  private MarketRoutes() {}

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
    SearchCodec codec = new SearchCodec(engine.schema(), QueryLimits.DEFAULTS, limits);
    SearchEndpoint search = new SearchEndpoint(engine, codec, listener);
    FacetCodec facetCodec = new FacetCodec(engine.schema(), QueryLimits.DEFAULTS, limits);
    Endpoint facets = new FacetEndpoint(engine, facetCodec);
    PageCodec pageCodec = new PageCodec(engine.schema(), QueryLimits.DEFAULTS, limits);
    Endpoint page = new PageEndpoint(engine, pageCodec, listener);
    ExportCodec exportCodec = new ExportCodec(engine.schema(), QueryLimits.DEFAULTS, limits);
    Endpoint export = new ExportEndpoint(engine, exportCodec, LONGEST_EXPORT);
    OfferEndpoint offers = new OfferEndpoint(engine);
    List<Route> searches =
        List.of(
            Route.of(Scope.SEARCH, "POST", "/api/v0/bundles", search::answerBody)
                .readingJson(BODY_LIMIT)
                .knowing(SearchEndpoint.CURSOR),
            Route.of(Scope.SEARCH, "GET", "/api/v0/bundles", search::answerAddress)
                .knowing(inAddress()),
            Route.of(Scope.SEARCH, "PUT", "/api/v0/search/asks", search::answerBody)
                .readingJson(BODY_LIMIT)
                .knowing(SearchEndpoint.CURSOR),
            Route.of(Scope.SEARCH, "GET", "/api/v0/search/asks", search::answerAddress)
                .knowing(inAddress()),
            Route.of(Scope.SEARCH, "POST", "/market/v1/query", search::answerQuery)
                .readingJson(BODY_LIMIT)
                .knowing(SearchEndpoint.CURSOR),
            Route.of(Scope.SEARCH, "POST", "/market/v1/facets", facets).readingJson(BODY_LIMIT),
            Route.of(Scope.SEARCH, "POST", "/market/v1/page", page)
                .readingJson(BODY_LIMIT)
                .knowing(SearchEndpoint.CURSOR),
            Route.of(Scope.SEARCH, "POST", "/market/v1/export", export)
                .readingJson(BODY_LIMIT)
                .within(new RequestGate(EXPORTS_AT_ONCE, "other exports")),
            Route.open("GET", GPU_NAMES, offers::gpuNames),
            Route.of(Scope.ADMIN, "GET", "/admin/offers/{id}", offers::stored));
    List<Route> routes = new ArrayList<>();
    for (Route route : searches) {
      routes.add(
          route.wrapped(VersionedEndpoint.LEAST, inner -> new VersionedEndpoint(versions, inner)));
    }
    routes.addAll(health(readiness));
    return routes;
  }

  /** Returns the parameters of a search in an address, and the cursor. */
  private static String[] inAddress() {
    List<String> names = new ArrayList<>(SearchCodec.addressParameters());
    names.add(SearchEndpoint.CURSOR);
    return names.toArray(String[]::new);
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
}
