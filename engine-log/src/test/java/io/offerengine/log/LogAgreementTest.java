package io.offerengine.log;

import static io.offerengine.log.TestOffers.SCHEMA;
import static io.offerengine.log.TestOffers.all;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.OfferEngine;
import io.offerengine.SmallSegments;
import io.offerengine.log.testing.PostgresqlServer;
import io.offerengine.query.EngineException;
import io.offerengine.schema.ChangedOffer;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.OfferChanges;
import io.offerengine.testing.NaiveBatch;
import io.offerengine.testing.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random batches, refused ones among them, through engines that are restarted from their cache,
 * from the base, and from nothing: all have the offers of a naive map at each version, and refuse
 * what it refuses.
 */
class LogAgreementTest {
  private static final int IDS = 25;
  private static final BaseWriter.Limits RANDOM_BASES =
      new BaseWriter.Limits(3_000, Duration.ZERO, 1 << 20, Duration.ofMillis(10));

  @TempDir Path directory;

  @Test
  void oneEngine_onSqlite_agrees() throws Exception {
    run(SqliteDurableEngineTest.file(directory.resolve("offers.db")), 1, 150);
  }

  @Test
  void threeEngines_onPostgresql_agree() throws Exception {
    run(PostgresqlDurableEngineTest.at(PostgresqlServer.newDatabase()), 3, 150);
  }

  @Tag("full")
  @Test
  void manyBatches_agree() throws Exception {
    run(SqliteDurableEngineTest.file(directory.resolve("offers.db")), 1, 3_000);
    run(PostgresqlDurableEngineTest.at(PostgresqlServer.newDatabase()), 1, 1_500);
    run(PostgresqlDurableEngineTest.at(PostgresqlServer.newDatabase()), 3, 3_000);
  }

  private void run(DataSource source, int engines, int batches) throws Exception {
    long seed = Seeds.first();
    Run run = new Run(source, new Random(seed), engines);
    try {
      for (int i = 0; i < batches; i++) {
        run.step();
      }
      run.compareAll();
    } catch (AssertionError | Exception e) {
      throw new AssertionError("seed=" + seed + ": " + e.getMessage(), e);
    } finally {
      run.close();
    }
    assertThat(DurableEngine.verify(SCHEMA, source)).isEmpty();
  }

  /** One run. */
  private final class Run {
    private final DataSource source;
    private final Random random;
    private final Path files;
    private final DurableEngine[] engines;
    private final TreeMap<Long, Offer> naive = new TreeMap<>();
    private final Map<Long, List<Offer>> versions = new HashMap<>();
    private long version;

    Run(DataSource source, Random random, int count) throws IOException {
      this.source = source;
      this.random = random;
      this.files = Files.createTempDirectory(directory, "run");
      this.engines = new DurableEngine[count];
      versions.put(0L, List.of());
      for (int i = 0; i < count; i++) {
        engines[i] = open(i);
      }
    }

    private Path cache(int engine) {
      return files.resolve("cache-" + engine);
    }

    private DurableEngine open(int engine) throws IOException {
      if (random.nextInt(3) == 0 && Files.exists(cache(engine))) {
        try (Stream<Path> files = Files.list(cache(engine))) {
          for (Path file : files.toList()) {
            if (random.nextBoolean() && !file.endsWith("last-entry")) {
              Files.delete(file);
            }
          }
        }
      }
      OfferEngine.Builder config =
          SmallSegments.of(SCHEMA, 2 + random.nextInt(6), 8 + random.nextInt(20));
      DurableEngine.Builder builder =
          DurableEngine.builder(SCHEMA, source).engine(config).limits(RANDOM_BASES);
      if (random.nextInt(4) > 0) {
        builder.directory(cache(engine));
      }
      if (random.nextBoolean()) {
        builder.mergeExecutor(Runnable::run);
      }
      return builder.open();
    }

    void step() throws Exception {
      int engine = random.nextInt(engines.length);
      if (random.nextInt(25) == 0) {
        engines[engine].close();
        engines[engine] = open(engine);
        compare(engines[engine]);
      }
      OfferBatch batch = batch();
      String expected = null;
      try {
        apply(NaiveBatch.resolve(batch, naive::get, UnaryOperator.identity()));
      } catch (EngineException e) {
        expected = e.getMessage();
      }
      assertThat(outcome(engines[engine], batch)).isEqualTo(expected);
      if (random.nextInt(4) == 0) {
        compare(engines[random.nextInt(engines.length)]);
      }
    }

    private void apply(List<ChangedOffer> changes) {
      for (ChangedOffer change : changes) {
        if (change.after() == null) {
          naive.remove(change.id());
        } else {
          naive.put(change.id(), change.after());
        }
      }
      if (!changes.isEmpty()) {
        version++;
        versions.put(version, new ArrayList<>(naive.values()));
      }
    }

    private @Nullable String outcome(DurableEngine engine, OfferBatch batch) {
      try {
        assertThat(engine.apply(batch)).isEqualTo(version);
        return null;
      } catch (EngineException e) {
        return e.getMessage();
      }
    }

    private OfferBatch batch() {
      OfferBatch.Builder batch = OfferBatch.builder();
      for (int left = random.nextInt(random.nextInt(8) == 0 ? 30 : 4); left >= 0; left--) {
        long id = random.nextInt(IDS);
        switch (random.nextInt(8)) {
          case 0 -> batch.delete(id);
          case 1, 2 -> batch.update(id, changes());
          case 3 -> batch.insert(TestOffers.random(random, id));
          default -> batch.upsert(TestOffers.random(random, id));
        }
      }
      return random.nextInt(3) == 0 ? batch.ignoreUnknown().build() : batch.build();
    }

    private OfferChanges changes() {
      OfferChanges.Builder changes = OfferChanges.builder(SCHEMA);
      changes.put(TestOffers.PRICE, random.nextInt(9));
      if (random.nextBoolean()) {
        changes.clear(TestOffers.TAGS);
      }
      return changes.build();
    }

    private void compare(DurableEngine engine) throws Exception {
      engine.reached(version).get(30, TimeUnit.SECONDS);
      assertThat(engine.snapshot().version()).isEqualTo(version);
      assertThat(engine.status().age()).isLessThan(Duration.ofSeconds(20));
      assertThat(all(engine)).isEqualTo(versions.get(version));
    }

    void compareAll() throws Exception {
      for (DurableEngine engine : engines) {
        compare(engine);
      }
    }

    void close() {
      for (DurableEngine engine : engines) {
        if (engine != null) {
          engine.close();
        }
      }
    }
  }
}
