package io.offerengine.server.market;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.SearchableOffers;
import io.offerengine.Snapshot;
import io.offerengine.json.SearchRequest;
import io.offerengine.json.saved.SavedSearchCodec;
import io.offerengine.json.saved.SavedSearchRequest;
import io.offerengine.json.saved.ShownSearch;
import io.offerengine.json.template.TemplateRequest;
import io.offerengine.query.ErrorCode;
import io.offerengine.server.alerts.AlertLimits;
import io.offerengine.server.alerts.SavedSearchRegistry;
import io.offerengine.server.http.Answer;
import io.offerengine.server.http.ApiRequest;
import io.offerengine.server.http.ErrorResponses;
import io.offerengine.server.http.WholeNumber;
import io.offerengine.server.http.limit.Turns;
import io.offerengine.server.templates.TemplateRegistry;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Saves, shows and deletes the caller's searches. To everybody else, also to administrators, a
 * saved search does not exist.
 *
 * <p><b>Threads.</b> Safe for use by many threads.
 */
final class SavedSearchEndpoint {
  /** The path parameter with the number of a saved search. */
  static final String ID = "id";

  private final SearchableOffers engine;
  private final SavedSearchRegistry searches;
  private final TemplateRegistry templates;
  private final SavedSearchCodec codec;
  private final AlertLimits limits;

  SavedSearchEndpoint(
      SearchableOffers engine,
      SavedSearchRegistry searches,
      TemplateRegistry templates,
      SavedSearchCodec codec,
      AlertLimits limits) {
    this.engine = engine;
    this.searches = searches;
    this.templates = templates;
    this.codec = codec;
    this.limits = limits;
  }

  /** Saves a search, or the conditions of a template. */
  Answer save(ApiRequest request) {
    SavedSearchRequest asked = request.read(codec::readRequest);
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
    ShownSearch saved = searches.add(user, asked.name(), asked.coolDown(), text, search.query());
    return Answer.ok(codec.writeSearch(saved)).notStored().about("saved search " + saved.id());
  }

  private void requireRare(SearchRequest search, @Nullable Duration timeLeft) {
    Snapshot snapshot = engine.snapshot();
    long matches = snapshot.count(search.query(null, timeLeft));
    long most = limits.mostMatches(snapshot.size());
    if (matches > most) {
      throw ErrorResponses.refusal(
          ErrorCode.LIMIT_EXCEEDED,
          "the search matches "
              + matches
              + " of "
              + snapshot.size()
              + " offers, and a saved search may match "
              + most
              + " of them; add conditions");
    }
  }

  /** Lists the caller's saved searches. */
  Answer list(ApiRequest request) {
    return Answer.ok(codec.writeSearches(searches.ofUser(request.caller().user()))).notStored();
  }

  /** Shows a saved search of the caller. */
  Answer show(ApiRequest request) {
    ShownSearch found = searches.find(request.caller().user(), id(request));
    return Answer.ok(codec.writeSearch(found)).notStored();
  }

  /** Deletes a saved search of the caller. */
  Answer delete(ApiRequest request) {
    long id = id(request);
    searches.remove(request.caller().user(), id);
    String answer = "{\"success\":true,\"msg\":\"Saved Search Deleted: " + id + "\"}";
    return Answer.ok(answer.getBytes(UTF_8)).about("saved search " + id);
  }

  private static long id(ApiRequest request) {
    return WholeNumber.positive("the id of a saved search in the path", request.pathParameter(ID));
  }
}
