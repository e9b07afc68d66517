package io.offerengine.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.server.store.RestartablePostgresql;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two services never change the offers of one database, whatever happens to their lock. */
@Tag("full")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class SplitBrainTest {
  private static final Map<String, String> ENVIRONMENT =
      Map.of("OFFER_ENGINE_API_KEY", "split", "OFFER_ENGINE_SECRET", "0123456789abcdef".repeat(4));

  private static final Map<String, String> WITHOUT_SECRET = Map.of("OFFER_ENGINE_API_KEY", "split");

  private static HttpResponse<String> put(ServiceProcess service, int id) throws Exception {
    return service.client("split").send("PUT", "/admin/offers", "{\"id\":" + id + "}");
  }

  private static HttpResponse<String> ready(ServiceProcess service) throws Exception {
    return service.client("split").send("GET", "/readyz", "");
  }

  /** Waits until the service reports a status on {@code /readyz}, and returns the report. */
  private static String awaitReady(ServiceProcess service, int status) throws Exception {
    HttpResponse<String> response = ready(service);
    while (response.statusCode() != status) {
      Thread.sleep(50);
      response = ready(service);
    }
    return response.body();
  }

  /** Waits until a change succeeds; until then each is refused. */
  private static void awaitPut(ServiceProcess service, int id) throws Exception {
    HttpResponse<String> response = put(service, id);
    while (response.statusCode() != 200) {
      assertThat(response.statusCode()).as(response.body()).isEqualTo(503);
      Thread.sleep(50);
      response = put(service, id);
    }
  }

  @Test
  void restartOfPostgresql_leavesTheServiceItsDatabase(@TempDir Path directory) throws Exception {
    try (RestartablePostgresql postgresql = new RestartablePostgresql(directory);
        ServiceProcess first = ServiceProcess.start(ENVIRONMENT, "--database", postgresql.url())) {
      assertThat(put(first, 1).statusCode()).isEqualTo(200);
      postgresql.stop();
      awaitReady(first, 503);
      postgresql.start();
      awaitReady(first, 200);
      awaitPut(first, 2);
      Process second = ServiceProcess.launch(ENVIRONMENT, "--database", postgresql.url());
      assertThat(second.waitFor()).as("exit code of a second service").isEqualTo(6);
      assertThat(put(first, 3).statusCode()).isEqualTo(200);
    }
  }

  @Test
  void serviceThatComesFirstAfterARestartOfPostgresql_fencesTheOther(@TempDir Path directory)
      throws Exception {
    try (RestartablePostgresql postgresql = new RestartablePostgresql(directory);
        ServiceProcess first = ServiceProcess.start(ENVIRONMENT, "--database", postgresql.url())) {
      assertThat(put(first, 1).statusCode()).isEqualTo(200);
      first.pause();
      postgresql.stop();
      postgresql.start();
      try (ServiceProcess second =
          ServiceProcess.start(ENVIRONMENT, "--database", postgresql.url())) {
        assertThat(put(second, 2).statusCode()).isEqualTo(200);
        first.resume();
        HttpResponse<String> refused = put(first, 3);
        while (!refused.body().contains("another service")) {
          assertThat(refused.statusCode()).as(refused.body()).isEqualTo(503);
          refused = put(first, 3);
        }
        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(awaitReady(first, 503)).contains("another service has taken the database");
        assertThat(first.client("split").send("GET", "/admin/offers/1", "").statusCode())
            .as("searches go on")
            .isEqualTo(200);
        assertThat(put(second, 4).statusCode()).isEqualTo(200);
        assertThat(second.client("split").send("GET", "/admin/offers/3", "").statusCode())
            .isEqualTo(404);
      }
      try (ServiceProcess third =
          ServiceProcess.start(ENVIRONMENT, "--database", postgresql.url())) {
        assertThat(put(third, 5).statusCode()).as("beside the fenced service").isEqualTo(200);
        assertThat(put(first, 6).statusCode()).isEqualTo(503);
      }
    }
  }

  @Test
  void deletedLockFile_letsNoSecondServiceIn(@TempDir Path directory) throws Exception {
    Path data = directory.resolve("data");
    try (ServiceProcess first = ServiceProcess.start(WITHOUT_SECRET, "--data", data.toString())) {
      assertThat(put(first, 1).statusCode()).isEqualTo(200);
      // A service that does not run can't make the file again.
      first.pause();
      Files.delete(data.resolve("service.lock"));
      Process second = ServiceProcess.launch(WITHOUT_SECRET, "--data", data.toString());
      assertThat(second.waitFor()).as("exit code of a second service").isEqualTo(6);
      first.resume();
      assertThat(put(first, 2).statusCode()).isEqualTo(200);
      assertThat(ready(first).statusCode()).isEqualTo(200);
    }
  }

  @Test
  void deletedDirectory_endsAllWrites(@TempDir Path directory) throws Exception {
    Path data = directory.resolve("data");
    try (ServiceProcess first = ServiceProcess.start(WITHOUT_SECRET, "--data", data.toString())) {
      assertThat(put(first, 1).statusCode()).isEqualTo(200);
      delete(data);
      HttpResponse<String> refused = put(first, 2);
      assertThat(refused.statusCode()).isEqualTo(503);
      assertThat(refused.body()).contains("the database was deleted or replaced");
      assertThat(awaitReady(first, 503)).contains("was deleted or replaced while the service ran");
      try (ServiceProcess second =
          ServiceProcess.start(WITHOUT_SECRET, "--data", data.toString())) {
        assertThat(put(second, 3).statusCode()).isEqualTo(200);
        assertThat(put(first, 4).statusCode()).as("after another market began").isEqualTo(503);
      }
    }
  }

  private static void delete(Path directory) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
  }
}
