package io.offerengine.server.market;

import io.offerengine.SearchableOffers;
import io.offerengine.json.JsonLimits;
import io.offerengine.json.saved.SavedSearchCodec;
import io.offerengine.server.alerts.AlertLimits;
import io.offerengine.server.alerts.AlertLog;
import io.offerengine.server.alerts.SavedSearchRegistry;
import io.offerengine.server.http.Route;
import io.offerengine.server.keys.Scope;
import io.offerengine.server.templates.TemplateRegistry;
import java.util.List;

/**
 * The routes of saved searches and their alerts.
 *
 * <p>Source: decision 90.
 */
public final class SavedSearchRoutes {
  private static final String SEARCHES = "/market/v1/saved_searches";
  private static final String SEARCH = SEARCHES + "/{" + SavedSearchEndpoint.ID + "}";

  private SavedSearchRoutes() {}

  /**
   * Returns the routes.
   *
   * @param templates those whose conditions can be saved
   */
  public static List<Route> of(
      SearchableOffers engine,
      SavedSearchRegistry searches,
      AlertLog alerts,
      TemplateRegistry templates,
      AlertLimits limits) {
    SavedSearchCodec codec =
        new SavedSearchCodec(
            engine.schema(), JsonLimits.DEFAULTS.withMaxBodyBytes(MarketRoutes.BODY_LIMIT));
    SavedSearchEndpoint saved = new SavedSearchEndpoint(engine, searches, templates, codec, limits);
    AlertEndpoint alert = new AlertEndpoint(alerts, codec);
    return List.of(
        Route.of(Scope.SEARCH, "POST", SEARCHES, saved::save).readingJson(MarketRoutes.BODY_LIMIT),
        Route.of(Scope.SEARCH, "GET", SEARCHES, saved::list),
        Route.of(Scope.SEARCH, "GET", SEARCH, saved::show),
        Route.of(Scope.SEARCH, "DELETE", SEARCH, saved::delete),
        Route.of(Scope.SEARCH, "GET", "/market/v1/alerts", alert::answer)
            .knowing(AlertEndpoint.CURSOR, AlertEndpoint.WAIT));
  }
}
