package io.offerengine.server.market;

import static io.offerengine.server.market.OpenApiDocument.component;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.json.ExportCodec;
import io.offerengine.json.JsonLimits;
import io.offerengine.json.SearchCodec;
import io.offerengine.json.invoice.IdentityPart;
import io.offerengine.json.invoice.InvoiceCodec;
import io.offerengine.json.template.TemplateCodec;
import io.offerengine.json.template.TemplateSearch;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.EngineException;
import io.offerengine.schema.Field;
import io.offerengine.schema.Operator;
import io.offerengine.schema.Schema;
import io.offerengine.server.alerts.SavedSearchRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A request fits the document's schemas if and only if the service reads it. */
class OpenApiRequestsTest {
  private static final Schema SCHEMA = MarketplaceSchema.schema();

  private static final List<String> VALUES =
      List.of(
          ("true 1 0 2.5 -1 \"1\" \"true\" \"True\" \"x\" \"any\" null \"535.86\" [\"x\"] [1]"
                  + " [true] [null] [] {}")
              .split(" ", -1));

  private static final SearchCodec SEARCHES = new SearchCodec(SCHEMA);
  private static final TemplateCodec TEMPLATES = new TemplateCodec(SCHEMA);
  private static final InvoiceCodec INVOICES = new InvoiceCodec();

  private static List<String> properties(String schema) {
    return List.copyOf(component("schemas", schema).get("properties").propertyNames());
  }

  /** Returns the names of fields that the document or the marketplace knows, and others. */
  private static Set<String> fields() {
    Set<String> names = new TreeSet<>(List.of("search", "instance", "no_such_field"));
    names.addAll(properties("QueryConditions"));
    names.addAll(properties("Conditions"));
    SCHEMA.fields().forEach(field -> names.add(field.name()));
    SCHEMA.aliases().forEach(alias -> names.add(alias.name()));
    return names;
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

  private static void assertSearchAgreement(List<String> requests) {
    assertAgreement(
        "SearchRequest", requests, body -> SEARCHES.readRequest(body).query(null, null));
  }

  private static void assertQueryAgreement(List<String> requests) {
    assertAgreement("QueryRequest", requests, body -> SEARCHES.readQuery(body).query(null, null));
  }

  /** Returns a request with each value in the place of {@code %s}. */
  private static List<String> each(String request) {
    return VALUES.stream().map(request::formatted).toList();
  }

  /** Returns conditions on a field by each operator: members of an object. */
  private static List<String> conditions(String name) {
    return Stream.of(Operator.values())
        .flatMap(operator -> each("\"" + name + "\":{\"" + operator.symbol() + "\":%s}").stream())
        .toList();
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
  void conditions_areValidWhereASearchTakesThem() {
    List<String> requests = new ArrayList<>();
    properties("Conditions").forEach(name -> requests.addAll(each("{\"" + name + "\":%s}")));
    for (String name : fields()) {
      requests.addAll(each("{\"" + name + "\":{\"like\":%s}}"));
      conditions(name).forEach(condition -> requests.add("{" + condition + "}"));
    }
    assertSearchAgreement(requests);
  }

  @Test
  void conditionsOfAQuery_areValidWhereItTakesThem() {
    List<String> requests = new ArrayList<>();
    for (String name : fields()) {
      String job = name.equals("job_total") ? "\"job\":{\"hours\":1}," : "";
      String other = name.equals("id") ? "machine_id" : "id";
      for (String condition : conditions(name)) {
        requests.add("{" + job + condition + "}");
        requests.add(
            "{" + job + "\"any_of\":[{\"id\":1},{\"" + other + "\":2," + condition + "}]}");
      }
    }
    for (String name : List.of("any_of", "none_of")) {
      requests.addAll(each("{\"" + name + "\":%s}"));
      requests.add("{\"" + name + "\":[{\"id\":1},{\"id\":2,\"limit\":1}]}");
      for (int more : new int[] {15, 16}) {
        requests.add("{\"" + name + "\":[" + "{\"id\":1},".repeat(more) + "{\"id\":1}]}");
      }
    }
    requests.addAll(each("{\"job\":%s}"));
    for (String member : List.of("hours", "down_gb", "up_gb", "days")) {
      requests.addAll(each("{\"job\":{\"" + member + "\":%s}}"));
    }
    requests.add("{\"job_total\":1}");
    for (int length : new int[] {1024, 1025}) {
      requests.add("{\"gpu_name\":{\"contains\":\"" + "x".repeat(length) + "\"}}");
    }
    assertQueryAgreement(requests);
  }

  @Test
  void keysOfASearch_areValidWhereASearchTakesThem() {
    List<String> requests = new ArrayList<>();
    properties("SearchRequest").forEach(name -> requests.addAll(each("{\"" + name + "\":%s}")));
    for (String type :
        List.of("on-demand", "ask", "ondemand", "on_demand", "bid", "interruptible", "spot")) {
      requests.add("{\"type\":\"" + type + "\"}");
    }
    for (String limit : List.of("10000", "10001", "\"64.0\"", "{\"eq\":5}")) {
      requests.add("{\"limit\":" + limit + "}");
    }
    for (String order :
        List.of(
            "[[\"id\",\"asc\"]]",
            "[[\"id\",\"up\"]]",
            "[[\"id\"]]",
            "[[\"id\",\"asc\",1]]",
            "{\"eq\":[[\"id\",\"desc\"]]}")) {
      requests.add("{\"order\":" + order + "}");
    }
    assertSearchAgreement(requests);
  }

  private static String order(List<String> names) {
    return names.stream()
        .map(name -> "[\"" + name + "\",\"desc\"]")
        .collect(Collectors.joining(",", "{\"order\":[", "]}"));
  }

  @Test
  void orders_areValidWhereASearchTakesThem() {
    List<String> orders = new ArrayList<>();
    fields().forEach(name -> orders.add(order(List.of(name))));
    List<String> sortable =
        SCHEMA.fields().stream().filter(Field::isSortable).map(Field::name).toList();
    for (int pairs : new int[] {2, 16, 17}) {
      orders.add(order(sortable.subList(0, pairs)));
    }
    assertSearchAgreement(orders);
    String job = "{\"job\":{\"hours\":1},";
    assertQueryAgreement(orders.stream().map(order -> job + order.substring(1)).toList());
  }

  @Test
  void export_isValidWhereItTakesIt() {
    List<String> requests = new ArrayList<>();
    for (String key : List.of("limit", "order", "type", "any_of", "no_such_key")) {
      requests.addAll(each("{\"" + key + "\":%s}"));
      requests.remove("{\"" + key + "\":null}");
    }
    requests.addAll(each("{\"disable_bundling\":%s}"));
    for (String columns :
        List.of(
            "null",
            "[]",
            "[\"*\"]",
            "[\"id\",\"dph_total\"]",
            "[\"id\",\"id\"]",
            "[1]",
            "\"id\"")) {
      requests.add("{\"select_cols\":" + columns + "}");
    }
    assertAgreement("ExportRequest", requests, new ExportCodec(SCHEMA)::readRequest);
  }

  @Test
  void envelope_isValidWhereASearchTakesIt() {
    Map<String, String> envelope = Map.of("select_cols", "[\"id\"]", "q", "{\"num_gpus\":1}");
    List<String> requests = new ArrayList<>(changed(envelope, properties("SearchEnvelope")));
    for (String members :
        List.of(
            "\"select_cols\":[\"*\"]",
            "\"select_cols\":[\"gpu_nme\"]",
            "\"select_cols\":[\"id\",\"id\"]",
            "\"type\":\"bid\",\"order\":[[\"id\",\"desc\"]]",
            "\"rentable\":true")) {
      requests.add("{\"q\":{}," + members + "}");
    }
    assertAgreement("SearchEnvelope", requests, SEARCHES::readRequest);
  }

  @Test
  void template_isValidWhereTheServiceTakesIt() {
    List<String> keys = new ArrayList<>(properties("TemplateRequest"));
    keys.remove("env"); // its grammar is told in words
    String hash = "\"0123456789abcdef0123456789abcdef\"";
    for (Map<String, String> original :
        List.of(Map.of("name", "\"n\"", "image", "\"i\""), Map.of("hash_id", hash))) {
      assertAgreement("TemplateRequest", changed(original, keys), TEMPLATES::readRequest);
    }
  }

  @Test
  void conditionsOnTemplates_areValidWhereTheServiceTakesThem() {
    List<String> requests = new ArrayList<>();
    List<String> names = new ArrayList<>(properties("TemplateConditions"));
    names.addAll(List.of("env", "limit", "no_such_field"));
    for (String name : names) {
      requests.addAll(each("{\"" + name + "\":%s}"));
      conditions(name).forEach(condition -> requests.add("{" + condition + "}"));
    }
    assertAgreement(
        "TemplateConditions",
        requests,
        json -> TEMPLATES.readSearch(Map.of(TemplateSearch.FILTERS, json)));
  }

  @Test
  void key_isValidWhereTheServiceTakesIt() {
    List<String> requests = new ArrayList<>(changed(Map.of(), properties("KeyRequest")));
    for (PermissionGroup group : PermissionGroup.values()) {
      requests.addAll(each("{\"permissions\":{\"api\":{\"" + group.wireName() + "\":%s}}}"));
    }
    requests.addAll(each("{\"permissions\":{\"api\":%s}}"));
    requests.addAll(each("{\"permissions\":{\"api\":{\"no_such_group\":%s}}}"));
    requests.addAll(each("{\"permissions\":{\"api\":{},\"other\":%s}}"));
    assertAgreement("KeyRequest", requests, body -> KeyRequest.read(body, JsonLimits.DEFAULTS));
  }

  @Test
  void savedSearch_isValidWhereTheServiceTakesIt() {
    List<String> keys = properties("SavedSearchRequest");
    List<String> requests = new ArrayList<>(changed(Map.of("search", "{\"limit\":1}"), keys));
    requests.addAll(changed(Map.of("hash_id", "\"x\""), keys));
    for (String seconds : List.of("604800", "604801")) {
      requests.addAll(changed(Map.of("search", "{}", "cool_down", seconds), List.of()));
    }
    assertAgreement(
        "SavedSearchRequest",
        requests,
        body -> SavedSearchRequest.read(body, SEARCHES, JsonLimits.DEFAULTS));
  }

  @Test
  void ledgerEntry_isValidWhereTheServiceTakesIt() {
    Map<String, String> entry =
        Map.of(
            "reference", "\"r\"", "type", "\"charge\"", "amount", "1", "timestamp", "1784365000");
    assertAgreement("LedgerEntry", changed(entry, properties("LedgerEntry")), INVOICES::readEntry);
  }

  @Test
  void identity_isValidWhereTheServiceTakesIt() {
    Set<String> keys = new TreeSet<>(properties("Identity"));
    Stream.of(IdentityPart.values()).map(IdentityPart::wireName).forEach(keys::add);
    assertAgreement("Identity", changed(Map.of(), List.copyOf(keys)), INVOICES::readIdentity);
  }
}
