package io.offerengine.server.market;

import io.offerengine.OfferEngine;
import io.offerengine.json.JsonLimits;
import io.offerengine.json.saved.SavedSearchCodec;
import io.offerengine.query.ErrorCode;
import io.offerengine.server.alerts.AlertLimits;
import io.offerengine.server.alerts.AlertLog;
import io.offerengine.server.alerts.SavedSearchRegistry;
import io.offerengine.server.http.Answer;
import io.offerengine.server.http.ErrorResponses;
import io.offerengine.server.http.Route;
import io.offerengine.server.keys.Scope;
import io.offerengine.server.templates.TemplateRegistry;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The routes of saved searches and their alerts.
 *
 * <p>Source: decisions 90 and 91.
 */
public final class SavedSearchRoutes {
  private static final String SEARCHES = "/market/v1/saved_searches";
  private static final String SEARCH = SEARCHES + "/{" + SavedSearchEndpoint.ID + "}";

  private SavedSearchRoutes() {}

  /**
   * Returns the routes.
   *
   * @param templates those whose conditions can be saved
   * @param deadline the longest time to count what a search matches; null for no limit
   */
  public static List<Route> of(
      OfferEngine engine,
      SavedSearchRegistry searches,
      AlertLog alerts,
      TemplateRegistry templates,
      AlertLimits limits,
      @Nullable Duration deadline) {
    SavedSearchCodec codec =
        new SavedSearchCodec(
            engine.schema(), JsonLimits.DEFAULTS.withMaxBodyBytes(MarketRoutes.BODY_LIMIT));
    SavedSearchEndpoint saved =
        new SavedSearchEndpoint(engine, searches, templates, codec, limits, deadline);
    AlertEndpoint alert = new AlertEndpoint(alerts, codec);
    return List.of(
        Route.of(Scope.SEARCH, "POST", SEARCHES, saved::save).readingJson(MarketRoutes.BODY_LIMIT),
        Route.of(Scope.SEARCH, "GET", SEARCHES, saved::list),
        Route.of(Scope.SEARCH, "GET", SEARCH, saved::show),
        Route.of(Scope.SEARCH, "DELETE", SEARCH, saved::delete),
        Route.of(Scope.SEARCH, "GET", "/market/v1/alerts", alert::answer)
            .knowing(AlertEndpoint.CURSOR, AlertEndpoint.WAIT));
  }

  /** Returns the routes of a service whose log has no alerts: each refuses. */
  public static List<Route> withoutLog(List<Route> routes) {
    return routes.stream().map(route -> route.answeredBy(request -> refuse())).toList();
  }

  private static Answer refuse() {
    throw ErrorResponses.refusal(
        ErrorCode.NOT_FOUND,
        "this service has no saved searches and alerts: they need the changes of offers in the"
            + " database, but here these are on Kafka");
  }
}
