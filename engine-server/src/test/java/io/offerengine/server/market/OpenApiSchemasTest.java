package io.offerengine.server.market;

import static io.offerengine.server.market.OpenApiDocument.component;
import static io.offerengine.server.market.OpenApiDocument.texts;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.json.template.TemplateField;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Schema;
import io.offerengine.server.http.ErrorResponses;
import io.offerengine.server.market.OpenApiDocument.Operation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The document's structure, and its schemas beside what the code knows. */
class OpenApiSchemasTest {
  private static final Schema SCHEMA = MarketplaceSchema.schema();

  private static Set<String> names(Stream<String> names) {
    return names.collect(toCollection(TreeSet::new));
  }

  private static Set<String> names(JsonNode properties) {
    return new TreeSet<>(properties.propertyNames());
  }

  @Test
  void document_isOpenApi31() {
    JsonNode root = OpenApiDocument.root();
    assertThat(root.get("openapi").stringValue()).isEqualTo("3.1.0");
    assertThat(names(root))
        .isEqualTo(names(Stream.of("openapi", "info", "servers", "tags", "paths", "components")));
    assertThat(names(root.get("info"))).contains("title", "version");
    Set<String> identifiers = new HashSet<>();
    Set<String> tags = new HashSet<>();
    root.get("tags").forEach(tag -> tags.add(tag.get("name").stringValue()));
    for (Operation operation : OpenApiDocument.operations()) {
      String name = operation.toString();
      assertThat(operation.path()).startsWith("/");
      assertThat(identifiers.add(operation.node().get("operationId").stringValue()))
          .as(name)
          .isTrue();
      assertThat(texts(operation.node().get("tags"))).as(name).isSubsetOf(tags);
      assertThat(operation.node().get("summary").stringValue()).as(name).isNotBlank();
      operation
          .node()
          .get("responses")
          .forEach(response ->
              assertThat(names(OpenApiDocument.resolve(response)))
                  .as(name)
                  .contains("description", "content"));
      for (JsonNode parameter : operation.parameters()) {
        assertThat(parameter.has("schema")).as(name).isNotEqualTo(parameter.has("content"));
        boolean isInPath = parameter.get("in").stringValue().equals("path");
        assertThat(isInPath && !parameter.path("required").asBoolean(false)).as(name).isFalse();
      }
    }
  }

  @Test
  void document_hasReferencesThatLeadSomewhereAndNothingUnused() {
    Set<String> used = new HashSet<>();
    collectReferences(OpenApiDocument.root(), used);
    Set<String> defined = new HashSet<>();
    OpenApiDocument.root()
        .get("components")
        .forEachEntry((kind, components) ->
            components
                .propertyNames()
                .forEach(name -> defined.add("#/components/" + kind + "/" + name)));
    defined.removeAll(
        Set.of("#/components/securitySchemes/bearer", "#/components/responses/MethodNotAllowed"));
    assertThat(used).isEqualTo(defined);
  }

  private static void collectReferences(JsonNode node, Set<String> references) {
    if (node.has("$ref")) {
      OpenApiDocument.resolve(node);
      references.add(node.get("$ref").stringValue());
    }
    node.forEach(child -> collectReferences(child, references));
  }

  @Test
  void everySchema_isOneOfJsonSchema() {
    List<JsonNode> schemas = new ArrayList<>();
    OpenApiDocument.root().at("/components/schemas").forEach(schemas::add);
    OpenApiDocument.root().findValues("schema").forEach(schemas::add);
    assertThat(schemas).hasSizeGreaterThan(80);
    for (JsonNode schema : schemas) {
      assertThat(OpenApiDocument.problemsOfSchema(schema)).as(schema.toString()).isEmpty();
    }
  }

  private static List<String> types(Field field) {
    List<String> types = new ArrayList<>();
    types.add(
        switch (field.type()) {
          case INTEGER -> "integer";
          case NUMBER -> "number";
          case BOOLEAN -> "boolean";
          case TEXT, VERSION, PLACE, DATE, INSTANT -> "string";
          case INTEGER_LIST, TEXT_LIST -> "array";
          case OBJECT -> "object";
        });
    if (field.acceptsBooleans()) {
      types.add("boolean");
    }
    if (field.isNullable()) {
      types.add("null");
    }
    return types;
  }

  /** Returns the types that a schema names, those of its alternatives included. */
  private static List<String> types(JsonNode schema) {
    List<String> types = new ArrayList<>();
    JsonNode own = OpenApiDocument.resolve(schema).path("type");
    if (own.isString()) {
      types.add(own.stringValue());
    }
    own.forEach(each -> types.add(each.stringValue()));
    schema.path("anyOf").forEach(each -> types.addAll(types(each)));
    return types;
  }

  @Test
  void offer_hasTheFieldsOfTheMarketplaceAndNoOther() {
    JsonNode properties = component("schemas", "OfferFields").get("properties");
    assertThat(properties.propertyNames())
        .containsExactlyElementsOf(SCHEMA.shownFields().stream().map(Field::name).toList());
    assertThat(properties.size()).isEqualTo(96);
    for (Field field : SCHEMA.shownFields()) {
      JsonNode property = properties.get(field.name());
      assertThat(types(property)).as(field.name()).isEqualTo(types(field));
      assertThat(property.path("x-unit").asString("")).as(field.name()).isEqualTo(field.unit());
      assertThat(property.get("description").stringValue()).as(field.name()).isNotBlank();
      assertThat(property.has("readOnly")).as(field.name()).isEqualTo(!field.isStored());
      if (field.type() == FieldType.INTEGER_LIST) {
        assertThat(types(property.get("items"))).containsExactly("integer");
      }
      if (field.type() == FieldType.OBJECT) {
        assertThat(component("schemas", "Prices").get("properties").propertyNames())
            .containsExactlyElementsOf(field.members().stream().map(Field.Member::name).toList());
      }
    }
    JsonNode offer = component("schemas", "Offer");
    assertThat(texts(offer.get("required"))).isEqualTo(names(properties));
    assertThat(offer.get("unevaluatedProperties").asBoolean()).isFalse();
  }

  @Test
  void template_hasTheFieldsThatTheServiceKeeps() {
    Set<String> kept = names(Stream.of(TemplateField.values()).map(TemplateField::wireName));
    Set<String> sent = new TreeSet<>(kept);
    sent.addAll(List.of("docker_login_pass", "hash_id"));
    assertThat(names(component("schemas", "TemplateRequest").get("properties"))).isEqualTo(sent);
    Set<String> shown = new TreeSet<>(kept);
    shown.addAll(
        List.of(
            "id",
            "hash_id",
            "creator_id",
            "created_at",
            "count_created",
            "recent_create_date",
            "recommended",
            "default_tag"));
    assertThat(names(component("schemas", "Template").get("properties"))).isEqualTo(shown);
  }

  @Test
  void everyErrorCode_isListedByTheResponseOfItsStatusAlone() {
    Map<String, Set<String>> byStatus = new TreeMap<>();
    for (ErrorCode code : ErrorCode.values()) {
      int status = ErrorResponses.of(new EngineException(code, "")).status();
      byStatus
          .computeIfAbsent(Integer.toString(status), key -> new TreeSet<>())
          .add(code.wireName());
    }
    Map<String, Set<String>> listed = new TreeMap<>();
    listed.put("405", codes(component("responses", "MethodNotAllowed")));
    for (Operation operation : OpenApiDocument.operations()) {
      operation
          .node()
          .get("responses")
          .forEachEntry((status, response) -> {
            if (!status.equals("200") && !status.equals("default")) {
              Set<String> codes = codes(OpenApiDocument.resolve(response));
              assertThat(codes).as("%s %s", operation, status).isNotEmpty();
              listed.computeIfAbsent(status, key -> new TreeSet<>()).addAll(codes);
            }
          });
    }
    assertThat(listed).isEqualTo(byStatus);
  }

  private static Set<String> codes(JsonNode response) {
    JsonNode code = response.at("/content/application~1json/schema/allOf/1/properties/error");
    return code.has("const") ? Set.of(code.get("const").stringValue()) : texts(code.path("enum"));
  }
}
