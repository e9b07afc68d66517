package io.offerengine.json.template;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.json.JsonException;
import io.offerengine.json.JsonLimits;
import io.offerengine.json.internal.read.RequestReader;
import io.offerengine.json.internal.read.RequestText;
import io.offerengine.json.internal.token.InputRules;
import io.offerengine.json.internal.write.JsonOutput;
import io.offerengine.query.NumberLiteral;
import io.offerengine.query.QueryLimits;
import io.offerengine.schema.Schema;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/**
 * Turns the bytes of a documented template request into a {@link TemplateRequest}, and what became
 * of it into the bytes of the documented response.
 *
 * <p><b>Threads.</b> Immutable; one codec serves any number of threads.
 *
 * <p>Source: API document, sections 2.4 and 4.3; decision 21 (templates).
 */
public final class TemplateCodec {
  /** What was within any limits once is read under none. */
  private static final InputRules STORED =
      new InputRules(
          Integer.MAX_VALUE,
          JsonLimits.DEEPEST,
          Integer.MAX_VALUE,
          NumberLiteral.MAX_LENGTH,
          Integer.MAX_VALUE,
          JsonException::new);

  private final TemplateReader templates;
  private final InputRules rules;

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
    this.templates = new TemplateReader(new RequestReader(schema, queryLimits), queryLimits);
    this.rules =
        new InputRules(
            jsonLimits.maxBodyBytes(),
            jsonLimits.maxDepth(),
            jsonLimits.maxTextLength(),
            jsonLimits.maxNumberLength(),
            jsonLimits.maxOfferLength(),
            JsonException::new);
  }

  /**
   * Reads a request to create or edit a template.
   *
   * @param body JSON in UTF-8
   * @throws JsonException if it can't be read or is no template; it never shows the password
   */
  public TemplateRequest readRequest(byte[] body) {
    RequestText text = new RequestText(rules, body, 0, body.length);
    Map<String, @Nullable Object> request = text.parse();
    return text.interpret("", () -> templates.read(request));
  }

  /**
   * Reads the content of a template that is kept.
   *
   * <p>It was within the limits of requests when it was one, and may be a little longer.
   *
   * @throws JsonException if it is no content of a template, or its conditions don't fit the schema
   *     any more
   */
  public TemplateRequest readContent(StoredTemplate template) {
    byte[] content = template.content().getBytes(UTF_8);
    RequestText text = new RequestText(STORED, content, 0, content.length);
    Map<String, @Nullable Object> request = text.parse();
    return text.interpret("", () -> templates.read(request));
  }

  /**
   * Returns a response: {@code {"success":true,"msg":"…","template":{"id":…,"hash_id":…,…}}}, with
   * every field that the template has but the password.
   *
   * @param message what became of the request
   */
  public byte[] writeResponse(String message, StoredTemplate template) {
    return CanonicalJson.bytes(out -> {
      out.writeStartObject();
      out.writeBooleanProperty("success", true);
      out.writeName("msg");
      JsonOutput.writeText(out, message);
      out.writeName("template");
      write(out, template);
      out.writeEndObject();
    });
  }

  /**
   * Writes a list, {@code {"templates":[{"id":…,"hash_id":…,…},…]}}, with the same objects as a
   * response.
   *
   * @param list asked for one template after the other, so that they are never held together
   * @param out neither flushed nor closed
   * @throws IOException if {@code out} throws it
   */
  public void writeList(Iterator<StoredTemplate> list, OutputStream out) throws IOException {
    JsonOutput.write(
        out,
        json -> {
          json.writeStartObject();
          json.writeName("templates");
          json.writeStartArray();
          list.forEachRemaining(template -> write(json, template));
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  /** Writes a template's identifiers, then the members of its content as they are. */
  private static void write(JsonGenerator out, StoredTemplate template) {
    String content = template.content();
    out.writeStartObject();
    out.writeNumberProperty("id", template.id());
    out.writeStringProperty(TemplateReader.HASH, template.hash());
    out.writeRaw(',');
    out.writeRaw(content, 1, content.length() - 2);
    out.writeEndObject();
  }
}
