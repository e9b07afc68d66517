package io.offerengine.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.log.testing.PostgresqlServer;
import io.offerengine.testing.Seeds;
import io.offerengine.testing.Waiting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A service on SQLite or PostgreSQL is killed at random moments while clients write to it: while it
 * starts and restores its offers, while it serves, and while it stops and saves them. Afterwards it
 * stores everything that it acknowledged, and nothing by half; a change on a condition was applied
 * only if the condition held; and each stored offer is told exactly once.
 *
 * <p>{@code mvn test -Dtest=CrashTest -Dkills=50 -Dlongest=8000 -Dseed=NUMBER} kills it more often,
 * after up to 8 seconds of writes, or at the moments of an earlier run.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class CrashTest {
  private static final Map<String, String> ENVIRONMENT = Map.of("OFFER_ENGINE_API_KEY", "crash");
  private static final Map<String, String> WITH_SECRET =
      Map.of("OFFER_ENGINE_API_KEY", "crash", "OFFER_ENGINE_SECRET", "0123456789abcdef".repeat(4));
  private static final int LONGEST_START_MILLIS = 1_500;
  private static final int LONGEST_RUN_MILLIS = Integer.getInteger("longest", 1_200);
  private static final int LONGEST_STOP_MILLIS = 500;

  /** More than the offers of a search of {@link CrashClient.Alerts}. */
  private static final int LEAST_WRITES = 50;

  @TempDir private Path data;
  @TempDir private Path logs;
  private int starts;
  private int restores;

  private Map<String, String> environment = ENVIRONMENT;
  private final List<String> options = new ArrayList<>();

  private final long seed = Seeds.first();
  private final Random random = new Random(seed);
  private final List<CrashClient> clients =
      new ArrayList<>(
          List.of(new CrashClient.Templates(), new CrashClient.Ledger(), new CrashClient.Offers()));

  @Test
  void kill_atRandomMomentsOnSqlite_losesNothingAndAppliesNothingByHalf() throws Exception {
    options.addAll(List.of("--data", data.toString(), "--saved-searches", "1000000"));
    // On PostgreSQL, alerts come when the lease of the killed service has ended.
    clients.add(new CrashClient.Alerts());
    killAndCheck(Integer.getInteger("kills", 1));
  }

  @Tag("full")
  @Test
  void kill_atRandomMomentsOnPostgresql_losesNothingAndAppliesNothingByHalf() throws Exception {
    environment = WITH_SECRET;
    options.addAll(List.of("--database", PostgresqlServer.newDatabase()));
    options.addAll(List.of("--saved-offers", data.toString()));
    killAndCheck(Integer.getInteger("kills", 3));
  }

  private void killAndCheck(int kills) throws Exception {
    for (int kill = 1; kill <= kills; kill++) {
      String when = "seed " + seed + ", kill " + kill;
      switch (kill == kills ? 5 : random.nextInt(6)) {
        case 0 -> killWhileItStarts();
        case 1, 2, 3 -> killAfterWrites(when, true, 0);
        case 4 -> killAfterWrites(when, false, 0);
        // However slow the machine is, each client has written something in the end.
        default -> killAfterWrites(when, false, LEAST_WRITES);
      }
    }
    try (ServiceProcess service = start()) {
      check(service, "seed " + seed + ", after all kills");
      assertThat(service.stop()).isEqualTo(143);
    }
    try (ServiceProcess service = start()) {
      check(service, "seed " + seed + ", after a stop");
    }
    System.out.printf(
        "CrashTest: %s, %d kills, %d starts from files, seed %d: %s%n",
        options.get(0), kills, restores, seed, clients);
    assertThat(clients).allMatch(client -> client.acknowledged() > 0);
    assertThat(restores).isPositive();
  }

  private void killWhileItStarts() throws Exception {
    Process process = ServiceProcess.launch(environment, options.toArray(String[]::new));
    Waiting.pause(random.nextInt(LONGEST_START_MILLIS));
    process.destroyForcibly().waitFor();
  }

  /**
   * Kills the service while clients write.
   *
   * @param least how many writes of each client, at least, are acknowledged before
   */
  private void killAfterWrites(String when, boolean isStopping, int least) throws Exception {
    try (ServiceProcess service = start()) {
      check(service, when);
      List<Thread> threads = new ArrayList<>();
      for (CrashClient client : clients) {
        Thread thread = new Thread(() -> client.writeUntilItBreaks(service.client("crash")));
        thread.start();
        threads.add(thread);
      }
      Waiting.until(() -> clients.stream().allMatch(each -> each.acknowledged() >= least));
      Waiting.pause(random.nextInt(LONGEST_RUN_MILLIS));
      if (isStopping) {
        service.terminate();
        Waiting.pause(random.nextInt(LONGEST_STOP_MILLIS));
      }
      service.kill();
      for (Thread thread : threads) {
        thread.join();
      }
    }
    for (CrashClient client : clients) {
      assertThat(client.failure()).as(() -> when + ", the service's log: " + log()).isNull();
    }
  }

  /** Returns the log of the latest start: the answer of a failed request does not say why. */
  private String log() {
    try {
      return Files.readString(logs.resolve(starts + ".log"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void check(ServiceProcess service, String when) throws Exception {
    for (CrashClient client : clients) {
      client.check(service.client("crash"), when);
    }
  }

  /** Starts the service, and again if PostgreSQL was too slow for it, as on a busy machine. */
  private ServiceProcess start() throws Exception {
    List<String> logging = new ArrayList<>(options);
    logging.addAll(List.of("--log-level", "info"));
    while (true) {
      Path log = logs.resolve(++starts + ".log");
      try {
        ServiceProcess service =
            ServiceProcess.startLogging(log, environment, logging.toArray(String[]::new));
        restores += Files.readString(log).contains("Restored ") ? 1 : 0;
        return service;
      } catch (AssertionError e) {
        if (!Files.readString(log).contains("Connection is not available, request timed out")) {
          throw e;
        }
      }
    }
  }
}
