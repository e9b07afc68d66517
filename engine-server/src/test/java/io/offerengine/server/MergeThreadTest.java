package io.offerengine.server;

import static io.offerengine.server.http.TestClient.ok;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.server.http.TestClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The service merges on its own thread, as a flight recording shows. */
class MergeThreadTest {
  private static final int BATCHES = 30;
  private static final int BATCH_OFFERS = 200;

  @TempDir private Path folder;

  @Test
  void serve_whileOffersArrive_mergesOnItsOwnThread() throws Exception {
    Path recording = folder.resolve("service.jfr");
    String options =
        "-Xlog:jfr+startup=off -XX:StartFlightRecording:dumponexit=true,filename=" + recording;
    Path empty = Files.writeString(folder.resolve("empty.json"), "[]");
    try (ServiceProcess service =
        ServiceProcess.start(
            Map.of("OFFER_ENGINE_API_KEY", "k", "JAVA_TOOL_OPTIONS", options),
            "--offers",
            empty.toString())) {
      TestClient client = service.client("k");
      for (int batch = 0; batch < BATCHES; batch++) {
        put(client, batch * BATCH_OFFERS);
      }
      // A merge shows when it is done, and a change starts what is due.
      while (client.get("/admin/stats").body().contains("\"merges\":0,")) {
        put(client, 0);
      }
      assertThat(service.stop()).isEqualTo(143);
    }
    List<String> threads =
        RecordingFile.readAllEvents(recording).stream()
            .filter(event -> event.getEventType().getName().matches("io.offerengine.(Seal|Merge)"))
            .map(
                event -> event.getEventType().getLabel() + " on " + event.getThread().getJavaName())
            .toList();
    assertThat(threads)
        .contains("Merge Segments on " + MergeThread.NAME)
        .allMatch(each -> each.endsWith(" on " + MergeThread.NAME));
  }

  private static void put(TestClient client, int first) throws IOException, InterruptedException {
    String offers =
        IntStream.range(first, first + BATCH_OFFERS)
            .mapToObj(id -> "{\"id\":" + (id + 1) + ",\"num_gpus\":2}")
            .collect(Collectors.joining("\n"));
    ok(client.send("PUT", "/admin/offers", offers));
  }

  @Test
  void execute_ofWorkThatFails_goesOnWithTheNext() throws InterruptedException {
    try (MergeThread merges = new MergeThread()) {
      merges.execute(() -> {
        throw new IllegalStateException("on purpose");
      });
      AtomicReference<Thread> next = new AtomicReference<>();
      CountDownLatch done = new CountDownLatch(1);
      merges.execute(() -> {
        next.set(Thread.currentThread());
        done.countDown();
      });
      done.await();
      assertThat(next.get().getName()).isEqualTo(MergeThread.NAME);
      assertThat(next.get().isDaemon()).isTrue();
    }
  }
}
