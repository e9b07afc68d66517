package io.offerengine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.query.Query;
import io.offerengine.query.UnusableFilesException;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TextField;
import io.offerengine.testing.Seeds;
import io.offerengine.testing.Waiting;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process restores rooms and saves them again and again, until it is killed at a random moment of
 * a restore or of a save. The next start finds the last save that ended, or the one that was cut
 * off: all of it, and nothing of another.
 *
 * <p>{@code mvn test -Dtest=SaveCrashTest -Dkills=50 -Dseed=NUMBER} kills it more often, or at the
 * moments of an earlier run.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class SaveCrashTest {
  private static final Schema.Builder FIELDS = Schema.builder("rooms", "room");
  private static final IntegerField PRICE = FIELDS.integer("price").hot().add();
  private static final TextField NAME = FIELDS.text("name").add();
  static final Schema SCHEMA = FIELDS.build();
  private static final int ROOMS = 2_000;
  private static final int LONGEST_RESTORE_MILLIS = 150;
  private static final int LONGEST_SAVE_MILLIS = 60;
  private static final int MOST_SAVES_BEFORE = 4;

  @TempDir private Path directory;
  @TempDir private Path other;

  private final long seed = Seeds.first();
  private final Random random = new Random(seed);

  /** The price of the last save that ended, and of the last that began. */
  private int saved;

  private int begun;
  private int killedSaves;
  private int killedRestores;

  private static OfferEngine.Builder builder() {
    return OfferEngine.builder(SCHEMA).tailCapacity(100).maxSegmentRows(300);
  }

  private static OfferBatch batch(long price) {
    return batch(ROOMS, price);
  }

  /** Returns a batch that gives so many rooms one price. */
  static OfferBatch batch(int rooms, long price) {
    OfferBatch.Builder batch = OfferBatch.builder();
    for (long id = 1; id <= rooms; id++) {
      batch.upsert(
          Offer.builder()
              .set(SCHEMA.idField(), id)
              .set(PRICE, price)
              .set(NAME, "room " + price % 10 + " " + id % 50)
              .build());
    }
    return batch.build();
  }

  /** Returns the only price of so many rooms. */
  static long onlyPrice(OfferEngine engine, int rooms) {
    Set<Long> ids = new HashSet<>();
    Set<Long> prices = new HashSet<>();
    for (Match match : engine.snapshot().search(Query.builder(SCHEMA).limit(rooms + 1).build())) {
      long price = match.integer(PRICE);
      ids.add(match.id());
      prices.add(price);
      assertThat(match.text(NAME)).isEqualTo("room " + price % 10 + " " + match.id() % 50);
    }
    assertThat(ids).hasSize(rooms);
    assertThat(prices).hasSize(1);
    return prices.iterator().next();
  }

  /** The process that is killed. It says what it begins and what it has ended. */
  static final class Saver {
    private Saver() {}

    /**
     * Restores and saves without an end.
     *
     * @param arguments the directory, and the price before the first
     */
    public static void main(String[] arguments) throws IOException {
      Path directory = Path.of(arguments[0]);
      say("restoring");
      OfferEngine engine =
          Files.exists(directory.resolve("offers.list"))
              ? builder().restore(directory)
              : builder().build();
      for (int price = Integer.parseInt(arguments[1]) + 1; true; price++) {
        engine.apply(batch(price));
        say("saving " + price);
        engine.save(directory, String.valueOf(price));
        say("saved " + price);
      }
    }

    private static void say(String what) {
      System.out.println(what);
      System.out.flush();
    }
  }

  private Process launch() throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(Saver.class.getName(), directory.toString(), "" + begun));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  @Test
  void kill_inTheMiddleOfSavesAndRestores_leavesAWholeSave() throws Exception {
    int kills = Integer.getInteger("kills", 2);
    for (int kill = 1; kill <= kills; kill++) {
      String when = "seed " + seed + ", kill " + kill;
      if (kill % 5 == 0) {
        runUntil("restoring", LONGEST_RESTORE_MILLIS);
      } else {
        // The first kill may hit the first save, but then the second one hits a later save.
        int whole =
            kill == 2 ? 1 + random.nextInt(MOST_SAVES_BEFORE) : random.nextInt(MOST_SAVES_BEFORE);
        runUntil("saving " + (begun + 1 + whole), LONGEST_SAVE_MILLIS);
      }
      check(when);
    }
    System.out.printf(
        "SaveCrashTest: %d kills, %d in saves and %d in restores; %d saves began; seed %d%n",
        kills, killedSaves, killedRestores, begun, seed);
    assertThat(saved).isPositive();
    assertNothingIsLeft();
  }

  /** Runs the process until it says something, and kills it within some milliseconds. */
  private void runUntil(String moment, int longest) throws Exception {
    Process process = launch();
    String last = "";
    try (BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        last = line;
        note(line);
        if (line.equals(moment)) {
          Waiting.pause(Duration.ofNanos(1_000L * random.nextInt(1_000 * longest)));
          // Not by the process itself, which would close its output before everything is read.
          process.toHandle().destroyForcibly();
        }
      }
    }
    assertThat(process.waitFor()).as("killed, not failed").isEqualTo(128 + 9);
    killedSaves += last.startsWith("saving") ? 1 : 0;
    killedRestores += last.equals("restoring") ? 1 : 0;
  }

  private void note(String line) {
    int price = line.contains(" ") ? Integer.parseInt(line.split(" ", 2)[1]) : 0;
    if (line.startsWith("saving")) {
      begun = price;
    } else if (line.startsWith("saved")) {
      saved = price;
    }
  }

  private void check(String when) throws IOException {
    try (OfferEngine engine = builder().restore(directory)) {
      int found = (int) onlyPrice(engine, ROOMS);
      assertThat(OfferEngine.savedPosition(directory)).isEqualTo("" + found);
      assertThat(found).as(when).isIn(saved, begun);
      saved = found;
    } catch (UnusableFilesException e) {
      assertThat(e.reason()).as(when).isEqualTo(UnusableFilesException.Reason.MISSING);
      assertThat(saved).as("%s: %s", when, e.getMessage()).isZero();
    }
  }

  /** The next save deletes what cut-off saves left: as many files as in a new directory. */
  private void assertNothingIsLeft() throws IOException {
    try (OfferEngine engine = builder().restore(directory)) {
      engine.apply(batch(begun + 1));
      engine.save(directory, "last");
      engine.save(other, "last");
    }
    assertThat(files(directory)).isEqualTo(files(other));
  }

  private static long files(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.count();
    }
  }
}
