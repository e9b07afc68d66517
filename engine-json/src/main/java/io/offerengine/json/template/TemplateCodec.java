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
import java.util.Set;
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

  /** The fields that only the owner sees. */
  private static final Set<String> LOGIN =
      Set.of(
          TemplateField.DOCKER_LOGIN_REPO.wireName(), TemplateField.DOCKER_LOGIN_USER.wireName());

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
   * Reads the name of a template that is to be deleted: {@code {"hash_id":"…"}} or {@code
   * {"template_id":…}}.
   *
   * @param body JSON in UTF-8
   * @throws JsonException if the body can't be read or names no single template
   */
  public TemplateName readName(byte[] body) {
    RequestText text = new RequestText(rules, body, 0, body.length);
    Map<String, @Nullable Object> request = text.parse();
    return text.interpret("", () -> TemplateNameReader.read(request));
  }

  /**
   * Reads conditions on templates.
   *
   * @param json an object in UTF-8
   * @throws JsonException if the text can't be read or a condition is refused
   */
  public TemplateFilter readFilter(byte[] json) {
    RequestText text = new RequestText(rules, json, 0, json.length);
    Map<String, @Nullable Object> request = text.parse();
    return text.interpret("", () -> TemplateFilter.read(request));
  }

  /** Returns a template without registry and user of its login, for users other than the owner. */
  public StoredTemplate withoutLogin(StoredTemplate template) {
    if (LOGIN.stream().noneMatch(template.content()::contains)) {
      return template;
    }
    Map<String, @Nullable Object> content = members(template);
    content.keySet().removeAll(LOGIN);
    byte[] bytes =
        CanonicalJson.bytes(out -> {
          out.writeStartObject();
          content.forEach((name, value) -> {
            out.writeName(name);
            if (value instanceof NumberLiteral number) {
              out.writeNumber(number.text());
            } else {
              CanonicalJson.write(out, value);
            }
          });
          out.writeEndObject();
        });
    return new StoredTemplate(template.id(), template.hash(), new String(bytes, UTF_8));
  }

  private static Map<String, @Nullable Object> members(StoredTemplate template) {
    byte[] content = template.content().getBytes(UTF_8);
    return new RequestText(STORED, content, 0, content.length).parse();
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

  /**
   * Writes the templates that satisfy conditions, with the facts that clients of the marketplace
   * ask for: {@code {"templates":[{"id":…,"hash_id":…,"creator_id":…,…},…]}}.
   *
   * <p><b>Cost.</b> One template in memory at a time.
   *
   * @param list the templates as the asking user may see them; the method reads the iterator to its
   *     end
   * @param out is neither flushed nor closed
   * @throws IOException if {@code out} throws it
   */
  public void writeMatches(Iterator<ListedTemplate> list, TemplateFilter filter, OutputStream out)
      throws IOException {
    JsonOutput.write(
        out,
        json -> {
          json.writeStartObject();
          json.writeName("templates");
          json.writeStartArray();
          list.forEachRemaining(listed -> {
            Map<String, @Nullable Object> content = members(listed.template());
            if (filter.accepts(listed, content)) {
              write(json, listed, content);
            }
          });
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  private static void write(
      JsonGenerator out, ListedTemplate listed, Map<String, @Nullable Object> content) {
    String text = listed.template().content();
    out.writeStartObject();
    out.writeNumberProperty("id", listed.template().id());
    out.writeStringProperty(TemplateReader.HASH, listed.template().hash());
    out.writeNumberProperty(TemplateFilter.CREATOR, listed.creator());
    out.writeName(TemplateFilter.CREATED);
    if (listed.created().isPresent()) {
      out.writeNumber(listed.created().getAsLong());
    } else {
      out.writeNull();
    }
    out.writeNumberProperty(TemplateFilter.COUNT, 0);
    out.writeNullProperty(TemplateFilter.RECENT);
    out.writeBooleanProperty(TemplateFilter.RECOMMENDED, false);
    out.writeName(TemplateFilter.DEFAULT_TAG);
    CanonicalJson.write(out, content.get(TemplateField.TAG.wireName()));
    out.writeRaw(',');
    out.writeRaw(text, 1, text.length() - 2);
    out.writeEndObject();
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
