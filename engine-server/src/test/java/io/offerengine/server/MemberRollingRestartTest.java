package io.offerengine.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.log.testing.PostgresqlServer;
import io.offerengine.server.ServiceProcess.Client;
import io.offerengine.testing.Waiting;
import java.io.IOException;
import java.net.http.HttpResponse;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Three members are restarted one after the other under load. A client that tries each request once
 * more at the next member gets every answer, and reads its own writes.
 */
@Tag("full")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class MemberRollingRestartTest {
  private static final String KEY = "roll";
  private static final int MEMBERS = 3;

  /** As many as may change offers at once at one member with one key. */
  private static final int CLIENTS = 3;

  private static final int REQUESTS_BETWEEN = 50;
  private static final Pattern VERSION = Pattern.compile("\"version\":([0-9]+)");

  private final AtomicReferenceArray<Client> members = new AtomicReferenceArray<>(MEMBERS);
  private final AtomicInteger answered = new AtomicInteger();
  private final AtomicBoolean isOver = new AtomicBoolean();
  private final String url = PostgresqlServer.newDatabase();

  private ServiceProcess start() throws IOException {
    return ServiceProcess.start(Map.of("OFFER_ENGINE_API_KEY", KEY), "--database", url);
  }

  /** Sends a request to a member, and once more to the next one if there is no answer. */
  private HttpResponse<String> send(int member, String method, String target, String body)
      throws InterruptedException {
    List<String> failures = new ArrayList<>();
    for (int attempt = 0; attempt < 2; attempt++) {
      try {
        HttpResponse<String> answer =
            members.get((member + attempt) % MEMBERS).send(method, target, body);
        if (answer.statusCode() == 200) {
          answered.incrementAndGet();
          return answer;
        }
        failures.add(answer.statusCode() + " " + answer.body());
      } catch (IOException gone) {
        failures.add(gone.toString());
      }
    }
    throw new AssertionError(method + " " + target + " failed at two members: " + failures);
  }

  private void use(int client) throws InterruptedException {
    for (int i = 0; !isOver.get(); i++) {
      long id = client * 1_000_000L + i;
      String offer = "{\"id\":" + id + "}";
      Matcher version = VERSION.matcher(send(i % MEMBERS, "PUT", "/admin/offers", offer).body());
      assertThat(version.find()).isTrue();
      String export = "/market/v1/export?min_version=" + version.group(1);
      String body = "{\"id\":{\"eq\":" + id + "},\"select_cols\":[\"id\"]}";
      assertThat(send((i + 1) % MEMBERS, "POST", export, body).body()).contains(offer);
      send((i + 2) % MEMBERS, "POST", "/api/v0/bundles", "{\"limit\":3}");
    }
  }

  private void awaitRequests() throws InterruptedException {
    int before = answered.get();
    Waiting.until(() -> answered.get() >= before + REQUESTS_BETWEEN);
  }

  @Test
  void requestsThatAreTriedTwice_duringARollingRestart_areAllAnswered() throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool();
    List<ServiceProcess> running = new ArrayList<>();
    try {
      List<Future<ServiceProcess>> starts = new ArrayList<>();
      for (int member = 0; member < MEMBERS; member++) {
        starts.add(threads.submit(this::start));
      }
      for (int member = 0; member < MEMBERS; member++) {
        running.add(starts.get(member).get());
        members.set(member, running.get(member).client(KEY));
      }
      List<Future<?>> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        int client = i + 1;
        clients.add(
            threads.submit(() -> {
              use(client);
              return null;
            }));
      }
      for (int member = 0; member < MEMBERS; member++) {
        awaitRequests();
        assertThat(running.get(member).stop()).isEqualTo(143);
        running.set(member, start());
        members.set(member, running.get(member).client(KEY));
      }
      awaitRequests();
      isOver.set(true);
      for (Future<?> client : clients) {
        client.get();
      }
    } finally {
      isOver.set(true);
      running.forEach(ServiceProcess::close);
      threads.shutdownNow();
    }
  }
}
