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
 * Reads requests for templates, and writes responses with stored templates.
 *
 * <pre>{@code
 * import static java.nio.charset.StandardCharsets.UTF_8;
 *
 * import io.offerengine.json.template.TemplateCodec;
 * import io.offerengine.json.template.TemplateRequest;
 *
 * String text = "{\"name\": \"trainer\", \"image\": \"pytorch/pytorch\", \"runtype\": \"ssh\"}";
 * TemplateRequest request = new TemplateCodec(schema).readRequest(text.getBytes(UTF_8));
 * System.out.println(request);
 * }</pre>
 *
 * <p><b>Threads.</b> Immutable; many threads may use one codec.
 *
 * <p>Source: API document, sections 2.4 and 4.3; decision 21.
 */
public final class TemplateCodec {
  /**
   * The limits of stored content. A stored template was read under the limits of its time, which
   * may have been larger.
   */
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
   * Creates a codec with the default limits.
   *
   * @param schema the fields that {@code extra_filters} may name
   */
  public TemplateCodec(Schema schema) {
    this(schema, QueryLimits.DEFAULTS, JsonLimits.DEFAULTS);
  }

  /**
   * Creates a codec.
   *
   * @param schema the fields that {@code extra_filters} may name
   * @param queryLimits the limits of {@code extra_filters}
   * @param jsonLimits the limits of request bodies
   */
  public TemplateCodec(Schema schema, QueryLimits queryLimits, JsonLimits jsonLimits) {
    this.templates = new TemplateReader(new RequestReader(schema, queryLimits));
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
   * Reads a request that creates or edits a template.
   *
   * @param body JSON in UTF-8
   * @throws JsonException if the body can't be read or is not a template; the message never
   *     contains the password
   */
  public TemplateRequest readRequest(byte[] body) {
    RequestText text = new RequestText(rules, body, 0, body.length);
    Map<String, @Nullable Object> request = text.parse();
    return text.interpret("", () -> templates.read(request));
  }

  /**
   * Reads the content of a stored template. The limits of request bodies do not apply.
   *
   * @throws JsonException if the content is not a template, or if its conditions no longer fit the
   *     schema
   */
  public TemplateRequest readContent(StoredTemplate template) {
    byte[] content = template.content().getBytes(UTF_8);
    RequestText text = new RequestText(STORED, content, 0, content.length);
    Map<String, @Nullable Object> request = text.parse();
    return text.interpret("", () -> templates.read(request));
  }

  /**
   * Returns a response: {@code {"success":true,"msg":"…","template":{"id":…,"hash_id":…,…}}}. The
   * template has all its fields but the password.
   *
   * @param message the value of {@code msg}
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
   * Writes a list of templates: {@code {"templates":[{"id":…,"hash_id":…,…},…]}}.
   *
   * <p><b>Cost.</b> One template in memory at a time.
   *
   * @param list the templates; the method reads the iterator to its end
   * @param out is neither flushed nor closed
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

  /** Writes the identifiers of a template, followed by the members of its stored content. */
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
