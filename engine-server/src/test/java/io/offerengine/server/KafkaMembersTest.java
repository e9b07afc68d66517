package io.offerengine.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.cluster.kafka.KafkaBroker;
import io.offerengine.server.ServiceProcess.Client;
import io.offerengine.server.store.PostgresqlServer;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Members and a member of a shard, whose log is on Kafka, each in a process of its own. */
@Tag("full")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class) // The first test begins without batches.
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class KafkaMembersTest {
  private static final int MEMBERS = 3;
  private static final String KEY = "admin";
  private static final String OFFERS = "/admin/offers";
  private static final String UNRENTED = "\"if\":{\"rented\":{\"eq\":false}}";

  @TempDir private static Path directory;
  private static String url;
  private static KafkaBroker broker;
  private static final int[] PORTS = new int[MEMBERS];
  private static final List<ServiceProcess> PROCESSES = new ArrayList<>();

  @BeforeAll
  static void start() throws Exception {
    url = PostgresqlServer.newDatabase();
    broker = KafkaBroker.start();
    for (int member = 0; member < MEMBERS; member++) {
      PORTS[member] = KafkaBroker.freePort();
      PROCESSES.add(start(member));
    }
  }

  private static ServiceProcess start(int member) throws IOException {
    List<String> options =
        new ArrayList<>(
            List.of("--follow", "--database", url, "--port", Integer.toString(PORTS[member])));
    options.addAll(List.of("--kafka", broker.address()));
    options.addAll(List.of("--member-url", "http://127.0.0.1:" + PORTS[member]));
    options.addAll(List.of("--saved-offers", directory.resolve("saved-" + member).toString()));
    // The last one has a part of the offers, and can't write without an engine of its own.
    options.addAll(member == MEMBERS - 1 ? List.of("--shard", "1/2") : List.of());
    return ServiceProcess.start(
        Map.of("OFFER_ENGINE_API_KEY", KEY), options.toArray(String[]::new));
  }

  @AfterAll
  static void stop() {
    PROCESSES.forEach(ServiceProcess::close);
    if (broker != null) {
      broker.close();
    }
  }

  private static HttpResponse<String> send(int member, String method, String path, String body)
      throws Exception {
    Client client = PROCESSES.get(member).client(KEY);
    return client.send(method, path, body);
  }

  private static long change(int member, String method, String path, String body) throws Exception {
    HttpResponse<String> changed = send(member, method, path, body);
    assertThat(changed.statusCode()).as(changed.body()).isEqualTo(200);
    return Long.parseLong(changed.headers().firstValue("Offers-Version").orElseThrow());
  }

  /** Returns the identifiers of the offers with a price. */
  private static String ids(int member, double price, long version) throws Exception {
    String search = "{\"dph_base\":{\"eq\":%s},\"select_cols\":[\"id\"]}".formatted(price);
    String target = "/market/v1/export" + (version < 0 ? "" : "?min_version=" + version);
    HttpResponse<String> found = send(member, "POST", target, search);
    assertThat(found.statusCode()).as(found.body()).isEqualTo(200);
    return found.body();
  }

  private static long appends(int member) throws Exception {
    return metric(member, "log_appends_total");
  }

  private static long metric(int member, String name) throws Exception {
    String metrics = send(member, "GET", "/metrics", "").body();
    Matcher value = Pattern.compile("(?m)^offer_engine_" + name + " ([0-9.E]+)$").matcher(metrics);
    assertThat(value.find()).as(metrics).isTrue();
    return (long) Double.parseDouble(value.group(1));
  }

  /** The member of the last batch writes all of them, until it dies. */
  @Test
  @Order(1)
  void changes_atAnyMember_areWrittenByOne_andByTheNextOneAfterItsDeath() throws Exception {
    change(0, "PUT", OFFERS, "{\"id\":1,\"dph_base\":0.5}\n{\"id\":2,\"dph_base\":0.5}\n");
    long written = appends(0);
    change(1, "PATCH", OFFERS, "{\"id\":1,\"dph_base\":0.75,\"rented\":false}\n");
    assertThat(ids(1, 0.75, -1)).as("the own change, at once").isEqualTo("{\"id\":1}\n");
    long version = change(2, "DELETE", OFFERS + "/2", "");
    assertThat(ids(0, 0.5, version)).isEmpty();
    assertThat(ids(1, 0.5, version)).isEmpty();
    assertThat(appends(0)).isEqualTo(written + 2);
    assertThat(appends(1) + appends(2)).isZero();

    String rent = "{\"id\":1,\"rented\":true," + UNRENTED + "}\n";
    long rented = change(1, "PATCH", OFFERS, rent);
    HttpResponse<String> again = send(1, "PATCH", OFFERS, rent);
    assertThat(again.statusCode()).as(again.body()).isEqualTo(409);
    assertThat(send(1, "PUT", OFFERS, "{\"id\":").statusCode()).isEqualTo(400);
    assertThat(send(1, "DELETE", OFFERS + "/9", "{}").statusCode()).as("a body").isEqualTo(404);
    assertThat(appends(1)).isZero();

    PROCESSES.get(0).kill();
    assertThat(change(1, "PUT", OFFERS, "{\"id\":3,\"dph_base\":2}")).isEqualTo(rented + 1);
    assertThat(appends(1)).isEqualTo(1);
    PROCESSES.set(0, start(0));
    assertThat(change(0, "PUT", OFFERS, "{\"id\":4,\"dph_base\":2}")).isEqualTo(rented + 2);
    assertThat(appends(0)).as("a member that started later passes changes on").isZero();
    assertThat(ids(0, 2, -1).lines().sorted().toList()).containsExactly("{\"id\":3}", "{\"id\":4}");
  }

  /** One member works alerts out, until it dies. Searches and alerts are those of all members. */
  @Test
  @Order(2)
  void alerts_ofChangesAtAnyMember_comeAtAnyMember_alsoAfterADeath() throws Exception {
    String search = "{\"search\":{\"gpu_name\":\"ALERT\",\"dph_base\":{\"lt\":2}}}";
    HttpResponse<String> saved = send(1, "POST", "/market/v1/saved_searches", search);
    assertThat(saved.statusCode()).as(saved.body()).isEqualTo(200);
    change(0, "PUT", OFFERS, "{\"id\":10,\"gpu_name\":\"ALERT\",\"dph_base\":3}");
    long matching = change(1, "PATCH", OFFERS, "{\"id\":10,\"dph_base\":1}");
    String first = alerts(0, "");
    assertThat(first).contains("\"offer_id\":10,", "\"version\":" + matching + ",");
    assertThat(first).isEqualTo(alerts(1, ""));

    int holder = holder();
    PROCESSES.get(holder).kill();
    int other = 1 - holder;
    change(other, "PUT", OFFERS, "{\"id\":11,\"gpu_name\":\"ALERT\",\"dph_base\":0.5}");
    Matcher cursor = Pattern.compile("\"cursor\":\"([^\"]+)\"").matcher(first);
    assertThat(cursor.find()).as(first).isTrue();
    assertThat(alerts(other, "&cursor=" + cursor.group(1))).contains("\"offer_id\":11,");
    PROCESSES.set(holder, start(holder));
    assertThat(holder()).isEqualTo(other);
  }

  /** Waits until one member works alerts out, and returns its number. */
  private static int holder() throws Exception {
    while (true) {
      long first = metric(0, "alerts_here");
      if (first + metric(1, "alerts_here") == 1) {
        return first == 1 ? 0 : 1;
      }
      Thread.sleep(20);
    }
  }

  /** Waits for alerts. */
  private static String alerts(int member, String cursor) throws Exception {
    HttpResponse<String> alerts = send(member, "GET", "/market/v1/alerts?wait=50" + cursor, "");
    assertThat(alerts.statusCode()).as(alerts.body()).isEqualTo(200);
    return alerts.body();
  }
}
