package io.offerengine.server.market;

import static io.offerengine.server.http.TestClient.ok;
import static io.offerengine.server.market.OpenApiDocument.assertValid;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.server.ServiceProcess;
import io.offerengine.server.http.Route;
import io.offerengine.server.http.TestClient;
import io.offerengine.server.keys.Scope;
import io.offerengine.server.market.OpenApiDocument.Operation;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/**
 * A running service has the routes of the document and no other, and answers as documented, to the
 * document's examples and to errors.
 */
class OpenApiAnswersTest {
  private static final String JSON = "application/json";
  private static final String KEY = TestClient.KEY;
  private static final String NO_KEY = "";

  /** A service that has what the examples ask for; only requests reach it that change nothing. */
  @AutoClose private static final TestService service = TestService.open();

  /** A service of one test; null if the test uses the one of all. */
  private TestService own;

  private TestClient client = service.client();

  /** A request body; null if the operation takes none. */
  private record Body(String mediaType, String text) {}

  @BeforeAll
  static void fillService() {
    fill(service.client());
  }

  /** Lets the test have a service of its own. */
  private void useOwn() {
    own = TestService.open();
    client = own.client();
    fill(client);
  }

  @AfterEach
  void close() {
    if (own != null) {
      own.close();
    }
  }

  static List<Operation> operations() {
    return OpenApiDocument.operations();
  }

  /** Returns the URL of the documented examples, with or without optional parameters. */
  private static String target(Operation operation, boolean withOptional) {
    String path = operation.path();
    StringJoiner query = new StringJoiner("&", "?", "").setEmptyValue("");
    for (JsonNode parameter : operation.parameters()) {
      String name = parameter.get("name").stringValue();
      JsonNode example =
          parameter.has("content")
              ? parameter.at("/content/application~1json/example")
              : parameter.path("example");
      String text =
          URLEncoder.encode(example.isString() ? example.stringValue() : example.toString(), UTF_8);
      if (parameter.get("in").stringValue().equals("path")) {
        path = path.replace("{" + name + "}", text);
      } else if (!example.isMissingNode() && (withOptional || parameter.has("required"))) {
        query.add(name + "=" + text);
      }
    }
    boolean isWithoutFilter = operation.toString().equals("GET /api/v0/template") && !withOptional;
    return path + (isWithoutFilter ? "?select=mine" : query);
  }

  /** Returns the documented examples of bodies; one null if there are none. */
  private static List<Body> bodies(Operation operation) {
    List<Body> bodies = new ArrayList<>();
    operation
        .node()
        .at("/requestBody/content")
        .forEachEntry((mediaType, content) -> {
          List<JsonNode> examples = new ArrayList<>();
          if (content.has("example")) {
            examples.add(content.get("example"));
          }
          content.path("examples").forEach(each -> examples.add(each.get("value")));
          assertThat(examples).as("%s, %s", operation, mediaType).isNotEmpty();
          for (JsonNode example : examples) {
            assertValid(operation + " as " + mediaType, content.get("schema"), example);
            bodies.add(
                new Body(
                    mediaType,
                    mediaType.equals(JSON) ? example.toString() : example.stringValue()));
          }
        });
    if (bodies.isEmpty()) {
      bodies.add(null);
    }
    return bodies;
  }

  private HttpResponse<String> send(String method, String target, String key, Body body) {
    return send(client, method, target, key, body);
  }

  private static HttpResponse<String> send(
      TestClient client, String method, String target, String key, Body body) {
    var request = client.as(key).withKey(method, target);
    if (body != null) {
      request.header("Content-Type", body.mediaType());
      request.method(method, BodyPublishers.ofString(body.text()));
    }
    return client.send(request);
  }

  private static JsonNode assertFits(
      String what, HttpResponse<String> answer, JsonNode documented) {
    documented
        .path("headers")
        .forEachEntry((name, reference) -> {
          JsonNode header = OpenApiDocument.resolve(reference);
          if (header.path("required").asBoolean(false)) {
            assertThat(answer.headers().firstValue(name)).as("%s: %s", what, name).isPresent();
          }
        });
    String mediaType = answer.headers().firstValue("Content-Type").orElse("none");
    String essence = mediaType.replaceFirst(";.*", "");
    JsonNode content = documented.get("content").get(essence);
    assertThat(content).as("%s: %s", what, mediaType).isNotNull();
    JsonNode body =
        essence.equals(JSON)
            ? OpenApiDocument.parse(answer.body())
            : StringNode.valueOf(answer.body());
    assertValid(what, content.get("schema"), body);
    return body;
  }

  private void assertError(
      Operation operation, HttpResponse<String> answer, int status, String code) {
    assertError(operation, answer, status, code, "");
  }

  private void assertError(
      Operation operation, HttpResponse<String> answer, int status, String code, String part) {
    TestClient.assertError(answer, status, code, part);
    assertFits(operation.toString(), answer, OpenApiDocument.response(operation, status));
  }

  /** Stores things for the administrator, who sends the examples. */
  private static void fill(TestClient client) {
    Operation store = operation("PUT /admin/offers");
    ok(send(client, "PUT", store.path(), KEY, bodies(store).get(0)));
    for (Body entry : bodies(operation("POST /admin/users/{id}/ledger"))) {
      ok(send(client, "POST", "/admin/users/1/ledger", KEY, entry));
    }
    for (String path : List.of("/api/v0/template", "/market/v1/saved_searches")) {
      for (Body each : bodies(operation("POST " + path))) {
        ok(send(client, "POST", path, KEY, each));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("operations")
  void answer_toTheExamples_isOfTheDocumentedSchema(Operation operation) {
    boolean isOnce =
        operation.method().equals("DELETE") || operation.toString().equals("PUT /api/v0/template");
    if (isOnce) {
      useOwn();
    }
    for (boolean withOptional : isOnce ? new boolean[] {false} : new boolean[] {false, true}) {
      for (Body body : bodies(operation)) {
        HttpResponse<String> answer =
            send(operation.method(), target(operation, withOptional), KEY, body);
        assertThat(answer.statusCode()).as("%s: %s", operation, answer.body()).isEqualTo(200);
        assertFits(operation.toString(), answer, OpenApiDocument.response(operation, 200));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("operations")
  void answer_toBadRequests_isADocumentedError(Operation operation) {
    String method = operation.method();
    if (method.equals("DELETE")) {
      useOwn();
    }
    String target = target(operation, false);
    Body body = bodies(operation).get(0);
    String unknown = target + (target.contains("?") ? "&" : "?") + "nonsense=1";
    assertError(operation, send(method, unknown, KEY, body), 400, "invalid_request", "no query");

    assertThat(operation.lists(401)).as(operation.toString()).isEqualTo(operation.isSecured());
    assertThat(operation.lists(403)).as(operation.toString()).isEqualTo(operation.isSecured());
    assertThat(operation.lists(429)).as(operation.toString()).isEqualTo(operation.isSecured());
    if (operation.isSecured()) {
      assertError(operation, send(method, target, NO_KEY, body), 401, "auth_error", "no API key");
      assertError(operation, send(method, target, TestService.USELESS_KEY, body), 403, "forbidden");
    } else {
      assertThat(send(method, target, NO_KEY, body).statusCode()).isEqualTo(200);
    }

    Body ofAnotherType = new Body("text/xml", "<a/>");
    assertThat(operation.lists(413)).as(operation.toString()).isEqualTo(operation.hasBody());
    assertThat(operation.lists(415)).as(operation.toString()).isEqualTo(operation.hasBody());
    if (operation.hasBody()) {
      assertError(
          operation, send(method, target, KEY, new Body(JSON, "{")), 400, "invalid_request");
      Body tooLarge = new Body(JSON, " ".repeat(MarketRoutes.BODY_LIMIT + 1));
      assertError(
          operation, send(method, target, KEY, tooLarge), 413, "payload_too_large", "limit");
      Collection<String> types = operation.node().at("/requestBody/content").propertyNames();
      String message =
          "is of type text/xml; send " + String.join(" or ", types) + ", not compressed";
      assertError(
          operation,
          send(method, target, KEY, ofAnotherType),
          415,
          "unsupported_media_type",
          message);
    } else {
      assertThat(send(method, target, KEY, ofAnotherType).statusCode()).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @MethodSource("operations")
  void answer_toAnotherMethod_isADocumentedError(Operation operation) {
    HttpResponse<String> answer = send("FOO", target(operation, false), KEY, null);
    String allowed = TestClient.header(answer, "Allow");
    TestClient.assertError(answer, 405, "method_not_allowed", "use " + allowed);
    assertFits(
        operation.toString(), answer, OpenApiDocument.component("responses", "MethodNotAllowed"));
    assertThat(allowed.split(", ", -1)).contains(operation.method(), "OPTIONS");
  }

  private static Operation operation(String name) {
    return operations().stream()
        .filter(each -> each.toString().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void answer_toTheExamplesOfLists_isNotEmpty() {
    for (String name :
        List.of(
            "POST /api/v0/bundles offers",
            "GET /api/v0/bundles offers",
            "PUT /api/v0/search/asks offers",
            "GET /api/v0/gpu_names/unique gpu_names",
            "GET /api/v0/users/{user_id}/invoices invoices",
            "GET /api/v0/template templates",
            "GET /api/v0/auth/apikeys apikeys",
            "GET /market/v1/saved_searches saved_searches",
            "GET /admin/stats structures")) {
      int end = name.lastIndexOf(' ');
      Operation operation = operation(name.substring(0, end));
      Body body = bodies(operation).get(0);
      HttpResponse<String> answer = send(operation.method(), target(operation, true), KEY, body);
      JsonNode list = OpenApiDocument.parse(answer.body()).get(name.substring(end + 1));
      assertThat(list.size()).as("%s: %s", name, answer.body()).isPositive();
    }
  }

  @Test
  void answer_toWhatIsNotThere_isListedWhereItMayBe() {
    String none = "\"hash_id\":\"" + "0".repeat(32) + "\"";
    String template = "{\"name\":\"n\",\"image\":\"i\"," + none + "}";
    Map<String, String> bodies =
        Map.of(
            "PATCH /admin/offers",
            "{\"id\":99}",
            "POST /api/v0/template",
            template,
            "PUT /api/v0/template",
            template,
            "DELETE /api/v0/template",
            "{\"template_id\":99}",
            "POST /market/v1/saved_searches",
            "{" + none + "}");
    List<String> listing =
        List.of(
            "GET /admin/offers/{id}",
            "DELETE /admin/offers/{id}",
            "GET /api/v0/auth/apikeys/{id}",
            "DELETE /api/v0/auth/apikeys/{id}",
            "GET /market/v1/saved_searches/{id}",
            "DELETE /market/v1/saved_searches/{id}",
            "GET /assets/{version}/{name}");
    List<String> all = Stream.concat(bodies.keySet().stream(), listing.stream()).toList();
    for (String name : all) {
      Operation operation = operation(name);
      String target = operation.path().replaceAll("\\{\\w+}", "99");
      Body body = bodies.containsKey(name) ? new Body(JSON, bodies.get(name)) : null;
      String code = name.contains("/admin/") ? "unknown_offer" : "not_found";
      assertError(operation, send(operation.method(), target, KEY, body), 404, code);
    }
    assertThat(operations().stream().filter(each -> each.lists(404)).map(Operation::toString))
        .containsExactlyInAnyOrderElementsOf(all);
    for (String path : List.of("/api", "/api/v0/bundle/", "/api/v1/bundles", "/API/v0/bundles")) {
      HttpResponse<String> noPath = send("POST", path, NO_KEY, null);
      TestClient.assertError(noPath, 404, "not_found", "there are /api/v0/bundles, ");
      assertFits(path, noPath, OpenApiDocument.component("responses", "NotFound"));
    }
  }

  @Test
  void answer_toAChangeWhoseConditionDoesNotHold_isAConflict() {
    Operation change = operation("PATCH /admin/offers");
    Body line = new Body(JSON, "{\"id\":1000,\"if\":{\"gpu_name\":{\"eq\":\"none\"}}}");
    assertError(change, send("PATCH", change.path(), KEY, line), 409, "conflict");
  }

  @Test
  void answer_toAnotherEntryOfTheSameReference_isAConflict() {
    useOwn();
    Operation record = operation("POST /admin/users/{id}/ledger");
    String target = target(record, false);
    Body first = bodies(record).get(0);
    Body second = new Body(JSON, first.text().replace("12.34", "12.35"));
    assertThat(send("POST", target, KEY, first).statusCode()).isEqualTo(200);
    assertError(record, send("POST", target, KEY, second), 409, "conflict");
    assertThat(operations().stream().filter(each -> each.lists(409)))
        .containsExactlyInAnyOrder(record, operation("PATCH /admin/offers"));
  }

  @Test
  void answer_toABatchThatBreaksOff_saysHowFarItGot() {
    useOwn();
    Operation store = operation("PUT /admin/offers");
    Body lines = new Body("application/x-ndjson", "{\"id\":1}\n{\"id\":\"two\"}\n");
    HttpResponse<String> answer = send("PUT", "/admin/offers?batch=1", KEY, lines);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
    JsonNode body = assertFits("a batch", answer, OpenApiDocument.response(store, 400));
    assertThat(body.get("error").stringValue()).isEqualTo("invalid_offer");
    assertThat(body.get("offers").asInt()).isEqualTo(1);
  }

  @Test
  void nextCursor_isDocumented() {
    JsonNode answer = OpenApiDocument.response(operation("POST /api/v0/bundles"), 200);
    assertThat(answer.get("headers").has("Next-Cursor")).isTrue();
  }

  private static String withoutSlash(String path) {
    return path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
  }

  private static Map<String, Operation> operationsByRoute() {
    return OpenApiDocument.operations().stream()
        .collect(toMap(each -> each.method() + " " + withoutSlash(each.path()), each -> each));
  }

  private static Map<String, Set<String>> methodsByPath() {
    Map<String, Set<String>> methods = new TreeMap<>();
    for (Operation each : OpenApiDocument.operations()) {
      methods
          .computeIfAbsent(withoutSlash(each.path()), path -> new TreeSet<>(Set.of("OPTIONS")))
          .add(each.method());
    }
    methods.values().stream()
        .filter(each -> each.contains("GET"))
        .forEach(each -> each.add("HEAD"));
    return methods;
  }

  @Test
  void document_hasThePathsAndMethodsOfTheServiceAsItIsStarted() throws Exception {
    try (ServiceProcess service = ServiceProcess.start(Map.of("OFFER_ENGINE_API_KEY", "key"))) {
      TestClient client = service.client("key");
      String missing = OpenApiDocument.parse(client.get("/no").body()).at("/msg").asString();
      String paths = missing.substring(missing.indexOf("there are ") + "there are ".length());
      Map<String, Set<String>> served = new TreeMap<>();
      for (String path : paths.split(", ", -1)) {
        String target = path.replaceAll("\\{.*?}", "1");
        HttpResponse<String> options = client.send("OPTIONS", target);
        String allow = options.headers().firstValue("Allow").orElseThrow();
        served.put(path, new TreeSet<>(List.of(allow.split(", ", -1))));
      }
      assertThat(served).isEqualTo(methodsByPath());
    }
  }

  @Test
  void operation_asksForTheScopeAndKnowsTheParametersOfItsRoute() {
    Map<String, Operation> operations = operationsByRoute();
    for (Route route : service.routes()) {
      String name = route.method() + " " + route.path();
      Operation operation = operations.remove(name);
      assertThat(operation).as(name).isNotNull();
      assertSecurity(route.scopes(), operation);
      assertThat(parameters(operation, "query")).as(name).isEqualTo(route.parameters());
      assertThat(parameters(operation, "path"))
          .as(name)
          .isEqualTo(
              List.of(route.path().split("/", -1)).stream()
                  .filter(each -> each.startsWith("{"))
                  .map(each -> each.substring(1, each.length() - 1))
                  .collect(Collectors.toSet()));
    }
    assertThat(operations).isEmpty();
  }

  private static void assertSecurity(Set<Scope> scopes, Operation operation) {
    String wanted =
        scopes.stream()
            .sorted()
            .map(scope -> "{\"bearer\":[\"" + scope.wireName() + "\"]}")
            .collect(Collectors.joining(",", "[", "]"));
    assertThat(operation.node().get("security").toString())
        .as(operation.toString())
        .isEqualTo(wanted);
  }

  private static Set<String> parameters(Operation operation, String place) {
    return operation.parameters().stream()
        .filter(each -> each.get("in").stringValue().equals(place))
        .map(each -> each.get("name").stringValue())
        .collect(Collectors.toSet());
  }

  @Test
  void document_isServedAsItIsWritten() {
    var client = service.client();
    HttpResponse<String> response = client.send(client.request("GET", "/openapi.json"));
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().allValues("Content-Type")).containsExactly("application/json");
    JsonNode served = OpenApiDocument.parse(response.body());
    assertThat(served).isEqualTo(OpenApiDocument.root());
  }
}
