package io.offerengine.server;

import static io.offerengine.server.http.TestClient.ok;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.offerengine.server.http.TestClient;
import io.offerengine.testing.Waiting;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A service on SQLite whose disk is full: a small file system in memory, which only root may mount.
 * Changes are refused, nothing that was acknowledged is lost, and when there is room again, the
 * service goes on by itself.
 */
@Tag("full")
class DiskFullTest {
  private static final String KEY = "full";
  private static final int DISK_MIB = 24;

  /** What is deleted to make room. */
  private static final int BALLAST_MIB = 8;

  private static final int OFFERS_OF_A_BATCH = 300;
  private static final int MOST_BATCHES = 400;
  private static final String FULL = "the disk of the database is full; nothing was stored";

  @TempDir private Path directory;
  private Path disk;
  private Path ballast;

  /** The identifiers of acknowledged offers. */
  private final TreeSet<Long> acknowledged = new TreeSet<>();

  private long batches;

  @BeforeEach
  void mount() throws Exception {
    CommandRun.assumeInstalled("mount");
    disk = Files.createDirectory(directory.resolve("disk"));
    assumeTrue(
        CommandRun.ofProgram(
                    "mount",
                    "-t",
                    "tmpfs",
                    "-o",
                    "size=" + DISK_MIB + "m",
                    "tmpfs",
                    disk.toString())
                .exitCode()
            == 0,
        "only root may mount a small disk");
    ballast = Files.write(disk.resolve("ballast"), new byte[BALLAST_MIB << 20]);
  }

  @AfterEach
  void unmount() throws Exception {
    if (ballast != null) {
      CommandRun.ofProgram("umount", disk.toString()).succeeded();
    }
  }

  private ServiceProcess start() throws IOException {
    return ServiceProcess.start(
        Map.of("OFFER_ENGINE_API_KEY", KEY), "--data", disk.resolve("data").toString());
  }

  /** Sends a batch of new offers; the answer is either an acknowledgement or the refusal. */
  private boolean put(TestClient client) throws Exception {
    long first = 1 + OFFERS_OF_A_BATCH * batches++;
    List<Long> ids = LongStream.range(first, first + OFFERS_OF_A_BATCH).boxed().toList();
    String text = "x".repeat(300);
    String lines =
        ids.stream()
            .map(id -> "{\"id\":" + id + ",\"cpu_name\":\"" + text + id + "\"}\n")
            .collect(Collectors.joining());
    HttpResponse<String> answer = client.send("PUT", "/admin/offers", lines);
    if (answer.statusCode() == 200) {
      acknowledged.addAll(ids);
      return true;
    }
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(503);
    assertThat(answer.body()).contains(FULL);
    return false;
  }

  private void assertOffers(TestClient client) throws Exception {
    String found = ok(client.post("/market/v1/export", "{\"select_cols\":[\"id\"]}"));
    TreeSet<Long> ids = new TreeSet<>();
    found.lines().forEach(line -> ids.add(Long.valueOf(line.replaceAll("\\D", ""))));
    assertThat(ids).isEqualTo(acknowledged);
  }

  @Test
  void changes_onAFullDisk_areRefusedUntilThereIsRoom_andNothingIsLost() throws Exception {
    try (ServiceProcess service = start()) {
      TestClient client = service.client(KEY);
      while (put(client)) {
        assertThat(batches).as("batches on a disk of %d MiB", DISK_MIB).isLessThan(MOST_BATCHES);
      }
      assertThat(acknowledged).isNotEmpty();
      for (int i = 0; i < 5; i++) {
        // A smaller transaction may find room in what a failed one left, so any answer is right.
        var unused = put(client);
        assertOffers(client);
      }

      Files.delete(ballast);
      Waiting.until(() -> client.get("/readyz").statusCode() == 200);
      assertThat(put(client)).as("a change after there is room").isTrue();
      ok(client.post("/api/v0/auth/apikeys", "{\"name\":\"n\"}"));
      assertOffers(client);
      service.kill();
    }
    try (ServiceProcess service = start()) {
      assertOffers(service.client(KEY));
      assertThat(put(service.client(KEY))).isTrue();
    }
    CommandRun.line("check --data " + disk.resolve("data")).succeeded();
  }
}
