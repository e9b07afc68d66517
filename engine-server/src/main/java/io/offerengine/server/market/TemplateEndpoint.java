package io.offerengine.server.market;

import io.offerengine.json.template.StoredTemplate;
import io.offerengine.json.template.TemplateCodec;
import io.offerengine.json.template.TemplateRequest;
import io.offerengine.query.ErrorCode;
import io.offerengine.server.http.Answer;
import io.offerengine.server.http.ApiRequest;
import io.offerengine.server.http.ErrorResponses;
import io.offerengine.server.templates.SavedTemplate;
import io.offerengine.server.templates.TemplateRegistry;
import java.util.Iterator;

/**
 * Creates, edits and lists templates.
 *
 * <p><b>Threads.</b> Safe for use by many threads.
 */
final class TemplateEndpoint {
  /** The query parameter that selects the list. */
  static final String SELECT = "select";

  private static final String CHOICES =
      "send select=mine for your own templates, or select=public for all public ones";

  private final TemplateRegistry templates;
  private final TemplateCodec codec;

  TemplateEndpoint(TemplateRegistry templates, TemplateCodec codec) {
    this.templates = templates;
    this.codec = codec;
  }

  /** Creates or edits a template of the caller. */
  Answer save(ApiRequest request) {
    TemplateRequest asked = codec.readRequest(request.body());
    SavedTemplate saved = templates.save(request.caller().user(), asked);
    return Answer.ok(codec.writeResponse(saved.message(), saved.template()));
  }

  /** Lists all selected templates. */
  Answer list(ApiRequest request) {
    Iterator<StoredTemplate> list = selected(request);
    return Answer.streamed(out -> codec.writeList(list, out)).notStored();
  }

  private Iterator<StoredTemplate> selected(ApiRequest request) {
    String select = request.parameters().text(SELECT);
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
}
