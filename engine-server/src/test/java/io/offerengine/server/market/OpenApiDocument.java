package io.offerengine.server.market;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.keyword.NonValidationKeyword;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The OpenAPI document of the service, with a validator of its schemas. */
final class OpenApiDocument {
  /** The name by which schemas refer to the document; nothing is fetched. */
  private static final String IRI = "https://offer-engine.example/openapi.json";

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private static final JsonNode ROOT = parse(text());

  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDialect(dialect(), builder -> builder.schemas(Map.of(IRI, text())));

  private static final Map<JsonNode, Schema> COMPILED = new HashMap<>();

  private OpenApiDocument() {}

  /**
   * One method of one path.
   *
   * @param path as documented, parameters in braces
   * @param method in upper case
   */
  record Operation(String path, String method, JsonNode node) {
    /** Returns the parameters, references followed. */
    List<JsonNode> parameters() {
      return node.path("parameters").values().stream().map(OpenApiDocument::resolve).toList();
    }

    /** Returns whether the operation requires a key. */
    boolean isSecured() {
      return !node.get("security").isEmpty();
    }

    boolean hasBody() {
      return node.has("requestBody");
    }

    /** Returns whether the operation documents a status. */
    boolean lists(int status) {
      return node.get("responses").has(Integer.toString(status));
    }

    @Override
    public String toString() {
      return method + " " + path;
    }
  }

  /** Returns the document. */
  static JsonNode root() {
    return ROOT;
  }

  /** Returns every operation in the order of the document. */
  static List<Operation> operations() {
    List<Operation> operations = new ArrayList<>();
    ROOT.get("paths")
        .forEachEntry((path, methods) ->
            methods.forEachEntry((method, node) ->
                operations.add(new Operation(path, method.toUpperCase(Locale.ROOT), node))));
    return operations;
  }

  /** Returns a component, {@code component("schemas", "Offer")} for example. */
  static JsonNode component(String kind, String name) {
    JsonNode found = ROOT.at("/components/" + kind + "/" + name);
    assertThat(found.isMissingNode()).as("%s of %s", name, kind).isFalse();
    return found;
  }

  /** Returns the target of a reference, or the node itself if it is none. */
  static JsonNode resolve(JsonNode node) {
    if (!node.has("$ref")) {
      return node;
    }
    JsonNode found = ROOT.at(node.get("$ref").stringValue().substring(1));
    assertThat(found.isMissingNode()).as(node.toString()).isFalse();
    return found;
  }

  /** Returns the documented answer of an operation, references followed. */
  static JsonNode response(Operation operation, int status) {
    JsonNode responses = operation.node().get("responses");
    String key = Integer.toString(status);
    assertThat(responses.propertyNames()).as(operation.toString()).contains(key);
    return resolve(responses.get(key));
  }

  /** Returns the problems of a value with a schema of the document; empty if it is valid. */
  static List<String> problems(JsonNode schema, JsonNode value) {
    Schema compiled =
        COMPILED.computeIfAbsent(
            schema,
            node ->
                REGISTRY.getSchema(
                    node.toString().replace("\"#/components/", "\"" + IRI + "#/components/"),
                    InputFormat.JSON));
    return compiled.validate(value).stream().map(Error::toString).toList();
  }

  /** Returns the problems of a schema with the meta-schema of JSON Schema 2020-12. */
  static List<String> problemsOfSchema(JsonNode schema) {
    return REGISTRY
        .getSchema(SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"))
        .validate(schema)
        .stream()
        .map(Error::toString)
        .toList();
  }

  /** Checks that a value fits a schema of the document. */
  static void assertValid(String what, JsonNode schema, JsonNode value) {
    assertThat(problems(schema, value)).as("%s: %s", what, value).isEmpty();
  }

  /** Returns the values of a list of texts, sorted. */
  static Set<String> texts(JsonNode list) {
    Set<String> texts = new TreeSet<>();
    list.forEach(each -> assertThat(texts.add(each.stringValue())).as(list.toString()).isTrue());
    return texts;
  }

  /** Returns JSON Schema 2020-12, extended by the other members of the document. */
  private static Dialect dialect() {
    Dialect.Builder dialect = Dialect.builder(Dialects.getDraft202012());
    Stream.of("openapi", "info", "tags", "paths", "components", "x-unit")
        .map(NonValidationKeyword::new)
        .forEach(dialect::keyword);
    return dialect.build();
  }

  /** Reads JSON without repeated members. */
  static JsonNode parse(String text) {
    return JSON.readTree(text);
  }

  private static String text() {
    try (InputStream in = OpenApiDocument.class.getResourceAsStream("openapi.json")) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
