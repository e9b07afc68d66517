package io.offerengine.json.template;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.json.JsonBody;
import io.offerengine.json.JsonException;
import io.offerengine.json.JsonLimits;
import io.offerengine.json.internal.read.RequestReader;
import io.offerengine.json.internal.write.JsonOutput;
import io.offerengine.query.NumberLiteral;
import io.offerengine.query.QueryLimits;
import io.offerengine.schema.Schema;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
 * <p>Source: API document, sections 2.4 and 4.3; docs/operating.md.
 */
public final class TemplateCodec {
  /**
   * The limits of stored content. A stored template was read under the limits of its time, which
   * may have been larger.
   */
  private static final JsonLimits STORED =
      new JsonLimits(
          Integer.MAX_VALUE,
          JsonLimits.DEEPEST,
          Integer.MAX_VALUE,
          NumberLiteral.MAX_LENGTH,
          Integer.MAX_VALUE,
          1);

  /** The fields that only the owner sees. */
  private static final Set<String> LOGIN =
      Set.of(
          TemplateField.DOCKER_LOGIN_REPO.wireName(), TemplateField.DOCKER_LOGIN_USER.wireName());

  /** The fields of a template in the answer of a search, in their order. */
  static final Set<String> SHOWN =
      Stream.concat(
              Stream.of(
                  TemplateSearch.ID,
                  TemplateReader.HASH,
                  TemplateSearch.CREATOR,
                  TemplateSearch.CREATED,
                  TemplateSearch.COUNT,
                  TemplateSearch.RECENT,
                  TemplateSearch.RECOMMENDED,
                  TemplateSearch.DEFAULT_TAG),
              Arrays.stream(TemplateField.values()).map(TemplateField::wireName))
          .collect(
              Collectors.collectingAndThen(
                  Collectors.toCollection(LinkedHashSet::new), Collections::unmodifiableSet));

  private static final Pattern NAME = Pattern.compile("[A-Za-z_]+");

  private final TemplateReader templates;
  private final JsonLimits limits;

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
    this.templates = new TemplateReader(new RequestReader(schema, queryLimits, false));
    this.limits = jsonLimits;
  }

  /**
   * Reads a request that creates or edits a template.
   *
   * @param body JSON in UTF-8
   * @throws JsonException if the body can't be read or is not a template; the message never
   *     contains the password
   */
  public TemplateRequest readRequest(byte[] body) {
    return JsonBody.read(body, limits).interpret(templates::read);
  }

  /**
   * Returns a stored template after an edit: what the edit does not give stays, and what it gives
   * as an empty text is cleared. The password is that of the edit, if the edit gives one.
   *
   * @throws JsonException if the stored content can't be read
   * @throws io.offerengine.query.InvalidQueryException if the image and the tag of the result
   *     contradict each other
   */
  public TemplateRequest edited(StoredTemplate stored, TemplateRequest edit) {
    return templates.edited(readContent(stored), edit);
  }

  /**
   * Reads the content of a stored template. The limits of request bodies do not apply.
   *
   * @throws JsonException if the content is not a template, or if its conditions no longer fit the
   *     schema
   */
  public TemplateRequest readContent(StoredTemplate template) {
    return stored(template).interpret(templates::read);
  }

  /**
   * Reads the name of a template that is to be deleted: {@code {"hash_id":"…"}} or {@code
   * {"template_id":…}}.
   *
   * @param body JSON in UTF-8
   * @throws JsonException if the body can't be read or names no single template
   */
  public TemplateName readName(byte[] body) {
    JsonBody name = JsonBody.read(body, limits);
    List<String> names = TemplateName.NAMES;
    name.requireNames("the name of a template", names, String.join(" or ", names));
    return name.interpret(TemplateName::read);
  }

  /**
   * Reads a search for templates.
   *
   * @param parameters the decoded values of {@link TemplateSearch#PARAMETERS} in UTF-8: JSON, and
   *     the order may also be a name without quotation marks
   * @throws JsonException if a text can't be read or is refused
   */
  public TemplateSearch readSearch(Map<String, byte[]> parameters) {
    return new TemplateSearch(
        read(parameters, TemplateSearch.FILTERS, TemplateSearch::filter),
        read(parameters, TemplateSearch.ORDER, TemplateSearch::order),
        read(parameters, TemplateSearch.LIMIT, TemplateSearch::limit),
        read(parameters, TemplateSearch.COLUMNS, TemplateSearch::columns));
  }

  /** Reads the text of a parameter; the paths of errors begin with its name. */
  private <T> T read(
      Map<String, byte[]> parameters, String name, Function<@Nullable Object, T> meaning) {
    byte[] given = parameters.get(name);
    if (given == null) {
      return meaning.apply(null);
    }
    String word = new String(given, UTF_8);
    boolean isWord = name.equals(TemplateSearch.ORDER) && NAME.matcher(word).matches();
    byte[] json = isWord ? ('"' + word + '"').getBytes(UTF_8) : given;
    return JsonBody.readParameter(name, json, limits, meaning);
  }

  /** Returns a template without registry and user of its login, for users other than the owner. */
  public StoredTemplate withoutLogin(StoredTemplate template) {
    if (LOGIN.stream().noneMatch(template.content()::contains)) {
      return template;
    }
    Map<String, @Nullable Object> content = new LinkedHashMap<>(members(template));
    content.keySet().removeAll(LOGIN);
    String visible = new String(JsonBody.write(content), UTF_8);
    return new StoredTemplate(template.id(), template.hash(), visible);
  }

  private static Map<String, @Nullable Object> members(StoredTemplate template) {
    return stored(template).<Map<String, @Nullable Object>>interpret(members -> members);
  }

  private static JsonBody stored(StoredTemplate template) {
    return JsonBody.read(template.content().getBytes(UTF_8), STORED);
  }

  /**
   * Returns a response: {@code {"success":true,"msg":"…","template":{"id":…,"hash_id":…,…}}}. The
   * template has all its fields but the password.
   *
   * @param message the value of {@code msg}
   */
  public byte[] writeResponse(String message, StoredTemplate template) {
    return JsonOutput.bytes(out -> {
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
   * Returns what a search for templates orders by; empty if a template does not satisfy the search.
   *
   * @param listed the template as the asking user may see it
   */
  public Optional<TemplateSearch.Found> find(TemplateSearch search, ListedTemplate listed) {
    return search.find(listed, members(listed.template()));
  }

  /**
   * Writes the answer of a search for templates, with the facts that clients of the marketplace ask
   * for: {@code {"success":true,"templates_found":…,"templates":[{"id":…,"hash_id":…,…},…]}}.
   *
   * <p><b>Cost.</b> One template in memory at a time.
   *
   * @param found how many templates satisfy the search
   * @param list those that are shown, as the asking user may see them; the method reads the
   *     iterator to its end
   * @param out is neither flushed nor closed
   * @throws IOException if {@code out} throws it
   */
  public void writeFound(
      TemplateSearch search, long found, Iterator<ListedTemplate> list, OutputStream out)
      throws IOException {
    JsonOutput.write(
        out,
        json -> {
          json.writeStartObject();
          json.writeBooleanProperty("success", true);
          json.writeNumberProperty("templates_found", found);
          json.writeName("templates");
          json.writeStartArray();
          list.forEachRemaining(listed -> write(json, listed, search));
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  /** Writes the members that a template has and that a search shows. */
  private static void write(JsonGenerator out, ListedTemplate listed, TemplateSearch search) {
    Map<String, @Nullable Object> values =
        TemplateSearch.values(listed, members(listed.template()));
    out.writeStartObject();
    for (String name : SHOWN) {
      if (values.containsKey(name) && search.shows(name)) {
        out.writeName(name);
        JsonOutput.writeTree(out, values.get(name));
      }
    }
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
