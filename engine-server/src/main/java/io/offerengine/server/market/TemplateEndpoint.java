package io.offerengine.server.market;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.json.template.ListedTemplate;
import io.offerengine.json.template.StoredTemplate;
import io.offerengine.json.template.TemplateCodec;
import io.offerengine.json.template.TemplateFilter;
import io.offerengine.json.template.TemplateRequest;
import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.server.http.Answer;
import io.offerengine.server.http.ApiRequest;
import io.offerengine.server.http.ErrorResponses;
import io.offerengine.server.http.QueryParameters;
import io.offerengine.server.templates.SavedTemplate;
import io.offerengine.server.templates.TemplateRegistry;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * Creates, edits, deletes and lists templates.
 *
 * <p><b>Threads.</b> Safe for use by many threads.
 */
final class TemplateEndpoint {
  /** The query parameter that selects the list. */
  static final String SELECT = "select";

  /** The query parameter that selects columns; clients of the marketplace send it. */
  static final String COLUMNS = "select_cols";

  /** The query parameter with conditions on templates. */
  static final String FILTERS = "select_filters";

  private static final byte[] NO_CONDITIONS = "{}".getBytes(UTF_8);

  private static final String CHOICES =
      "send select=mine for your own templates, or select=public for all public ones, or"
          + " select_filters with conditions, {} for none, for both";

  private final TemplateRegistry templates;
  private final TemplateCodec codec;
  private final ListLimits limits;

  TemplateEndpoint(TemplateRegistry templates, TemplateCodec codec, ListLimits limits) {
    this.templates = templates;
    this.codec = codec;
    this.limits = limits;
  }

  /** Creates or edits a template of the caller. */
  Answer save(ApiRequest request) {
    return saved(request, request.read(codec::readRequest));
  }

  /** Edits a template of the caller. */
  Answer edit(ApiRequest request) {
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
  Answer delete(ApiRequest request) {
    long id = templates.delete(request.caller().user(), request.read(codec::readName));
    String answer = "{\"success\":true,\"msg\":\"Template Deleted Successfully! Template ID: " + id;
    return Answer.ok((answer + "\"}").getBytes(UTF_8)).about("template " + id);
  }

  /** Lists all selected templates. */
  Answer list(ApiRequest request) {
    QueryParameters parameters = request.parameters();
    String select = parameters.text(SELECT);
    if (select == null && (parameters.has(FILTERS) || parameters.has(COLUMNS))) {
      return search(request);
    }
    if (parameters.has(FILTERS) || parameters.has(COLUMNS)) {
      throw ErrorResponses.refusal(
          ErrorCode.INVALID_REQUEST,
          "select does not go together with select_filters and select_cols; " + CHOICES);
    }
    Iterator<StoredTemplate> list = selected(request, select);
    return limits.answer(out -> codec.writeList(list, out));
  }

  private Iterator<StoredTemplate> selected(ApiRequest request, @Nullable String select) {
    if (select == null) {
      throw ErrorResponses.refusal(
          ErrorCode.INVALID_REQUEST, "the query parameter select is missing; " + CHOICES);
    }
    return switch (select) {
      case "mine" -> templates.ofUser(request.caller().user());
      case "public" -> templates.ofEverybody();
      default ->
          throw ErrorResponses.refusal(
              ErrorCode.INVALID_VALUE,
              "select is \"" + ErrorResponses.echo(select) + "\"; " + CHOICES);
    };
  }

  /** Lists the templates that the caller may see and that satisfy conditions. */
  private Answer search(ApiRequest request) {
    String columns = request.parameters().text(COLUMNS);
    if (columns != null && !columns.replaceAll("\\s", "").equals("[\"*\"]")) {
      throw ErrorResponses.refusal(
          ErrorCode.INVALID_VALUE,
          "the query parameter select_cols takes [\"*\"] alone, since every field is shown,"
              + " but got "
              + ErrorResponses.echo(columns));
    }
    byte[] conditions = request.parameters().bytes(FILTERS);
    TemplateFilter filter = filter(conditions == null ? NO_CONDITIONS : conditions);
    Iterator<ListedTemplate> list = templates.visibleTo(request.caller().user());
    return limits.answer(out -> codec.writeMatches(list, filter, out));
  }

  private TemplateFilter filter(byte[] conditions) {
    try {
      return codec.readFilter(conditions);
    } catch (EngineException e) {
      throw ErrorResponses.refusal(
          e.code(), "the query parameter select_filters is refused: " + e.getMessage());
    }
  }
}
