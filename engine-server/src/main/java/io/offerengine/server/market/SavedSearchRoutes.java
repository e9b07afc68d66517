package io.offerengine.server.market;

import io.offerengine.SearchableOffers;
import io.offerengine.Snapshot;
import io.offerengine.json.JsonBody;
import io.offerengine.json.JsonLimits;
import io.offerengine.json.SearchCodec;
import io.offerengine.json.SearchRequest;
import io.offerengine.json.template.TemplateRequest;
import io.offerengine.query.ErrorCode;
import io.offerengine.server.alerts.AlertLimits;
import io.offerengine.server.alerts.AlertLog;
import io.offerengine.server.alerts.AlertPage;
import io.offerengine.server.alerts.SavedSearchRegistry;
import io.offerengine.server.alerts.SavedSearchRequest;
import io.offerengine.server.alerts.ShownSearch;
import io.offerengine.server.http.Answer;
import io.offerengine.server.http.ApiRequest;
import io.offerengine.server.http.ErrorResponses;
import io.offerengine.server.http.Route;
import io.offerengine.server.http.WholeNumber;
import io.offerengine.server.http.limit.Turns;
import io.offerengine.server.keys.Scope;
import io.offerengine.server.templates.TemplateRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The routes of saved searches and their alerts. To everybody but its owner, also to
 * administrators, a saved search does not exist.
 *
 * <p><b>Threads.</b> Safe for use by many threads.
 *
 * <p>Source: decision 90.
 */
public final class SavedSearchRoutes {
  private static final String SEARCHES = "/market/v1/saved_searches";

  /** The path parameter with the number of a saved search. */
  private static final String ID = "id";

  private static final String SEARCH = SEARCHES + "/{" + ID + "}";

  /** The query parameter with the cursor of the last answer. */
  private static final String CURSOR = "cursor";

  /** The query parameter with the seconds to wait. */
  private static final String WAIT = "wait";

  private static final int MOST_SECONDS = 60;

  private static final JsonLimits BODY =
      JsonLimits.DEFAULTS.withMaxBodyBytes(MarketRoutes.BODY_LIMIT);

  private final SearchableOffers engine;
  private final SavedSearchRegistry searches;
  private final AlertLog alerts;
  private final TemplateRegistry templates;
  private final SearchCodec codec;
  private final AlertLimits limits;

  private SavedSearchRoutes(
      SearchableOffers engine,
      SavedSearchRegistry searches,
      AlertLog alerts,
      TemplateRegistry templates,
      AlertLimits limits) {
    this.engine = engine;
    this.searches = searches;
    this.alerts = alerts;
    this.templates = templates;
    this.codec = new SearchCodec(engine.schema());
    this.limits = limits;
  }

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
    SavedSearchRoutes saved = new SavedSearchRoutes(engine, searches, alerts, templates, limits);
    return List.of(
        Route.of(Scope.SEARCH, "POST", SEARCHES, saved::save).readingJson(MarketRoutes.BODY_LIMIT),
        Route.of(Scope.SEARCH, "GET", SEARCHES, saved::list),
        Route.of(Scope.SEARCH, "GET", SEARCH, saved::show),
        Route.of(Scope.SEARCH, "DELETE", SEARCH, saved::delete),
        Route.of(Scope.SEARCH, "GET", "/market/v1/alerts", saved::alerts).knowing(CURSOR, WAIT));
  }

  /** Saves a search, or the conditions of a template. */
  private Answer save(ApiRequest request) {
    SavedSearchRequest asked = request.read(body -> SavedSearchRequest.read(body, codec, BODY));
    long user = request.caller().user();
    SearchRequest search = asked.search();
    String text = asked.text();
    if (search == null) {
      String hash = String.valueOf(asked.template());
      TemplateRequest template = templates.read(templates.find(user, hash));
      search = template.extraFilters();
      text = template.extraFiltersText();
    }
    Turns.Turn turn = request.compute();
    requireRare(search, request.timeLeft());
    // Others search while this request waits for the database.
    turn.close();
    ShownSearch saved = searches.add(user, asked.name(), asked.coolDown(), text);
    return Answer.ok(JsonBody.write(saved.members()))
        .notStored()
        .about("saved search " + saved.id());
  }

  private void requireRare(SearchRequest search, @Nullable Duration timeLeft) {
    Snapshot snapshot = engine.snapshot();
    long matches = snapshot.count(search.query(null, timeLeft));
    long most = limits.mostMatches(snapshot.size());
    if (matches > most) {
      throw ErrorResponses.refusal(
          ErrorCode.LIMIT_EXCEEDED,
          ("the search matches %s of %s offers, and a saved search may match %s of them;"
                  + " add conditions")
              .formatted(matches, snapshot.size(), most));
    }
  }

  /** Lists the caller's saved searches. */
  private Answer list(ApiRequest request) {
    List<?> own =
        searches.ofUser(request.caller().user()).stream().map(ShownSearch::members).toList();
    return Answer.ok(JsonBody.write(Map.of("saved_searches", own))).notStored();
  }

  /** Shows a saved search of the caller. */
  private Answer show(ApiRequest request) {
    ShownSearch found = searches.find(request.caller().user(), id(request));
    return Answer.ok(JsonBody.write(found.members())).notStored();
  }

  /** Deletes a saved search of the caller. */
  private Answer delete(ApiRequest request) {
    long id = id(request);
    searches.remove(request.caller().user(), id);
    return Answer.success("msg", "Saved Search Deleted: " + id).about("saved search " + id);
  }

  private static long id(ApiRequest request) {
    return WholeNumber.positive("the id of a saved search in the path", request.pathParameter(ID));
  }

  /**
   * Answers with the caller's alerts; if there are none, when there are some or the time is over. A
   * request that waits has no thread.
   */
  private Answer alerts(ApiRequest request) {
    long user = request.caller().user();
    String cursor = request.parameters().text(CURSOR);
    CompletableFuture<?> signal = alerts.await(user, wait(request.parameters().text(WAIT)));
    boolean isWaiting = false;
    try {
      AlertPage page = alerts.read(user, cursor);
      boolean isEmpty = page.alerts().isEmpty() && page.missed() == 0;
      isWaiting = isEmpty && !signal.isDone();
      if (isWaiting) {
        return Answer.later(signal, () -> answer(alerts.read(user, cursor)));
      }
      // An alert may have come, with its signal, since the first look.
      return answer(isEmpty ? alerts.read(user, cursor) : page);
    } finally {
      if (!isWaiting) {
        signal.complete(null);
      }
    }
  }

  private static Answer answer(AlertPage page) {
    return Answer.ok(page.write()).notStored();
  }

  private static Duration wait(@Nullable String text) {
    if (text == null) {
      return Duration.ZERO;
    }
    if (!text.matches("[0-9]{1,2}") || Integer.parseInt(text) > MOST_SECONDS) {
      throw ErrorResponses.refusal(
          ErrorCode.INVALID_VALUE,
          "wait takes from 0 to %s whole seconds, but got \"%s\""
              .formatted(MOST_SECONDS, ErrorResponses.echo(text)));
    }
    return Duration.ofSeconds(Integer.parseInt(text));
  }
}
