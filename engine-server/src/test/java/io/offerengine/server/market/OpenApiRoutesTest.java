package io.offerengine.server.market;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.server.ServiceProcess;
import io.offerengine.server.http.Route;
import io.offerengine.server.http.TestClient;
import io.offerengine.server.keys.Scope;
import io.offerengine.server.market.OpenApiDocument.Operation;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The document describes every route of the service, and no other. */
class OpenApiRoutesTest {
  @AutoClose private static final TestService service = TestService.open();

  private static String withoutSlash(String path) {
    return path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
  }

  private static Map<String, Operation> operations() {
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
    Map<String, Operation> operations = operations();
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
