package io.offerengine.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.OfferEngine;
import io.offerengine.Snapshot;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Recent versions stay for two seconds, older ones are refused, later ones are not reached. */
class HeldVersionsTest {
  private final AtomicLong nanos = new AtomicLong(7);
  private final OfferEngine engine = OfferEngine.builder(MarketplaceSchema.schema()).build();
  private final HeldVersions held = new HeldVersions(engine, nanos::get);

  @AfterEach
  void close() {
    engine.close();
  }

  /** Applies a batch of some new offers. */
  private void apply(int from, int count) {
    OfferBatch.Builder batch = OfferBatch.builder();
    for (int id = from; id < from + count; id++) {
      batch.upsert(
          Offer.builder(MarketplaceSchema.schema()).set(MarketplaceSchema.ID, (long) id).build());
    }
    engine.apply(batch.build());
    held.applied(count);
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  private void assertGone(long version) {
    assertThatThrownBy(() -> held.snapshot(version))
        .isInstanceOfSatisfying(
            EngineException.class,
            gone -> assertThat(gone.code()).isEqualTo(ErrorCode.VERSION_NOT_HELD))
        .hasMessage(
            "VERSION_NOT_HELD: the version %d of the offers is no longer held; the newest is %d;"
                + " ask for a later one",
            version, engine.snapshot().version());
  }

  @Test
  void snapshot_ofARecentVersion_hasTheOffersOfThatTime() {
    for (int i = 1; i <= 5; i++) {
      apply(i, 1);
      pass(Duration.ofMillis(400));
    }
    for (long version = 0; version <= 5; version++) {
      Snapshot snapshot = held.snapshot(version);
      assertThat(snapshot).isNotNull();
      assertThat(snapshot.version()).isEqualTo(version);
      assertThat(snapshot.size()).isEqualTo((int) version);
    }
    assertThat(held.size()).isEqualTo(6);
    assertThat(held.snapshot(6)).isNull();
    assertThat(held.snapshot(Long.MAX_VALUE)).isNull();
  }

  @Test
  void snapshot_ofAVersionThatWasReplacedTwoSecondsAgo_isGone() {
    apply(1, 1);
    // Nothing comes for a long time: version 1 is still the newest, and is held when 2 comes.
    pass(Duration.ofMinutes(1));
    apply(2, 1);
    assertThat(held.snapshot(1)).isNotNull();
    pass(HeldVersions.LONGEST);
    apply(3, 1);
    assertThat(held.snapshot(1)).isNotNull();
    assertGone(0);
    pass(Duration.ofNanos(1));
    apply(4, 1);
    assertGone(1);
    assertThat(held.snapshot(2)).isNotNull();
    assertThat(held.size()).isEqualTo(3);
  }

  @Test
  void snapshot_ofAVersionBeforeTooManyChanges_isGone() {
    apply(1, 1);
    apply(2, 999);
    assertThat(held.snapshot(1)).isNotNull();
    apply(1_001, 1);
    assertThat(held.snapshot(1)).isNotNull();
    assertGone(0);
    apply(1_002, 1);
    assertGone(1);
    // Two per cent of the offers, once there are many.
    apply(2_000, 58_998);
    long full = engine.snapshot().version();
    assertThat(held.size()).isEqualTo(1);
    apply(2_000, 1_200);
    assertThat(held.snapshot(full)).isNotNull();
    apply(2_000, 1);
    assertGone(full);
    assertThat(held.snapshot(full + 1)).isNotNull();
  }

  @Test
  void snapshot_whileBatchesAreApplied_neverMissesARecentVersion() throws InterruptedException {
    AtomicBoolean isDone = new AtomicBoolean();
    AtomicLong missed = new AtomicLong();
    AtomicLong found = new AtomicLong();
    Thread reader =
        new Thread(() -> {
          while (!isDone.get()) {
            long version = Math.max(0, engine.snapshot().version() - found.get() % 3);
            Snapshot snapshot = held.snapshot(version);
            if (snapshot == null || snapshot.version() != version) {
              missed.incrementAndGet();
            }
            found.incrementAndGet();
          }
        });
    reader.setUncaughtExceptionHandler((thread, failure) -> missed.incrementAndGet());
    reader.start();
    for (int i = 0; i < 900; i++) {
      apply(i, 1);
    }
    // On a busy machine the reader may not have begun.
    while (found.get() == 0 && missed.get() == 0) {
      Thread.onSpinWait();
    }
    isDone.set(true);
    reader.join();
    assertThat(missed).hasValue(0);
  }
}
