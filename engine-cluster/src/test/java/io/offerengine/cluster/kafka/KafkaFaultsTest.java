package io.offerengine.cluster.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.cluster.ChangeLog;
import io.offerengine.cluster.ChangeLog.Tail;
import io.offerengine.cluster.ClusterOffers;
import io.offerengine.cluster.LoggedBatch;
import io.offerengine.cluster.LoggedChange;
import io.offerengine.cluster.Position;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.testing.Seeds;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Two processes append to one log, and so take the log from each other all the time, while the
 * broker is killed with -9 and writers are killed or stopped. {@code -DkafkaFaults=50} makes more
 * faults.
 */
@Tag("full")
class KafkaFaultsTest {
  private static final int FAULTS = Integer.getInteger("kafkaFaults", 2);
  private static final int WRITERS = 2;
  private static final long IDS = 1_000_000_000;
  private static final String TOPIC = "offers";

  private final Queue<String> lines = new ConcurrentLinkedQueue<>();
  private final List<Process> writers = new ArrayList<>();
  private final List<Thread> readers = new ArrayList<>();
  private KafkaBroker broker;
  private long started;

  @BeforeEach
  void startBroker() throws Exception {
    broker = KafkaBroker.start();
  }

  @AfterEach
  void stopBroker() {
    writers.forEach(Process::destroyForcibly);
    broker.close();
  }

  @Test
  void appends_whileBrokerAndWritersFail_areLoggedOnceIfTheyWereAcknowledged() throws Exception {
    long seed = Seeds.first();
    Random random = new Random(seed);
    KafkaSettings settings = KafkaSettings.of(broker.address(), TOPIC);
    try (KafkaLog log = new KafkaLog(settings, ClusterOffers.SCHEMA)) {
      Position start = log.head();
      for (int i = 0; i < WRITERS; i++) {
        writers.add(writer());
      }
      awaitLogged(20);
      for (int i = 0; i < FAULTS; i++) {
        // Each kind at least once in four.
        fail((i + (int) (seed & 3)) & 3, random);
        awaitLogged(logged() + 20);
      }
      awaitLogged(logged() + 50);
      for (Process writer : writers) {
        writer.destroyForcibly().waitFor();
      }
      for (Thread reader : readers) {
        reader.join();
      }
      // Becomes the writer, which ends what the writers left open.
      Position end = log.append(OfferBatch.builder().insert(ClusterOffers.offer(1, 1)).build());
      check(log, start, end, "seed=" + seed);
    }
  }

  private void fail(int kind, Random random) throws Exception {
    int chosen = random.nextInt(WRITERS);
    switch (kind) {
      case 0 -> {
        broker.kill();
        broker.launch();
      }
      case 1 -> {
        KafkaBroker.suspend(writers.get(chosen));
        awaitLogged(logged() + 20);
        KafkaBroker.resume(writers.get(chosen));
      }
      case 2 -> {
        writers.get(chosen).destroyForcibly().waitFor();
        writers.set(chosen, writer());
      }
      default -> {
        KafkaBroker.suspend(writers.get(chosen));
        broker.kill();
        broker.launch();
        awaitLogged(logged() + 5);
        KafkaBroker.resume(writers.get(chosen));
      }
    }
  }

  private Process writer() throws IOException {
    long firstId = ++started * IDS;
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(AppenderMain.class.getName(), broker.address(), TOPIC));
    command.addAll(List.of(Long.toString(firstId)));
    Process process = new ProcessBuilder(command).redirectError(Redirect.DISCARD).start();
    Thread reader = new Thread(() -> readLines(process), "lines");
    reader.start();
    readers.add(reader);
    return process;
  }

  private void readLines(Process process) {
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        lines.add(line);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private long logged() {
    return lines.stream().filter(line -> line.startsWith("logged")).count();
  }

  private void awaitLogged(long count) {
    Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .untilAsserted(
            () -> assertThat(logged()).as(lines.toString()).isGreaterThanOrEqualTo(count));
  }

  private void check(ChangeLog log, Position start, Position end, String replay)
      throws InterruptedException {
    Map<Long, Long> numbers = new HashMap<>();
    Position last = start;
    try (Tail tail = log.tail(start)) {
      while (last.seq() < end.seq()) {
        for (LoggedBatch batch : tail.poll(Duration.ofSeconds(10))) {
          assertThat(batch.previous()).as(replay).isEqualTo(last.batch());
          assertThat(batch.position().seq()).as(replay).isEqualTo(last.seq() + 1);
          assertThat(batch.changes()).as(replay).hasSize(1);
          LoggedChange change = batch.changes().get(0);
          assertThat(numbers.put(change.id(), batch.position().seq())).as(replay).isNull();
          last = batch.position();
        }
      }
    }
    assertThat(last).as(replay).isEqualTo(end);
    Set<Long> stored = new TreeSet<>();
    try (ChangeLog.Bootstrap all = log.bootstrap()) {
      assertThat(all.position()).isEqualTo(end);
      all.offers().forEachRemaining((Offer offer) -> stored.add(offer.id()));
    }
    assertThat(stored).as(replay).isEqualTo(new TreeSet<>(numbers.keySet()));
    for (String line : lines) {
      String[] told = line.split(" ", 3);
      Long found = numbers.get(Long.parseLong(told[1]));
      switch (told[0]) {
        case "logged" -> assertThat(found).as("%s %s", replay, line).isEqualTo(told(told[2]));
        case "refused" -> assertThat(found).as("%s %s", replay, line).isNull();
        default -> assertThat(told[0]).as("%s %s", replay, line).isEqualTo("doubt");
      }
    }
  }

  private static Long told(String number) {
    return Long.valueOf(number);
  }
}
