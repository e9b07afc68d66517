package io.offerengine.server;

import static io.offerengine.server.http.TestClient.ok;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.log.testing.PostgresqlServer;
import io.offerengine.server.http.TestClient;
import io.offerengine.testing.Together;
import io.offerengine.testing.Waiting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntConsumer;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.proxy.ProxyHandler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Services are restarted one after the other under load, and no request fails. */
@Tag("full")
class RollingRestartTest {
  private static final String KEY = "roll";
  private static final int MEMBERS = 3;

  /** As many as may change offers at once at one member with one key. */
  private static final int CLIENTS = 3;

  private static final int REQUESTS_BETWEEN = 50;
  private final List<Future<?>> tasks = new ArrayList<>();
  private final List<ServiceProcess> running = new ArrayList<>();

  /** The clients of the services by number. */
  private final AtomicReferenceArray<TestClient> services = new AtomicReferenceArray<>(MEMBERS);

  /** What a proxy sees: a service that is not ready is not in use. */
  private final AtomicReferenceArray<Boolean> ready =
      new AtomicReferenceArray<>(new Boolean[] {false, false});

  private final AtomicInteger next = new AtomicInteger();
  private final AtomicInteger answered = new AtomicInteger();
  private final AtomicBoolean isOver = new AtomicBoolean();

  @AfterEach
  void stop() {
    isOver.set(true);
    running.forEach(ServiceProcess::close);
  }

  /** Uses a service, or watches it, until all is over. */
  private interface Task {
    void run(int number) throws Exception;
  }

  private void start(int count, String options) throws Exception {
    running.addAll(Together.call(count, count, each -> service(options)));
    for (int number = 0; number < count; number++) {
      services.set(number, running.get(number).client(KEY));
    }
  }

  private static ServiceProcess service(String options) throws IOException {
    return ServiceProcess.start(Map.of("OFFER_ENGINE_API_KEY", KEY), options);
  }

  private void submit(int count, Task task) {
    for (int number = 0; number < count; number++) {
      int each = number;
      tasks.add(
          Together.beside(() -> {
            task.run(each);
            return null;
          }));
    }
  }

  /**
   * Restarts each service when requests go on, and ends the tasks when they go on again.
   *
   * @param awaitUse waits until a service is in use
   */
  private void restartAll(String options, IntConsumer awaitUse) throws Exception {
    for (int number = 0; number < running.size(); number++) {
      awaitUse.accept(number);
      assertThat(running.get(number).stop()).isEqualTo(143);
      running.set(number, service(options));
      services.set(number, running.get(number).client(KEY));
      awaitUse.accept(number);
    }
    isOver.set(true);
    for (Future<?> task : tasks) {
      task.get();
    }
  }

  /** Watches a service as a proxy does. */
  private void watch(int number) throws InterruptedException {
    while (!isOver.get()) {
      boolean isReady = false;
      try {
        isReady = services.get(number).status("GET", "/readyz") == 200;
      } catch (UncheckedIOException gone) {
        // Not ready.
      }
      ready.set(number, isReady);
      Waiting.pause(20);
    }
  }

  private HttpURI target(Request request) {
    int first = next.incrementAndGet() & 1;
    int chosen = ready.get(first) ? first : 1 - first;
    return HttpURI.from(services.get(chosen).address() + request.getHttpURI().getPathQuery());
  }

  @Test
  void requests_duringARollingRestart_areAllAnswered() throws Exception {
    String options = "--drain-seconds 3";
    Server server = new Server();
    ServerConnector connector = new ServerConnector(server);
    server.addConnector(connector);
    server.setHandler(new ProxyHandler.Reverse(this::target));
    try {
      start(2, options);
      submit(2, this::watch);
      Waiting.until(() -> ready.get(0) && ready.get(1));
      server.start();
      TestClient proxy = new TestClient(connector.getLocalPort()).as(KEY);
      submit(
          CLIENTS,
          client -> {
            while (!isOver.get()) {
              ok(proxy.post("/api/v0/bundles", "{\"limit\":3}"));
              answered.incrementAndGet();
            }
          });
      restartAll(
          options,
          number -> {
            int before = answered.get();
            Waiting.until(() -> ready.get(number) && answered.get() >= before + REQUESTS_BETWEEN);
          });
    } finally {
      server.stop();
    }
  }

  /** Sends a request to a member, and once more to the next one if there is no answer. */
  private String send(int member, String method, String target, String body)
      throws InterruptedException {
    List<String> failures = new ArrayList<>();
    for (int attempt = 0; attempt < 2; attempt++) {
      try {
        HttpResponse<String> answer =
            services.get((member + attempt) % MEMBERS).send(method, target, body);
        if (answer.statusCode() == 200) {
          answered.incrementAndGet();
          return answer.body();
        }
        failures.add(answer.statusCode() + " " + answer.body());
      } catch (UncheckedIOException gone) {
        failures.add(gone.toString());
      }
    }
    throw new AssertionError(method + " " + target + " failed at two members: " + failures);
  }

  private void use(int client) throws InterruptedException {
    for (int i = 0; !isOver.get(); i++) {
      long id = (client + 1) * 1_000_000L + i;
      String offer = "{\"id\":" + id + "}";
      long version = TestClient.version(send(i % MEMBERS, "PUT", "/admin/offers", offer));
      String export = "/market/v1/export?min_version=" + version;
      String body = "{\"id\":{\"eq\":" + id + "},\"select_cols\":[\"id\"]}";
      assertThat(send((i + 1) % MEMBERS, "POST", export, body)).contains(offer);
      send((i + 2) % MEMBERS, "POST", "/api/v0/bundles", "{\"limit\":3}");
    }
  }

  /**
   * Members of one database: a client that tries each request once more at the next member gets
   * every answer, and reads its own writes.
   */
  @Test
  void requestsThatAreTriedTwice_duringARollingRestart_areAllAnswered() throws Exception {
    String options = "--database " + PostgresqlServer.newDatabase();
    start(MEMBERS, options);
    submit(CLIENTS, this::use);
    restartAll(
        options,
        number -> {
          int before = answered.get();
          Waiting.until(() -> answered.get() >= before + REQUESTS_BETWEEN);
        });
  }
}
