package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.testing.Waiting;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is saved beside writes and merges is one version, not older than its position. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class SaveBesideWritesTest {
  @TempDir private Path directory;

  private static final int IDS = 300;
  private static final int SAVES = 15;

  private final AtomicLong applied = new AtomicLong();
  private final AtomicBoolean isOver = new AtomicBoolean();

  @Test
  void save_besideWritesAndMerges_hasOneVersionFromItsPositionOn() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    OfferEngine engine =
        OfferEngine.builder(SaveCrashTest.SCHEMA).tailCapacity(64).mergeExecutor(threads).build();
    engine.apply(SaveCrashTest.batch(IDS, 1));
    applied.set(1);
    try {
      Future<?> writer = threads.submit(() -> write(engine));
      for (int save = 0; save < SAVES; save++) {
        long position = applied.get();
        engine.save(directory, String.valueOf(position));

        OfferEngine restored = OfferEngine.builder(SaveCrashTest.SCHEMA).restore(directory);
        assertThat(OfferEngine.savedPosition(directory)).isEqualTo("" + position);
        assertThat(SaveCrashTest.onlyPrice(restored, IDS)).isGreaterThanOrEqualTo(position);
        restored.apply(SaveCrashTest.batch(IDS, 0));
        assertThat(SaveCrashTest.onlyPrice(restored, IDS)).isZero();
      }
      isOver.set(true);
      writer.get();
      assertThat(applied.get()).isGreaterThan(SAVES);
    } finally {
      isOver.set(true);
      threads.shutdown();
    }
  }

  /** Who follows a log knows the positions of its last two batches only. */
  @Test
  void save_asksForThePosition_beforeTheNextBatchIsApplied() throws Exception {
    OfferEngine engine = OfferEngine.builder(SaveCrashTest.SCHEMA).build();
    engine.apply(SaveCrashTest.batch(IDS, 1));
    Thread writer =
        new Thread(() -> {
          engine.apply(SaveCrashTest.batch(IDS, 2));
          engine.apply(SaveCrashTest.batch(IDS, 3));
        });
    engine.save(
        directory,
        version -> {
          writer.start();
          Waiting.until(() -> writer.getState() == Thread.State.BLOCKED || !writer.isAlive());
          assertThat(engine.snapshot().version()).isEqualTo(version);
          return "" + version;
        });
    writer.join();
    assertThat(OfferEngine.savedPosition(directory)).isEqualTo("1");
    assertThat(engine.snapshot().version()).isEqualTo(3);
  }

  private void write(OfferEngine engine) {
    while (!isOver.get()) {
      engine.apply(SaveCrashTest.batch(IDS, applied.get() + 1));
      applied.incrementAndGet();
    }
  }
}
