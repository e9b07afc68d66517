package io.offerengine.server.market;

import static io.offerengine.server.market.OpenApiDocument.component;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.json.ExportCodec;
import io.offerengine.json.JsonLimits;
import io.offerengine.json.SearchCodec;
import io.offerengine.json.invoice.InvoiceCodec;
import io.offerengine.json.template.TemplateCodec;
import io.offerengine.json.template.TemplateSearch;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.EngineException;
import io.offerengine.schema.Operator;
import io.offerengine.schema.Schema;
import io.offerengine.server.alerts.SavedSearchRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A request fits the document's schemas if and only if the service reads it. */
class OpenApiRequestsTest {
  private static final Schema SCHEMA = MarketplaceSchema.schema();

  private static final List<String> VALUES =
      List.of(
          "true",
          "1",
          "0",
          "2.5",
          "-1",
          "\"1\"",
          "\"true\"",
          "\"True\"",
          "\"x\"",
          "\"any\"",
          "null",
          "\"535.86\"",
          "[\"x\"]",
          "[1]",
          "[true]",
          "[null]",
          "[]",
          "{}");

  private static List<String> properties(String schema) {
    return List.copyOf(component("schemas", schema).get("properties").propertyNames());
  }

  private static void assertAgreement(
      String schema, List<String> requests, Consumer<byte[]> reader) {
    JsonNode documented = component("schemas", schema);
    List<String> differences = new ArrayList<>();
    for (String request : requests) {
      List<String> problems = OpenApiDocument.problems(documented, OpenApiDocument.parse(request));
      try {
        reader.accept(request.getBytes(UTF_8));
        if (!problems.isEmpty()) {
          differences.add(request + " is read, but " + problems);
        }
      } catch (EngineException e) {
        if (problems.isEmpty()) {
          differences.add(request + " is valid, but " + e.getMessage());
        }
      }
    }
    assertThat(differences).isEmpty();
  }

  private static void assertSearchAgreement(List<String> members) {
    SearchCodec codec = new SearchCodec(SCHEMA);
    assertAgreement(
        "SearchRequest",
        members.stream().map(member -> "{" + member + "}").toList(),
        body -> codec.readRequest(body).query(null, null));
  }

  @Test
  void conditions_areValidWhereASearchTakesThem() {
    List<String> members = new ArrayList<>();
    for (String name : properties("Conditions")) {
      for (String value : VALUES) {
        members.add("\"" + name + "\":" + value);
        for (Operator operator : Operator.values()) {
          members.add("\"" + name + "\":{\"" + operator.symbol() + "\":" + value + "}");
        }
        members.add("\"" + name + "\":{\"like\":" + value + "}");
      }
    }
    members.add("\"no_such_field\":1");
    members.add("\"gpu_ids\":{\"eq\":1}");
    members.add("\"search\":{\"eq\":1}");
    assertSearchAgreement(members);
  }

  @Test
  void conditionsOfAQuery_areValidWhereItTakesThem() {
    List<String> requests = new ArrayList<>();
    for (String name : properties("QueryConditions")) {
      for (String value : VALUES) {
        for (Operator operator : Operator.values()) {
          String condition = "\"" + name + "\":{\"" + operator.symbol() + "\":" + value + "}";
          String job = name.equals("job_total") ? "\"job\":{\"hours\":1}," : "";
          requests.add("{" + job + condition + "}");
          String other = name.equals("id") ? "machine_id" : "id";
          requests.add(
              "{" + job + "\"any_of\":[{\"id\":1},{\"" + other + "\":2," + condition + "}]}");
        }
      }
    }
    for (String name : List.of("any_of", "none_of")) {
      VALUES.forEach(value -> requests.add("{\"" + name + "\":" + value + "}"));
      requests.add("{\"" + name + "\":[{\"id\":1},{\"id\":2,\"limit\":1}]}");
      requests.add("{\"" + name + "\":[" + "{\"id\":1},".repeat(15) + "{\"id\":1}]}");
      requests.add("{\"" + name + "\":[" + "{\"id\":1},".repeat(16) + "{\"id\":1}]}");
    }
    for (String value : VALUES) {
      requests.add("{\"job\":" + value + "}");
      for (String member : List.of("hours", "down_gb", "up_gb", "days")) {
        requests.add("{\"job\":{\"" + member + "\":" + value + "}}");
      }
    }
    requests.add("{\"job_total\":1}");
    requests.add("{\"order\":[[\"dph_per_gpu\",\"asc\"],[\"id\",\"desc\"]]}");
    requests.add("{\"gpu_name\":{\"contains\":\"" + "x".repeat(1024) + "\"}}");
    requests.add("{\"gpu_name\":{\"contains\":\"" + "x".repeat(1025) + "\"}}");
    SearchCodec codec = new SearchCodec(SCHEMA);
    assertAgreement("QueryRequest", requests, body -> codec.readQuery(body).query(null, null));
  }

  @Test
  void keysOfASearch_areValidWhereASearchTakesThem() {
    List<String> members = new ArrayList<>();
    for (String name : properties("SearchRequest")) {
      VALUES.forEach(value -> members.add("\"" + name + "\":" + value));
    }
    for (String type :
        List.of("on-demand", "ask", "ondemand", "on_demand", "bid", "interruptible", "spot")) {
      members.add("\"type\":\"" + type + "\"");
    }
    members.addAll(
        List.of(
            "\"limit\":10000",
            "\"limit\":10001",
            "\"limit\":\"64.0\"",
            "\"limit\":{\"eq\":5}",
            "\"order\":[[\"id\",\"asc\"]]",
            "\"order\":[[\"id\",\"up\"]]",
            "\"order\":[[\"id\"]]",
            "\"order\":[[\"id\",\"asc\",1]]",
            "\"order\":{\"eq\":[[\"id\",\"desc\"]]}"));
    assertSearchAgreement(members);
  }

  @Test
  void orders_areValidWhereASearchTakesThem() {
    List<String> names = new ArrayList<>(properties("QueryConditions"));
    names.addAll(List.of("search", "instance", "no_such_field"));
    assertSearchAgreement(
        names.stream().map(name -> "\"order\":[[\"" + name + "\",\"desc\"]]").toList());
  }

  @Test
  void export_isValidWhereItTakesIt() {
    ExportCodec codec = new ExportCodec(SCHEMA);
    List<String> requests = new ArrayList<>();
    for (String key :
        List.of("disable_bundling", "limit", "order", "type", "any_of", "no_such_key")) {
      VALUES.forEach(value -> {
        if (!value.equals("null") || key.equals("disable_bundling")) {
          requests.add("{\"" + key + "\":" + value + "}");
        }
      });
    }
    requests.add("{\"select_cols\":null}");
    requests.add("{\"select_cols\":[]}");
    requests.add("{\"select_cols\":[\"*\"]}");
    requests.add("{\"select_cols\":[\"id\",\"dph_total\"]}");
    requests.add("{\"select_cols\":[\"id\",\"id\"]}");
    requests.add("{\"select_cols\":[1]}");
    requests.add("{\"select_cols\":\"id\"}");
    assertAgreement("ExportRequest", requests, codec::readRequest);
  }

  @Test
  void envelope_isValidWhereASearchTakesIt() {
    SearchCodec codec = new SearchCodec(SCHEMA);
    Map<String, String> envelope = Map.of("select_cols", "[\"id\"]", "q", "{\"num_gpus\":1}");
    List<String> requests = new ArrayList<>(changed(envelope, properties("SearchEnvelope")));
    requests.add("{\"q\":{},\"select_cols\":[\"*\"]}");
    requests.add("{\"q\":{},\"select_cols\":[\"gpu_nme\"]}");
    requests.add("{\"q\":{},\"select_cols\":[\"id\",\"id\"]}");
    requests.add("{\"q\":{},\"type\":\"bid\",\"order\":[[\"id\",\"desc\"]]}");
    requests.add("{\"q\":{},\"rentable\":true}");
    assertAgreement("SearchEnvelope", requests, codec::readRequest);
  }

  /**
   * Returns requests that differ from one request in a single key: left out, or with each value.
   */
  private static List<String> changed(Map<String, String> original, List<String> keys) {
    List<String> requests = new ArrayList<>();
    List<String> all = new ArrayList<>(keys);
    all.add("no_such_key");
    for (String key : all) {
      Map<String, String> members = new LinkedHashMap<>(original);
      members.remove(key);
      requests.add(object(members));
      for (String value : VALUES) {
        members.put(key, value);
        requests.add(object(members));
      }
    }
    return requests;
  }

  private static String object(Map<String, String> members) {
    List<String> texts = new ArrayList<>();
    members.forEach((key, value) -> texts.add("\"" + key + "\":" + value));
    return "{" + String.join(",", texts) + "}";
  }

  @Test
  void template_isValidWhereTheServiceTakesIt() {
    TemplateCodec codec = new TemplateCodec(SCHEMA);
    List<String> keys = new ArrayList<>(properties("TemplateRequest"));
    keys.remove("env"); // its grammar is told in words
    assertAgreement(
        "TemplateRequest",
        changed(Map.of("name", "\"n\"", "image", "\"i\""), keys),
        codec::readRequest);
    String hash = "\"0123456789abcdef0123456789abcdef\"";
    assertAgreement("TemplateRequest", changed(Map.of("hash_id", hash), keys), codec::readRequest);
  }

  @Test
  void conditionsOnTemplates_areValidWhereTheServiceTakesThem() {
    TemplateCodec codec = new TemplateCodec(SCHEMA);
    List<String> requests = new ArrayList<>();
    List<String> names = new ArrayList<>(properties("TemplateConditions"));
    names.addAll(List.of("env", "limit", "no_such_field"));
    for (String name : names) {
      for (String value : VALUES) {
        requests.add("{\"" + name + "\":" + value + "}");
        for (Operator operator : Operator.values()) {
          requests.add("{\"" + name + "\":{\"" + operator.symbol() + "\":" + value + "}}");
        }
      }
    }
    assertAgreement(
        "TemplateConditions",
        requests,
        json -> codec.readSearch(Map.of(TemplateSearch.FILTERS, json)));
  }

  @Test
  void key_isValidWhereTheServiceTakesIt() {
    List<String> requests = new ArrayList<>(changed(Map.of(), properties("KeyRequest")));
    for (PermissionGroup group : PermissionGroup.values()) {
      for (String value : VALUES) {
        requests.add("{\"permissions\":{\"api\":{\"" + group.wireName() + "\":" + value + "}}}");
      }
    }
    for (String value : VALUES) {
      requests.add("{\"permissions\":{\"api\":" + value + "}}");
      requests.add("{\"permissions\":{\"api\":{\"no_such_group\":" + value + "}}}");
      requests.add("{\"permissions\":{\"api\":{},\"other\":" + value + "}}");
    }
    assertAgreement("KeyRequest", requests, body -> KeyRequest.read(body, JsonLimits.DEFAULTS));
  }

  @Test
  void savedSearch_isValidWhereTheServiceTakesIt() {
    SearchCodec codec = new SearchCodec(SCHEMA);
    List<String> keys = properties("SavedSearchRequest");
    List<String> requests = new ArrayList<>(changed(Map.of("search", "{\"limit\":1}"), keys));
    requests.addAll(changed(Map.of("hash_id", "\"x\""), keys));
    requests.addAll(changed(Map.of("search", "{}", "cool_down", "604800"), List.of()));
    requests.addAll(changed(Map.of("search", "{}", "cool_down", "604801"), List.of()));
    assertAgreement(
        "SavedSearchRequest",
        requests,
        body -> SavedSearchRequest.read(body, codec, JsonLimits.DEFAULTS));
  }

  @Test
  void ledgerEntry_isValidWhereTheServiceTakesIt() {
    InvoiceCodec codec = new InvoiceCodec();
    assertAgreement(
        "LedgerEntry",
        changed(
            Map.of(
                "reference",
                "\"r\"",
                "type",
                "\"charge\"",
                "amount",
                "1",
                "timestamp",
                "1784365000"),
            properties("LedgerEntry")),
        codec::readEntry);
  }

  @Test
  void identity_isValidWhereTheServiceTakesIt() {
    InvoiceCodec codec = new InvoiceCodec();
    assertAgreement("Identity", changed(Map.of(), properties("Identity")), codec::readIdentity);
  }
}
