package io.offerengine;

import static io.offerengine.EngineCheck.offer;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Schema;
import io.offerengine.testing.Together;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What listeners receive, in which order, and what their failures do. */
class OfferListenerTest {
  private static final Schema SCHEMA = MarketplaceSchema.schema();

  private final List<Long> versions = Collections.synchronizedList(new ArrayList<>());

  private static OfferBatch upsert(long id, double price) {
    return OfferBatch.builder().upsert(offer(id, price)).build();
  }

  @Test
  void applied_comesAfterTheVersionIsVisible() {
    OfferEngine[] engine = new OfferEngine[1];
    engine[0] =
        OfferEngine.builder(SCHEMA)
            .listener((version, changes) -> versions.add(engine[0].snapshot().version() - version))
            .build();
    engine[0].apply(upsert(1, 1));
    engine[0].apply(upsert(2, 1));
    assertThat(versions).containsExactly(0L, 0L);
  }

  @Test
  void applied_isNotCalledForABatchThatChangesNothing() {
    OfferEngine engine =
        OfferEngine.builder(SCHEMA).listener((version, changes) -> versions.add(version)).build();
    engine.apply(OfferBatch.builder().build());
    assertThat(versions).isEmpty();
    engine.applyAt(1, OfferBatch.builder().build());
    assertThat(versions).containsExactly(1L);
  }

  @Test
  void slowListener_letsOthersWriteAndShowsItsLag() throws InterruptedException {
    CountDownLatch isCalled = new CountDownLatch(1);
    CountDownLatch mayGoOn = new CountDownLatch(1);
    OfferEngine engine =
        OfferEngine.builder(SCHEMA)
            .listener((version, changes) -> {
              isCalled.countDown();
              await(mayGoOn);
              versions.add(version);
            })
            .build();
    Thread first = new Thread(() -> engine.apply(upsert(1, 1)));
    first.start();
    await(isCalled);
    for (int id = 2; id <= 5; id++) {
      engine.apply(upsert(id, 1));
    }
    assertThat(engine.snapshot().size()).isEqualTo(5);
    assertThat(engine.stats().listenerLag()).isEqualTo(5);
    mayGoOn.countDown();
    first.join();
    assertThat(versions).containsExactly(1L, 2L, 3L, 4L, 5L);
    assertThat(engine.stats().listenerLag()).isZero();
  }

  @Test
  void listenerThatWrites_hearsOfItsOwnBatchAfterwards() {
    OfferEngine[] engine = new OfferEngine[1];
    engine[0] =
        OfferEngine.builder(SCHEMA)
            .listener((version, changes) -> {
              versions.add(version);
              if (version == 1) {
                engine[0].apply(upsert(2, 1));
                assertThat(versions).containsExactly(1L);
              }
            })
            .build();
    engine[0].apply(upsert(1, 1));
    assertThat(versions).containsExactly(1L, 2L);
  }

  @Test
  void batchesOfManyThreads_comeInTheOrderOfTheirVersions() throws Exception {
    int writers = 8;
    int batches = 200;
    ExecutorService own = Executors.newSingleThreadExecutor();
    List<Long> onExecutor = new ArrayList<>();
    OfferEngine engine =
        OfferEngine.builder(SCHEMA)
            .listener((version, changes) -> versions.add(version))
            .listener((version, changes) -> onExecutor.add(version), own)
            .build();
    Together.call(
        writers,
        id -> {
          for (int i = 0; i < batches; i++) {
            engine.apply(upsert(id, i));
          }
          return id;
        });
    own.shutdown();
    assertThat(own.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
    List<Long> all = LongStream.rangeClosed(1, (long) writers * batches).boxed().toList();
    assertThat(versions).isEqualTo(all);
    assertThat(onExecutor).isEqualTo(all);
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
