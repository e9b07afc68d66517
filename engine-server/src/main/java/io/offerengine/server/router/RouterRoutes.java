package io.offerengine.server.router;

import io.offerengine.json.SearchCodec;
import io.offerengine.query.ErrorCode;
import io.offerengine.schema.Schema;
import io.offerengine.server.http.Answer;
import io.offerengine.server.http.ApiRequest;
import io.offerengine.server.http.Endpoint;
import io.offerengine.server.http.ErrorResponses;
import io.offerengine.server.http.Route;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;

/**
 * The routes of a router: the searches, which it answers from all shards, and everything else,
 * which it passes on to one member. Members check keys and rates.
 */
public final class RouterRoutes {
  static final String CURSOR = "cursor";
  static final String MIN_VERSION = "min_version";

  /** The longest token that members read. */
  static final int LONGEST_CURSOR = 16_384;

  /** The limit of a search's body: 1 MiB. */
  private static final int BODY_LIMIT = 1 << 20;

  private static final int EXPORTS_AT_ONCE = 4;

  private final Scatter scatter;
  private final RoutedSearches searches;
  private final RoutedExport export;
  private final Forwarding forwarding;
  private final PositionPoll poll;

  /**
   * Creates the routes.
   *
   * @param limits of waits and memory
   * @param clock the seconds since 1970 that formulas read
   */
  public RouterRoutes(
      ReplicaTable table,
      Schema schema,
      RouterLimits limits,
      DoubleSupplier clock,
      RouterObserver observer) {
    MemberClient members = new MemberClient();
    scatter = new Scatter(table, members, observer, limits.deadline());
    searches =
        new RoutedSearches(
            scatter, schema, BODY_LIMIT, new PartMemory(limits.partBytes()), clock, observer);
    forwarding = new Forwarding(table, limits);
    export = new RoutedExport(scatter, EXPORTS_AT_ONCE, limits.nextBytes(), clock);
    poll = new PositionPoll(table, members);
  }

  /** Returns what asks the members for their positions. */
  public PositionPoll poll() {
    return poll;
  }

  /** Returns the routes. */
  public List<Route> routes() {
    return List.of(
        search("POST", "/api/v0/bundles", searches::answerBody)
            .readingJson(BODY_LIMIT)
            .knowing(CURSOR, MIN_VERSION),
        search("GET", "/api/v0/bundles", searches::answerAddress).knowing(inAddress(MIN_VERSION)),
        search("PUT", "/api/v0/search/asks", searches::answerBody)
            .readingJson(BODY_LIMIT)
            .knowing(CURSOR, MIN_VERSION),
        search("GET", "/api/v0/search/asks", searches::answerAddress)
            .knowing(inAddress(MIN_VERSION)),
        search("POST", "/market/v1/query", searches::answerQuery)
            .readingJson(BODY_LIMIT)
            .knowing(CURSOR, MIN_VERSION),
        search("POST", "/market/v1/facets", searches::answerFacets)
            .readingJson(BODY_LIMIT)
            .knowing(MIN_VERSION),
        search("POST", "/market/v1/page", searches::answerPage)
            .readingJson(BODY_LIMIT)
            .knowing(CURSOR, MIN_VERSION),
        search("POST", "/market/v1/export", export).readingJson(BODY_LIMIT).knowing(MIN_VERSION),
        search("GET", "/api/v0/gpu_names/unique", searches::answerGpuNames).knowing(MIN_VERSION),
        Route.open("GET", "/admin/offers/{id}", forwarding::find).knowing(MIN_VERSION),
        search("POST", "/market/v1/part/{kind}", RouterRoutes::noPart),
        search("GET", "/market/v1/part/{kind}", RouterRoutes::noPart),
        Route.forwarding("/api/v0/", forwarding),
        Route.forwarding("/market/v1/", forwarding),
        Route.forwarding("/admin/", forwarding));
  }

  /** Returns the parameters of a search in an address, the cursor, and some others. */
  static String[] inAddress(String... others) {
    List<String> names = new ArrayList<>(SearchCodec.addressParameters());
    names.add(CURSOR);
    names.addAll(List.of(others));
    return names.toArray(String[]::new);
  }

  /** Returns a route that asks the members whether a key is needed. */
  private static Route search(String method, String path, Endpoint endpoint) {
    return Route.open(
        method,
        path,
        request -> {
          try {
            return endpoint.answer(request);
          } catch (MemberRefusal refusal) {
            return refusal.answer();
          }
        });
  }

  /** A part is for routers, and a router has none. */
  private static Answer noPart(ApiRequest request) {
    throw ErrorResponses.refusal(ErrorCode.NOT_FOUND, "a router has no parts; ask a member");
  }
}
