package io.offerengine.server;

import static io.offerengine.server.http.TestClient.header;
import static io.offerengine.server.http.TestClient.ok;
import static io.offerengine.server.http.TestClient.version;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.log.testing.PostgresqlServer;
import io.offerengine.server.http.TestClient;
import io.offerengine.server.store.TestDatabase;
import io.offerengine.testing.Together;
import io.offerengine.testing.Waiting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three members on one PostgreSQL, each in a process of its own. */
class MembersTest {
  private static final int MEMBERS = 3;
  private static final String SEARCH = "{\"select_cols\":[\"id\"]}";

  @TempDir private static Path directory;
  private static String url;
  private static Path offers;
  private static String key;
  private static List<ServiceProcess> members;

  /** Starts the members at once on an empty database; they need nothing but its address. */
  @BeforeAll
  static void start() throws IOException {
    url = PostgresqlServer.newDatabase();
    offers = Files.writeString(directory.resolve("offers.ndjson"), "{\"id\":1}\n{\"id\":2}\n");
    List<CompletableFuture<ServiceProcess>> starts =
        IntStream.range(0, MEMBERS)
            .mapToObj(each -> CompletableFuture.supplyAsync(MembersTest::member))
            .toList();
    members = starts.stream().map(CompletableFuture::join).toList();
    List<String> keys = messages("API key, shown this once: ");
    assertThat(keys).as("one of them makes the first key").hasSize(1);
    key = keys.get(0).replaceFirst(".*: ", "");
    String skipped =
        "The file "
            + offers
            + " was skipped, since a file fills an empty database once; send its offers to"
            + " PUT /admin/offers";
    assertThat(messages(skipped)).as("one of them stores the file").hasSize(MEMBERS - 1);
    assertThat(messages("Serving 2 offers")).hasSize(MEMBERS);
  }

  @AfterAll
  static void stop() {
    if (members != null) {
      members.forEach(ServiceProcess::close);
    }
  }

  private static ServiceProcess member() {
    try {
      return ServiceProcess.start(Map.of(), "--database " + url + " --offers " + offers);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> messages(String part) {
    return members.stream()
        .flatMap(each -> each.message().stream())
        .filter(line -> line.contains(part))
        .toList();
  }

  private static TestClient client(int member) {
    return members.get(member).client(key);
  }

  private static HttpResponse<String> send(int member, String method, String target, String body)
      throws Exception {
    return client(member).send(method, target, body);
  }

  private static long put(int member, long id) throws Exception {
    return version(ok(send(member, "PUT", "/admin/offers", "{\"id\":" + id + "}")));
  }

  private static String ids(int member, long version) throws Exception {
    HttpResponse<String> found =
        send(member, "POST", "/market/v1/export?min_version=" + version, SEARCH);
    assertThat(Long.parseLong(header(found, "Offers-Version"))).isGreaterThanOrEqualTo(version);
    assertThat(header(found, "Offers-Age")).matches("[0-9]+");
    return ok(found);
  }

  private static double metric(int member, String name) {
    return TestClient.metric(client(member).get("/metrics").body(), "offer_engine_" + name);
  }

  @Test
  void changesAtEachMember_areSeenAtAllFromTheirVersionOn() throws Exception {
    for (int i = 0; i < 30; i++) {
      long id = 100L + i;
      long version = put(i % MEMBERS, id);
      for (int member = 0; member < MEMBERS; member++) {
        assertThat(ids(member, version)).contains("{\"id\":" + id + "}");
      }
    }
    long version = version(ok(send(1, "DELETE", "/admin/offers/100", "")));
    assertThat(ids(2, version)).doesNotContain("{\"id\":100}").contains("{\"id\":101}");
    assertThat(metric(0, "log_appends_total")).isPositive();
    assertThat(metric(0, "log_lag_batches")).isZero();
  }

  /** Each client changes its own offer on a condition; nobody is refused for being one of many. */
  @Tag("full")
  @Test
  void smallChangesOfManyClients_waitForTheirTurnAndAreAllStored() throws Exception {
    List<Integer> counts =
        Together.call(32, 32, client -> countUp(client % MEMBERS, 2_000L + client));
    assertThat(counts).containsOnly(20);
  }

  private static int countUp(int member, long id) throws Exception {
    ok(send(member, "PUT", "/admin/offers", "{\"id\":" + id + ",\"num_gpus\":0}"));
    for (int count = 0; count < 20; count++) {
      String change =
          "{\"id\":%d,\"num_gpus\":%d,\"if\":{\"num_gpus\":%d}}".formatted(id, count + 1, count);
      ok(send(member, "PATCH", "/admin/offers", change));
    }
    return 20;
  }

  /** The last batch is taken out of the database, as if an older copy had been restored. */
  @Tag("full")
  @Test
  void restoredDatabase_isFollowedWhenItIsAccepted() throws Exception {
    put(0, 600);
    long lost = put(1, 601);
    for (int member = 0; member < MEMBERS; member++) {
      assertThat(ids(member, lost)).contains("{\"id\":601}");
    }
    TestDatabase.execute(
        url,
        "DELETE FROM offer_log_entries WHERE number = " + lost,
        "UPDATE offer_log SET (number, entry, ends)"
            + " = (SELECT number, entry, ends FROM offer_log_entries"
            + " ORDER BY number DESC LIMIT 1)");
    for (int member = 0; member < MEMBERS; member++) {
      int each = member;
      Waiting.until(() -> send(each, "GET", "/readyz", "").statusCode() == 503);
      assertThat(send(each, "GET", "/readyz", "").body()).contains("run accept-restore");
      HttpResponse<String> refused = send(each, "PUT", "/admin/offers", "{\"id\":602}");
      assertThat(refused.statusCode()).isEqualTo(503);
      assertThat(refused.body()).contains("restored from a copy");
      assertThat(ids(each, lost)).as("searches go on").contains("{\"id\":601}");
      assertThat(metric(each, "log_restores_total")).isEqualTo(1);
    }
    CommandRun accepted = CommandRun.line("accept-restore --database " + url).succeeded();
    Matcher named = Pattern.compile("as of version ([0-9]+)").matcher(accepted.out());
    assertThat(named.find()).as(accepted.out()).isTrue();
    long restored = Long.parseLong(named.group(1));
    assertThat(restored).isGreaterThan(lost);
    for (int member = 0; member < MEMBERS; member++) {
      int each = member;
      Waiting.until(() -> send(each, "GET", "/readyz", "").statusCode() == 200);
      assertThat(ids(each, restored)).contains("{\"id\":600}").doesNotContain("{\"id\":601}");
    }
    assertThat(put(2, 603)).isEqualTo(restored + 1);
    assertThat(ids(0, restored + 1)).contains("{\"id\":603}");
  }
}
