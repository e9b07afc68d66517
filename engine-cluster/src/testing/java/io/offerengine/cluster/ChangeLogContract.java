package io.offerengine.cluster;

import static io.offerengine.cluster.ClusterOffers.SCHEMA;
import static io.offerengine.cluster.ClusterOffers.offer;
import static io.offerengine.cluster.ClusterOffers.price;
import static io.offerengine.cluster.ClusterOffers.rented;
import static io.offerengine.cluster.ClusterOffers.unrented;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.BatchResolver;
import io.offerengine.cluster.ChangeLog.Tail;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.ConflictException;
import io.offerengine.query.EngineException;
import io.offerengine.query.UnknownOfferException;
import io.offerengine.schema.ChangedOffer;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.OfferChanges;
import io.offerengine.testing.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every log promises. Each test has a log without batches and offers. */
public abstract class ChangeLogContract {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final int THREADS = 4;

  protected ChangeLog log;

  /** Opens the log of this test again, as another member does. */
  protected abstract ChangeLog open() throws Exception;

  /** Returns a copy of the log. */
  protected abstract Object copy() throws Exception;

  /** Puts a copy in the place of the log, whose users stay connected. */
  protected abstract void restore(Object copy) throws Exception;

  /** Does what an operator does who accepts that the log was replaced. */
  protected abstract void accept() throws Exception;

  @BeforeEach
  void openLog() throws Exception {
    log = open();
  }

  @AfterEach
  void closeLog() {
    log.close();
  }

  @Test
  void append_numbersBatchesFrom1_eachOfWhichNamesTheOneBefore() throws Exception {
    Position start = log.head();
    assertThat(start.seq()).isZero();
    Position one = log.append(OfferBatch.builder().upsert(offer(1, 1)).build());
    Position two = log.append(OfferBatch.builder().update(1, price(2)).build());
    Position three = log.append(OfferBatch.builder().delete(1).build());
    assertThat(List.of(one.seq(), two.seq(), three.seq())).containsExactly(1L, 2L, 3L);
    assertThat(log.head()).isEqualTo(three);
    List<LoggedBatch> batches = read(start, 3);
    assertThat(batches).extracting(LoggedBatch::position).containsExactly(one, two, three);
    assertThat(batches)
        .extracting(LoggedBatch::previous)
        .containsExactly(start.batch(), one.batch(), two.batch());
    assertThat(batches.get(0).changes()).containsExactly(LoggedChange.stored(offer(1, 1)));
    LoggedChange update = batches.get(1).changes().get(0);
    assertThat(update.whole()).isNull();
    assertThat(update.changes().fields()).containsExactly(MarketplaceSchema.DPH_BASE);
    assertThat(batches.get(2).changes()).containsExactly(LoggedChange.deleted(1));
  }

  @Test
  void append_thatChangesNothing_returnsTheHead() {
    Position one = log.append(OfferBatch.builder().upsert(offer(1, 1)).build());
    assertThat(log.append(OfferBatch.builder().build())).isEqualTo(one);
    OfferBatch unknown = OfferBatch.builder().ignoreUnknown().delete(9).build();
    assertThat(log.append(unknown)).isEqualTo(one);
    assertThat(log.append(OfferBatch.builder().insert(offer(2, 1)).delete(2).build()))
        .isEqualTo(one);
    assertThat(log.head()).isEqualTo(one);
  }

  @Test
  void append_thatIsRefused_leavesNothing() {
    Position before = log.append(OfferBatch.builder().upsert(offer(1, 1)).build());
    OfferBatch.Builder insert = OfferBatch.builder().upsert(offer(2, 1)).insert(offer(1, 2));
    assertThatThrownBy(() -> log.append(insert.build())).isInstanceOf(ConflictException.class);
    OfferBatch.Builder unknown = OfferBatch.builder().upsert(offer(2, 1)).update(7, price(3));
    assertThatThrownBy(() -> log.append(unknown.build())).isInstanceOf(UnknownOfferException.class);
    OfferBatch.Builder delete = OfferBatch.builder().upsert(offer(2, 1)).delete(7);
    assertThatThrownBy(() -> log.append(delete.build())).isInstanceOf(UnknownOfferException.class);
    OfferBatch rent = OfferBatch.builder().updateIf(1, unrented(), rented(true)).build();
    Position after = log.append(rent);
    assertThat(after.seq()).isEqualTo(before.seq() + 1);
    assertThatThrownBy(() -> log.append(rent)).isInstanceOf(ConflictException.class);
    assertThat(log.head()).isEqualTo(after);
    Replica replica = new Replica();
    replica.bootstrap();
    assertThat(replica.offers).containsOnlyKeys(1L);
    assertThat(replica.offers.get(1L).flag(MarketplaceSchema.RENTED)).isTrue();
  }

  /** Random batches: the offers and every logged change are those of the slow rule. */
  @Test
  void bootstrapAndTail_fromAnyPosition_giveTheOffers() throws Exception {
    long seed = Seeds.first();
    Random random = new Random(seed);
    ClusterOffers offers = new ClusterOffers(random, 20);
    ModelLog model = new ModelLog(SCHEMA);
    List<Replica> replicas = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      if (random.nextInt(12) == 0) {
        Replica replica = new Replica();
        replica.bootstrap();
        replicas.add(replica);
      }
      OfferBatch batch = offers.batch(8);
      assertThat(appended(log, batch))
          .as("seed=%d i=%d", seed, i)
          .isEqualTo(appended(model, batch));
    }
    for (Replica replica : replicas) {
      replica.catchUp();
      assertThat(replica.position).isEqualTo(log.head());
      assertThat(replica.offers.values())
          .as("seed=%d", seed)
          .containsExactlyElementsOf(model.offers());
    }
    Replica loaded = new Replica();
    loaded.bootstrap();
    assertThat(loaded.offers.values())
        .as("seed=%d", seed)
        .containsExactlyElementsOf(model.offers());
  }

  /** Returns the number of a batch, or the error. */
  private static String appended(ChangeLog log, OfferBatch batch) {
    try {
      return "batch " + log.append(batch).seq();
    } catch (EngineException refused) {
      return String.valueOf(refused.getMessage());
    }
  }

  @Test
  void append_ofManyThreadsAndMembers_hasNoGaps_andOneWinnerPerOffer() throws Exception {
    OfferBatch.Builder first = OfferBatch.builder();
    LongStream.rangeClosed(1, 20).forEach(id -> first.upsert(offer(id, 1)));
    log.append(first.build());
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try (ChangeLog other = open()) {
      List<Future<List<Long>>> won = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        ChangeLog member = i % 2 == 0 ? log : other;
        won.add(threads.submit(() -> rentAll(member)));
      }
      List<Long> all = new ArrayList<>();
      for (Future<List<Long>> each : won) {
        all.addAll(each.get());
      }
      assertThat(all)
          .containsExactlyInAnyOrderElementsOf(LongStream.rangeClosed(2, 21).boxed().toList());
      assertThat(log.head().seq()).isEqualTo(21);
      assertThat(other.head()).isEqualTo(log.head());
    } finally {
      threads.shutdown();
    }
    Replica replica = new Replica();
    replica.bootstrap();
    assertThat(replica.offers.values()).allMatch(each -> each.flag(MarketplaceSchema.RENTED));
  }

  /** Rents each offer that nobody has rented; returns the numbers of the batches. */
  private static List<Long> rentAll(ChangeLog log) {
    List<Long> won = new ArrayList<>();
    for (long id = 1; id <= 20; id++) {
      try {
        OfferBatch rent = OfferBatch.builder().updateIf(id, unrented(), rented(true)).build();
        won.add(log.append(rent).seq());
      } catch (ConflictException rentedBySomebodyElse) {
        assertThat(rentedBySomebodyElse.id()).isEqualTo(id);
      }
    }
    return won;
  }

  @Test
  void poll_isWokenByABatchOfAnotherMember() throws Exception {
    ExecutorService threads = Executors.newSingleThreadExecutor();
    try (ChangeLog other = open();
        Tail tail = other.tail(other.head())) {
      assertThat(tail.poll(Duration.ZERO)).isEmpty();
      assertThat(tail.head().seq()).isZero();
      Future<List<LoggedBatch>> polled = threads.submit(() -> tail.poll(LONG));
      Position appended = log.append(OfferBatch.builder().upsert(offer(1, 1)).build());
      List<LoggedBatch> batches = polled.get(LONG.toSeconds() / 2, TimeUnit.SECONDS);
      assertThat(batches).extracting(LoggedBatch::position).containsExactly(appended);
      assertThat(tail.head().seq()).isEqualTo(1);
      assertThat(tail.head().asOf()).isLessThanOrEqualTo(System.nanoTime());
    } finally {
      threads.shutdown();
    }
  }

  @Test
  void trim_makesSlowReadersReload_andNoOthers() throws Exception {
    Position start = log.head();
    Position one = log.append(OfferBatch.builder().upsert(offer(1, 1)).build());
    Position two = log.append(OfferBatch.builder().upsert(offer(2, 2)).build());
    try (Tail slow = log.tail(one);
        Tail fast = log.tail(two);
        Tail last = log.tail(start)) {
      assertThat(last.poll(Duration.ZERO)).hasSize(2);
      log.trim(2);
      log.trim(1);
      assertThat(fast.poll(Duration.ZERO)).isEmpty();
      assertThatThrownBy(() -> slow.poll(Duration.ZERO)).isInstanceOf(ReloadException.class);
      assertThat(last.poll(Duration.ZERO)).isEmpty();
      Position three = log.append(OfferBatch.builder().upsert(offer(3, 3)).build());
      assertThat(fast.poll(LONG)).extracting(LoggedBatch::position).containsExactly(three);
      assertThat(last.poll(LONG)).extracting(LoggedBatch::previous).containsExactly(two.batch());
      assertThatThrownBy(() -> slow.poll(LONG)).isInstanceOf(ReloadException.class);
      log.trim(Long.MAX_VALUE);
      assertThat(log.append(OfferBatch.builder().delete(1).build()).seq()).isEqualTo(4);
    }
    Replica replica = new Replica();
    replica.bootstrap();
    assertThat(replica.offers).containsOnlyKeys(2L, 3L);
  }

  /** A log may leave the changes of a large batch out, but must say so. */
  @Test
  void append_ofALargeBatch_isOneBatch() throws Exception {
    Replica replica = new Replica();
    replica.bootstrap();
    OfferBatch.Builder many = OfferBatch.builder();
    LongStream.rangeClosed(1, 12_000).forEach(id -> many.upsert(offer(id, 0.5 * id)));
    Position position = log.append(many.build());
    assertThat(position.seq()).isEqualTo(1);
    replica.catchUp();
    assertThat(replica.position).isEqualTo(position);
    assertThat(replica.offers).hasSize(12_000);
    assertThat(replica.offers.get(11_999L)).isEqualTo(offer(11_999, 5_999.5));
  }

  @Test
  void append_ofAnOfferThatMovesToAnotherFold_logsTheWholeOffer() throws Exception {
    Offer moving = offer(1, 1).toBuilder().set(MarketplaceSchema.GPU_NAME, "RTX 5090").build();
    Position one = log.append(OfferBatch.builder().upsert(moving).build());
    OfferChanges toBundle =
        OfferChanges.builder(SCHEMA).set(MarketplaceSchema.BUNDLE_ID, 7).build();
    OfferChanges toNone = OfferChanges.builder(SCHEMA).clear(MarketplaceSchema.BUNDLE_ID).build();
    log.append(OfferBatch.builder().update(1, toBundle).build());
    log.append(OfferBatch.builder().update(1, toNone).build());
    assertThat(read(one, 2))
        .extracting(LoggedBatch::changes)
        .containsExactly(
            List.of(LoggedChange.stored(moving.with(toBundle))),
            List.of(LoggedChange.stored(moving)));
  }

  @Test
  void poll_ofALogThatWasReplacedByAnOlderOne_waitsForTheOperator() throws Exception {
    log.append(OfferBatch.builder().upsert(offer(1, 1)).build());
    Object copy = copy();
    Position lost = log.append(OfferBatch.builder().upsert(offer(2, 1)).build());
    try (Tail tail = log.tail(lost)) {
      assertThat(tail.poll(Duration.ZERO)).isEmpty();
      restore(copy);
      assertThatThrownBy(() -> poll(tail)).isInstanceOf(LogRestoredException.class);
      // Somebody who does not know goes another way: the same number, but another batch.
      ChangeLog other = open();
      Position same = other.append(OfferBatch.builder().upsert(offer(3, 1)).build());
      assertThat(same.seq()).isEqualTo(lost.seq());
      assertThatThrownBy(() -> poll(tail)).isInstanceOf(LogRestoredException.class);
      other.append(OfferBatch.builder().upsert(offer(4, 1)).build());
      assertThatThrownBy(() -> poll(tail)).isInstanceOf(LogRestoredException.class);
      accept();
      assertThatThrownBy(() -> poll(tail)).isInstanceOf(ReloadException.class);
    }
    Replica replica = new Replica();
    replica.bootstrap();
    assertThat(replica.offers).containsOnlyKeys(1L, 3L, 4L);
    assertThat(replica.position.seq()).isGreaterThan(lost.seq());
    log.append(OfferBatch.builder().delete(1).build());
    replica.catchUp();
    assertThat(replica.offers).containsOnlyKeys(3L, 4L);
  }

  /** Polls until the tail sees the present log: some connections must first be made again. */
  private static List<LoggedBatch> poll(Tail tail) {
    return Awaitility.await()
        .atMost(LONG)
        .ignoreExceptionsInstanceOf(LogUnavailableException.class)
        .until(() -> tail.poll(Duration.ZERO), batches -> true);
  }

  private List<LoggedBatch> read(Position after, int count) throws InterruptedException {
    List<LoggedBatch> batches = new ArrayList<>();
    try (Tail tail = log.tail(after)) {
      while (batches.size() < count) {
        batches.addAll(tail.poll(LONG));
      }
    }
    return batches;
  }

  /** The slow rule of a follower: a map of offers. */
  private final class Replica {
    private final Map<Long, Offer> offers = new TreeMap<>();
    private Position position;

    void bootstrap() {
      offers.clear();
      try (ChangeLog.Bootstrap all = log.bootstrap()) {
        all.offers().forEachRemaining(this::store);
        position = all.position();
      }
    }

    void catchUp() throws InterruptedException {
      long end = log.head().seq();
      try (Tail tail = log.tail(position)) {
        while (position.seq() < end) {
          tail.poll(LONG).forEach(this::apply);
        }
      } catch (ReloadException e) {
        bootstrap();
      }
    }

    private void apply(LoggedBatch batch) {
      if (batch.changes() == null) {
        throw new ReloadException("not logged");
      }
      assertThat(batch.previous()).isEqualTo(position.batch());
      assertThat(batch.position().seq()).isEqualTo(position.seq() + 1);
      for (LoggedChange change : batch.changes()) {
        if (change.isDeletion()) {
          assertThat(offers.remove(change.id())).isNotNull();
        } else if (change.whole() != null) {
          store(change.whole());
        } else {
          store(offers.get(change.id()).with(change.changes()));
        }
      }
      position = batch.position();
    }

    /** Stores an offer without values that can be derived, as engines read it back. */
    private void store(Offer offer) {
      OfferBatch one = OfferBatch.builder().upsert(offer).build();
      for (ChangedOffer change : BatchResolver.resolve(SCHEMA, one, id -> null)) {
        offers.put(change.id(), change.after());
      }
    }
  }
}
