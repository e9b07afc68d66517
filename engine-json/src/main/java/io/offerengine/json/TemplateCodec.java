package io.offerengine.json;

import io.offerengine.query.QueryLimits;
import io.offerengine.schema.Schema;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.json.JsonFactory;

/**
 * Turns the bytes of a documented template request into a {@link TemplateRequest}, and what became
 * of it into the bytes of the documented response.
 *
 * <p><b>Threads.</b> Immutable; one codec serves any number of threads.
 *
 * <p>Source: API document, sections 2.4 and 4.3; decision 21 (templates).
 */
public final class TemplateCodec {
  private final TemplateReader templates;
  private final JsonLimits limits;
  private final JsonFactory factory;

  /**
   * Creates a codec under the default limits.
   *
   * @param schema what a template's further conditions may ask for
   */
  public TemplateCodec(Schema schema) {
    this(schema, QueryLimits.DEFAULTS, JsonLimits.DEFAULTS);
  }

  /**
   * Creates a codec.
   *
   * @param schema what a template's further conditions may ask for
   * @param queryLimits how much they may ask for
   * @param jsonLimits how much a request may hold
   */
  public TemplateCodec(Schema schema, QueryLimits queryLimits, JsonLimits jsonLimits) {
    this.templates = new TemplateReader(new RequestReader(schema, queryLimits));
    this.limits = jsonLimits;
    this.factory = JsonInput.factory(jsonLimits);
  }

  /**
   * Reads a request to create or edit a template.
   *
   * @param body JSON in UTF-8
   * @throws JsonException if it can't be read or is no template; it never shows the password
   */
  public TemplateRequest readRequest(byte[] body) {
    RequestText text = new RequestText(factory, limits, body, 0, body.length);
    Map<String, @Nullable Object> request = text.parse();
    return text.interpret("", () -> templates.read(request));
  }

  /**
   * Returns a response: {@code {"success":true,"msg":"…","template":{"id":…,"name":…,…}}}, with
   * every field that the template has but the password.
   *
   * @param message what became of the request
   * @param id the template's identifier
   * @param hash the hash of its content
   */
  public byte[] writeResponse(String message, long id, String hash, TemplateRequest template) {
    return CanonicalJson.bytes(out -> {
      out.writeStartObject();
      out.writeBooleanProperty("success", true);
      out.writeName("msg");
      JsonOutput.writeText(out, message);
      out.writeName("template");
      out.writeStartObject();
      out.writeNumberProperty("id", id);
      out.writeStringProperty(TemplateReader.HASH, hash);
      template.writeFields(out);
      out.writeEndObject();
      out.writeEndObject();
    });
  }
}
