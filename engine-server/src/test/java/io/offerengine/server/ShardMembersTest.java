package io.offerengine.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.cluster.merge.MergedRows;
import io.offerengine.cluster.part.RowsPart;
import io.offerengine.json.SearchCodec;
import io.offerengine.json.SearchResponse;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Query;
import io.offerengine.server.ServiceProcess.Client;
import io.offerengine.server.store.PostgresqlServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Members that have a shard each, and one with all offers, on one PostgreSQL. */
@Tag("full")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ShardMembersTest {
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private static final String IDS = "{\"select_cols\":[\"id\"]}";
  private static final SearchCodec CODEC = new SearchCodec(MarketplaceSchema.schema());

  @TempDir private static Path directory;
  private static String url;
  private static String key;
  private static ServiceProcess whole;
  private static final List<ServiceProcess> SHARDS = new ArrayList<>();

  @BeforeAll
  static void start() throws IOException {
    url = PostgresqlServer.newDatabase();
    Path offers = Files.writeString(directory.resolve("offers.ndjson"), "{\"id\":1}\n{\"id\":2}\n");
    whole =
        ServiceProcess.start(
            Map.of(), "--follow", "--database", url, "--offers", offers.toString());
    key =
        whole.message().stream()
            .filter(line -> line.startsWith("API key"))
            .findFirst()
            .orElseThrow()
            .replaceFirst(".*: ", "");
    SHARDS.add(member("1/2"));
    SHARDS.add(member("2/2"));
  }

  @AfterAll
  static void stop() {
    SHARDS.forEach(ServiceProcess::close);
    if (whole != null) {
      whole.close();
    }
  }

  private static ServiceProcess member(String shard, String... more) throws IOException {
    List<String> options =
        new ArrayList<>(List.of("--follow", "--database", url, "--shard", shard));
    options.addAll(List.of(more));
    return ServiceProcess.start(Map.of(), options.toArray(String[]::new));
  }

  private static HttpResponse<String> send(
      ServiceProcess member, String method, String target, String body) throws Exception {
    return member.client(key).send(method, target, body);
  }

  private static HttpResponse<byte[]> part(
      ServiceProcess member, String kind, String body, long version) throws Exception {
    Client client = member.client(key);
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(client.address() + "/market/v1/part/" + kind))
            .header("Authorization", "Bearer " + key)
            .header("Content-Type", "application/json")
            .header("Offers-Version", Long.toString(version))
            .method("POST", BodyPublishers.ofString(body))
            .build();
    HttpResponse<byte[]> response = HTTP.send(request, BodyHandlers.ofByteArray());
    assertThat(response.statusCode()).as(new String(response.body(), UTF_8)).isEqualTo(200);
    assertThat(response.headers().firstValue("Offers-Version")).contains(Long.toString(version));
    return response;
  }

  private static long change(ServiceProcess member, String method, String body) throws Exception {
    HttpResponse<String> changed = send(member, method, "/admin/offers", body);
    assertThat(changed.statusCode()).as(changed.body()).isEqualTo(200);
    Matcher version = Pattern.compile("\"version\":([0-9]+)").matcher(changed.body());
    assertThat(version.find()).as(changed.body()).isTrue();
    return Long.parseLong(version.group(1));
  }

  /** Returns the lines of all offers that a member has at a version. */
  private static List<String> lines(ServiceProcess member, long version) throws Exception {
    return new String(part(member, "export", IDS, version).body(), UTF_8).lines().toList();
  }

  private static void assertShardsHaveAll(List<ServiceProcess> shards, long version)
      throws Exception {
    List<String> lines = new ArrayList<>();
    for (ServiceProcess shard : shards) {
      List<String> held = lines(shard, version);
      assertThat(held).isNotEmpty();
      lines.addAll(held);
    }
    assertThat(lines).doesNotHaveDuplicates();
    assertThat(new TreeSet<>(lines)).isEqualTo(new TreeSet<>(lines(whole, version)));
  }

  private static String merged(String body, long version) throws Exception {
    Query query = CODEC.readQuery(body.getBytes(UTF_8)).query();
    List<RowsPart> parts = new ArrayList<>();
    for (ServiceProcess shard : SHARDS) {
      parts.add(RowsPart.read(ByteBuffer.wrap(part(shard, "query", body, version).body())));
    }
    MergedRows rows = MergedRows.of(parts, query.cursorOrder(), query.limit());
    SearchResponse response = CODEC.prepareResponse(rows.json());
    ByteBuffer bytes = ByteBuffer.allocate(response.length());
    response.writeTo(bytes);
    return new String(bytes.array(), UTF_8);
  }

  @Test
  void changesAtAnyMember_includingMovesOfBundles_areInOneShardEach() throws Exception {
    Random random = new Random(3);
    String query = "{\"limit\":12,\"order\":[[\"dph_total\",\"desc\"],[\"gpu_name\",\"asc\"]]}";
    for (int i = 0; i < 40; i++) {
      StringBuilder lines = new StringBuilder();
      boolean moves = i % 4 == 3;
      for (int j = 0; j < 5; j++) {
        int id = moves ? 100 + random.nextInt(i) : 100 + i;
        lines
            .append("{\"id\":" + id)
            .append(",\"bundle_id\":" + random.nextInt(9))
            .append(moves ? "" : ",\"gpu_name\":\"L" + random.nextInt(3) + "\"")
            .append(moves ? "" : ",\"dph_base\":" + random.nextInt(4) / 4.0)
            .append("}\n");
        i += moves ? 0 : 1;
      }
      // A shard's member also takes changes of offers that it does not have.
      ServiceProcess member = SHARDS.get(random.nextInt(2));
      long version;
      if (moves) {
        HttpResponse<String> patched = send(member, "PATCH", "/admin/offers", lines.toString());
        version = patched.statusCode() == 200 ? versionOf(patched) : newest();
      } else {
        version = change(member, "PUT", lines.toString());
      }
      assertShardsHaveAll(SHARDS, version);
      HttpResponse<String> expected =
          send(whole, "POST", "/market/v1/query?min_version=" + version, query);
      assertThat(merged(query, version)).isEqualTo(expected.body());
    }
  }

  private static long versionOf(HttpResponse<String> changed) {
    Matcher version = Pattern.compile("\"version\":([0-9]+)").matcher(changed.body());
    assertThat(version.find()).as(changed.body()).isTrue();
    return Long.parseLong(version.group(1));
  }

  private static long newest() throws Exception {
    HttpResponse<String> position = send(whole, "GET", "/market/v1/part/position", "");
    return position.headers().firstValueAsLong("Offers-Version").orElseThrow();
  }

  @Test
  void searchesAndAlerts_atAShard_areRefused() throws Exception {
    for (String path :
        List.of("/api/v0/bundles", "/market/v1/export", "/market/v1/saved_searches")) {
      HttpResponse<String> refused = send(SHARDS.get(1), "POST", path, "{}");
      assertThat(refused.statusCode()).as(path).isEqualTo(404);
      assertThat(refused.body()).contains("this member has the shard 2/2 of the offers");
    }
    assertThat(SHARDS.get(1).message())
        .anyMatch(line -> line.startsWith("curl ") && line.contains("/admin/stats"))
        .noneMatch(line -> line.contains("/api/v0/bundles"));
    assertThat(whole.message()).anyMatch(line -> line.contains("/api/v0/bundles"));
    assertThat(send(SHARDS.get(0), "GET", "/readyz", "").statusCode()).isEqualTo(200);
    HttpResponse<byte[]> all = part(whole, "export", IDS, newest());
    assertThat(all.headers().firstValue("Offers-Shard")).contains("1/1");
  }

  @Test
  void members_thatRestartWithAnotherNumberOfShards_haveTheirNewOffers() throws Exception {
    String files = directory.resolve("files").toString();
    long version = change(whole, "PUT", "{\"id\":7}\n{\"id\":8}\n{\"id\":9}\n{\"id\":10}");
    try (ServiceProcess of2 = member("1/2", "--saved-offers", files)) {
      assertThat(new TreeSet<>(lines(of2, version)))
          .isEqualTo(new TreeSet<>(lines(SHARDS.get(0), version)));
      of2.stop();
    }
    assertThat(directory.resolve("files").resolve("1-of-2")).isNotEmptyDirectory();
    List<ServiceProcess> shards = new ArrayList<>();
    try {
      for (String shard : List.of("1/3", "2/3", "3/3")) {
        shards.add(member(shard, "--saved-offers", files));
      }
      assertShardsHaveAll(shards, newest());
    } finally {
      shards.forEach(ServiceProcess::close);
    }
    try (ServiceProcess again = member("1/2", "--saved-offers", files)) {
      long newest = newest();
      assertThat(new TreeSet<>(lines(again, newest)))
          .isEqualTo(new TreeSet<>(lines(SHARDS.get(0), newest)));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0/2,it takes I/N",
    "3/2,it takes I/N",
    "1,it takes I/N",
    "1/1025,at most 1024",
    "1/99999999999,it takes I/N"
  })
  void shard_thatDoesNotExist_isRefused(String shard, String problem) {
    CommandRun run =
        CommandRun.of(
            "serve", "--follow", "--database", "jdbc:postgresql://localhost/x", "--shard", shard);
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("'--shard'").contains(problem).contains("but got " + shard);
  }

  @Test
  void shard_withoutFollow_isRefused() {
    CommandRun run = CommandRun.of("serve", "--shard", "1/2");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("'--shard'").contains("needs --follow");
  }
}
