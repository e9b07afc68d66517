package io.offerengine.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.server.ServiceProcess.Client;
import io.offerengine.testing.Waiting;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.proxy.ProxyHandler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two services behind a proxy are restarted one after the other, and no request fails. */
@Tag("full")
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class RollingRestartTest {
  private static final String KEY = "k";
  private static final int CLIENTS = 4;
  private static final int REQUESTS_BETWEEN = 50;

  /** The services by number; a service that is not ready is not in use. */
  private final AtomicReferenceArray<Client> services = new AtomicReferenceArray<>(2);

  private final AtomicReferenceArray<Boolean> ready =
      new AtomicReferenceArray<>(new Boolean[] {false, false});
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicInteger answered = new AtomicInteger();
  private final AtomicBoolean isOver = new AtomicBoolean();

  private static ServiceProcess start() throws IOException {
    return ServiceProcess.start(Map.of("OFFER_ENGINE_API_KEY", KEY), "--drain-seconds", "3");
  }

  /** Watches a service as a proxy does. */
  private void watch(int number) throws InterruptedException {
    while (!isOver.get()) {
      Client service = services.get(number);
      boolean isReady = false;
      try {
        isReady = service != null && service.send("GET", "/readyz", "").statusCode() == 200;
      } catch (IOException gone) {
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

  private void search(Client proxy) throws IOException, InterruptedException {
    while (!isOver.get()) {
      assertThat(proxy.send("POST", "/api/v0/bundles", "{\"limit\":3}").statusCode())
          .isEqualTo(200);
      answered.incrementAndGet();
    }
  }

  private void awaitReady(int number) throws InterruptedException {
    int before = answered.get();
    Waiting.until(() -> ready.get(number) && answered.get() >= before + REQUESTS_BETWEEN);
  }

  @Test
  void requests_duringARollingRestart_areAllAnswered() throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool();
    Server server = new Server();
    ServerConnector connector = new ServerConnector(server);
    server.addConnector(connector);
    server.setHandler(new ProxyHandler.Reverse(this::target));
    List<ServiceProcess> running = new ArrayList<>();
    try {
      List<Future<?>> tasks = new ArrayList<>();
      for (int number = 0; number < 2; number++) {
        int each = number;
        running.add(start());
        services.set(each, running.get(each).client(KEY));
        tasks.add(
            threads.submit(() -> {
              watch(each);
              return null;
            }));
      }
      Waiting.until(() -> ready.get(0) && ready.get(1));
      server.start();
      Client proxy =
          new Client("http://127.0.0.1:" + connector.getLocalPort(), KEY, Duration.ofMinutes(1));
      for (int i = 0; i < CLIENTS; i++) {
        tasks.add(
            threads.submit(() -> {
              search(proxy);
              return null;
            }));
      }
      for (int number = 0; number < 2; number++) {
        awaitReady(number);
        assertThat(running.get(number).stop()).isEqualTo(143);
        running.set(number, start());
        services.set(number, running.get(number).client(KEY));
        awaitReady(number);
      }
      isOver.set(true);
      for (Future<?> task : tasks) {
        task.get();
      }
    } finally {
      isOver.set(true);
      server.stop();
      running.forEach(ServiceProcess::close);
      threads.shutdownNow();
    }
  }
}
