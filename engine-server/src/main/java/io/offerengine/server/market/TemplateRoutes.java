package io.offerengine.server.market;

import io.offerengine.json.template.ListedTemplate;
import io.offerengine.json.template.StoredTemplate;
import io.offerengine.json.template.TemplateCodec;
import io.offerengine.json.template.TemplateRequest;
import io.offerengine.json.template.TemplateSearch;
import io.offerengine.query.ErrorCode;
import io.offerengine.schema.Schema;
import io.offerengine.server.http.Answer;
import io.offerengine.server.http.ApiRequest;
import io.offerengine.server.http.ErrorResponses;
import io.offerengine.server.http.QueryParameters;
import io.offerengine.server.http.Route;
import io.offerengine.server.keys.Scope;
import io.offerengine.server.templates.SavedTemplate;
import io.offerengine.server.templates.TemplateRegistry;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The routes that create, edit, delete and list templates.
 *
 * <p><b>Threads.</b> Safe for use by many threads.
 *
 * <p>Source: API document, section 4.3; docs/operating.md.
 */
public final class TemplateRoutes {
  /** The largest request body: 1 MiB. */
  public static final int BODY_LIMIT = 1 << 20;

  private static final Set<Scope> READ = Set.of(Scope.TEMPLATES, Scope.USER_READ);
  private static final Set<Scope> WRITE = Set.of(Scope.TEMPLATES, Scope.USER_WRITE);
  private static final String TEMPLATE = "/api/v0/template";

  /** The query parameter that selects the list. */
  private static final String SELECT = "select";

  private static final String[] SEARCH = TemplateSearch.PARAMETERS.toArray(String[]::new);

  private static final String[] SELECTION =
      Stream.concat(Stream.of(SELECT), TemplateSearch.PARAMETERS.stream()).toArray(String[]::new);

  private static final String CHOICES =
      "send select=mine for your own templates, or select=public for all public ones, or neither"
          + " for both";

  private final TemplateRegistry templates;
  private final TemplateCodec codec;
  private final ListLimits limits;

  private TemplateRoutes(TemplateRegistry templates, TemplateCodec codec, ListLimits limits) {
    this.templates = templates;
    this.codec = codec;
    this.limits = limits;
  }

  /**
   * Returns the routes of a registry.
   *
   * @param schema the fields that templates' conditions may name
   * @param limits those of lists
   */
  public static List<Route> of(TemplateRegistry templates, Schema schema, ListLimits limits) {
    TemplateRoutes endpoint = new TemplateRoutes(templates, new TemplateCodec(schema), limits);
    return List.of(
        Route.of(WRITE, "POST", TEMPLATE, endpoint::save).readingJson(BODY_LIMIT),
        Route.of(WRITE, "PUT", TEMPLATE, endpoint::edit).readingJson(BODY_LIMIT),
        Route.of(WRITE, "DELETE", TEMPLATE, endpoint::delete).readingJson(BODY_LIMIT),
        limits.within(Route.of(READ, "GET", TEMPLATE, endpoint::list).knowing(SELECTION)),
        limits.within(
            Route.of(
                    READ,
                    "GET",
                    "/api/v0/users/me/created-templates",
                    request -> endpoint.search(request, true))
                .knowing(SEARCH)));
  }

  /** Creates or edits a template of the caller. */
  private Answer save(ApiRequest request) {
    return saved(request, request.read(codec::readRequest));
  }

  /** Edits a template of the caller. */
  private Answer edit(ApiRequest request) {
    TemplateRequest asked = request.read(codec::readRequest);
    if (asked.editedHash().isEmpty()) {
      throw ErrorResponses.refusal(
          ErrorCode.INVALID_REQUEST,
          "hash_id is missing: it names the template that is edited; create one with POST");
    }
    return saved(request, asked);
  }

  private Answer saved(ApiRequest request, TemplateRequest asked) {
    SavedTemplate saved = templates.save(request.caller().user(), asked);
    return Answer.ok(codec.writeResponse(saved.message(), saved.template()))
        .about("template " + saved.template().id());
  }

  /** Deletes a template of the caller. */
  private Answer delete(ApiRequest request) {
    long id = templates.delete(request.caller().user(), request.read(codec::readName));
    return Answer.success("msg", "Template Deleted Successfully! Template ID: " + id)
        .about("template " + id);
  }

  /** Lists the templates that are selected, or those that the caller may see and searches. */
  private Answer list(ApiRequest request) {
    QueryParameters parameters = request.parameters();
    String select = parameters.text(SELECT);
    if (select == null) {
      return search(request, false);
    }
    if (TemplateSearch.PARAMETERS.stream().anyMatch(parameters::has)) {
      throw ErrorResponses.refusal(
          ErrorCode.INVALID_REQUEST,
          "select does not go together with %s; %s"
              .formatted(String.join(", ", TemplateSearch.PARAMETERS), CHOICES));
    }
    Iterator<StoredTemplate> list = selected(request, select);
    return limits.answer(out -> codec.writeList(list, out));
  }

  private Iterator<StoredTemplate> selected(ApiRequest request, String select) {
    return switch (select) {
      case "mine" -> templates.ofUser(request.caller().user());
      case "public" -> templates.ofEverybody();
      default ->
          throw ErrorResponses.refusal(
              ErrorCode.INVALID_VALUE,
              "select is \"" + ErrorResponses.echo(select) + "\"; " + CHOICES);
    };
  }

  /**
   * Searches among the templates that the caller may see, or among the caller's own. They are read
   * twice: for what is found, and one by one for what is shown, so that few are in memory and a
   * slow client holds nothing. A template that is deleted in between is not shown.
   */
  private Answer search(ApiRequest request, boolean isOwn) {
    TemplateSearch search = codec.readSearch(request.parameters().all());
    long user = request.caller().user();
    return limits.answer(out -> {
      List<TemplateSearch.Found> found = new ArrayList<>();
      templates
          .visibleTo(user)
          .forEachRemaining(listed -> {
            if (!isOwn || listed.creator() == user) {
              codec.find(search, listed).ifPresent(found::add);
            }
          });
      Iterator<ListedTemplate> shown =
          search.shown(found).stream()
              .map(id -> templates.findListed(user, id))
              .flatMap(Optional::stream)
              .iterator();
      codec.writeFound(search, found.size(), shown, out);
    });
  }
}
