package io.offerengine.cluster;

import static io.offerengine.cluster.ClusterOffers.SCHEMA;
import static io.offerengine.cluster.ClusterOffers.offer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.Matches;
import io.offerengine.OfferEngine;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Direction;
import io.offerengine.query.EngineException;
import io.offerengine.query.Operator;
import io.offerengine.query.Query;
import io.offerengine.query.QueryBuilder;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.testing.Seeds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Engines that follow a log, beside one engine that applies the same batches. */
class LogFollowerTest {
  private static final long PATIENCE_SECONDS = 60;
  private static final int BATCHES = 150;

  private final ModelLog log = new ModelLog(SCHEMA, 12);

  @TempDir private Path directory;

  /**
   * Several followers of random batches, some of which the log does not have, while the log is
   * trimmed and can't be reached at times. At every version that a follower publishes, its offers
   * are those of one engine at this version.
   */
  @Test
  void followers_atEachVersion_equalOneEngine() throws Exception {
    long seed = Seeds.first();
    Random random = new Random(seed);
    ClusterOffers generator = new ClusterOffers(random, 60);
    Map<Long, List<Offer>> expected = new ConcurrentSkipListMap<>();
    expected.put(0L, List.of());
    List<Member> members = new ArrayList<>();
    members.add(new Member());
    members.add(new Member());
    OfferEngine single = engine();
    single.replace(0, List.<Offer>of().iterator(), offers -> {});
    members.forEach(member -> member.follower.start());
    for (int i = 0; i < BATCHES; i++) {
      OfferBatch batch = generator.batch(random.nextInt(10) == 0 ? 30 : 8);
      long before = log.head().seq();
      try {
        long seq = log.append(batch).seq();
        if (seq > before) {
          assertThat(single.apply(batch)).as("seed=%d", seed).isEqualTo(seq);
          expected.put(seq, ClusterOffers.offers(single.snapshot()));
        }
      } catch (EngineException refused) {
        assertThat(log.head().seq()).isEqualTo(before);
      }
      disturb(random, members);
    }
    log.setReachable(true);
    long last = log.head().seq();
    for (Member member : members) {
      member.follower.reached(last).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      member.follower.close();
      member.check(expected, "seed=" + seed);
      assertThat(member.seen).containsKey(last);
      assertThat(member.follower.status().failure()).as("seed=%d", seed).isNull();
    }
    assertSearchesAgree(single, members, random, "seed=" + seed);
  }

  private void disturb(Random random, List<Member> members) throws Exception {
    switch (random.nextInt(12)) {
      case 0 -> log.trim(log.head().seq() - random.nextInt(5));
      case 1 -> {
        log.setReachable(false);
        log.awaitPolls(1);
        log.setReachable(true);
      }
      case 2, 3, 4 ->
          members
              .get(random.nextInt(members.size()))
              .follower
              .reached(log.head().seq())
              .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      default -> {
        // The next batch follows at once.
      }
    }
  }

  /** The shards together have what one engine has, and the whole follower finds the same. */
  private static void assertSearchesAgree(
      OfferEngine single, List<Member> members, Random random, String replay) {
    for (int i = 0; i < 50; i++) {
      QueryBuilder query = Query.builder(SCHEMA).limit(1 + random.nextInt(100)).fold(false);
      query.where(MarketplaceSchema.NUM_GPUS, Operator.GTE, random.nextInt(4));
      if (random.nextBoolean()) {
        query.where(MarketplaceSchema.RENTED, Operator.EQ, random.nextBoolean());
      }
      Query built = query.orderBy(MarketplaceSchema.DPH_BASE, Direction.ASC).build();
      assertThat(ids(members.get(0).engine, built)).as(replay).isEqualTo(ids(single, built));
      long parts =
          members.stream().skip(1).mapToLong(member -> member.engine.snapshot().count(built)).sum();
      assertThat(parts).as(replay).isEqualTo(single.snapshot().count(built));
    }
  }

  private static List<Long> ids(OfferEngine engine, Query query) {
    List<Long> ids = new ArrayList<>();
    Matches matches = engine.snapshot().search(query);
    while (matches.next()) {
      ids.add(matches.id());
    }
    return ids;
  }

  @Test
  void start_withRestoredOffers_goesOnFromTheirPosition() throws Exception {
    log.append(OfferBatch.builder().upsert(offer(1, 1)).build());
    Position saved = log.append(OfferBatch.builder().upsert(offer(2, 1)).build());
    Member first = new Member();
    first.follower.start();
    first.follower.reached(2).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    first.engine.save(directory, version -> "" + first.follower.positionOf(version).batch());
    first.follower.close();
    assertThat(OfferEngine.savedPosition(directory)).isEqualTo("" + saved.batch());
    log.append(OfferBatch.builder().upsert(offer(3, 1)).build());
    Member second = new Member();
    second.engine.restore(directory, saved.seq());
    second.follower.start(saved);
    assertThat(second.seen).containsKey(2L);
    second.follower.reached(3).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    assertThat(second.follower.status().reloads()).isZero();
    assertThat(second.follower.status().batches()).isEqualTo(1);
    assertThat(second.engine.snapshot().size()).isEqualTo(3);
    second.follower.close();
    Member other = new Member();
    assertThatThrownBy(() -> other.follower.start(saved))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void replacedLog_isNotFollowed_untilTheOperatorAcceptsIt() throws Exception {
    Member member = new Member();
    log.append(OfferBatch.builder().upsert(offer(1, 1)).build());
    Object copy = log.copy();
    log.append(OfferBatch.builder().upsert(offer(2, 1)).build());
    member.follower.start();
    member.follower.reached(2).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    log.restore(copy);
    await(() -> member.follower.status().restored() != null);
    log.append(OfferBatch.builder().upsert(offer(3, 1)).build());
    log.append(OfferBatch.builder().upsert(offer(4, 1)).build());
    log.awaitPolls(3);
    assertThat(member.follower.status().restored()).isNotNull();
    assertThat(member.engine.snapshot().version()).isEqualTo(2);
    assertThat(member.follower.status().restores()).isEqualTo(1);
    log.accept();
    long accepted = log.head().seq();
    member.follower.reached(accepted).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    assertThat(member.follower.status().restored()).isNull();
    assertThat(member.engine.snapshot().version()).isEqualTo(accepted);
    assertThat(ClusterOffers.offers(member.engine.snapshot()))
        .containsExactly(offer(1, 1), offer(3, 1), offer(4, 1));
    member.follower.close();
  }

  /** The copy comes while the follower loads all offers: the tail does not see it. */
  @Test
  void replacedLog_whileOffersAreLoaded_isNotLoaded() throws Exception {
    log.append(OfferBatch.builder().upsert(offer(1, 1)).build());
    Object copy = log.copy();
    log.append(OfferBatch.builder().upsert(offer(2, 1)).build());
    AtomicInteger loads = new AtomicInteger();
    ChangeLog restoredLater =
        new ChangeLog() {
          @Override
          public Position append(OfferBatch batch) {
            return log.append(batch);
          }

          @Override
          public Position head() {
            return log.head();
          }

          @Override
          public Tail tail(Position after) {
            return log.tail(after);
          }

          @Override
          public Bootstrap bootstrap() {
            if (loads.incrementAndGet() == 2) {
              log.restore(copy);
            }
            return log.bootstrap();
          }

          @Override
          public void trim(long upTo) {
            log.trim(upTo);
          }

          @Override
          public void close() {}
        };
    OfferEngine engine = engine();
    LogFollower follower = new LogFollower(restoredLater, engine);
    follower.start();
    follower.reached(2).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    engine.apply(OfferBatch.builder().upsert(offer(66, 1)).build());
    log.append(OfferBatch.builder().upsert(offer(3, 1)).build());
    await(() -> loads.get() > 2);
    await(() -> follower.status().restored() != null);
    assertThat(engine.snapshot().version()).isGreaterThanOrEqualTo(2);
    assertThat(follower.status().reloads()).isEqualTo(1);
    log.accept();
    follower.reached(log.head().seq()).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    assertThat(ClusterOffers.offers(engine.snapshot())).containsExactly(offer(1, 1));
    await(() -> follower.status().restored() == null);
    follower.close();
  }

  @Test
  void status_saysHowFarTheFollowerIs() throws Exception {
    Member member = new Member();
    log.setReachable(false);
    member.follower.start();
    await(() -> member.follower.status().unreachableSince() != null);
    assertThat(member.follower.status().isReloading()).isTrue();
    assertThat(member.follower.status().position()).isNull();
    log.setReachable(true);
    await(() -> !member.follower.status().isReloading());
    Position one = log.append(OfferBatch.builder().upsert(offer(1, 1)).build());
    member.follower.reached(1).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    await(() -> member.follower.status().head() == 1);
    FollowerStatus status = member.follower.status();
    assertThat(status.position()).isEqualTo(one);
    assertThat(status.lag()).isZero();
    assertThat(status.unreachableSince()).isNull();
    log.setReachable(false);
    await(() -> member.follower.status().unreachableSince() != null);
    long age = member.follower.status().age().toNanos();
    await(() -> member.follower.status().age().toNanos() > age);
    assertThat(member.engine.snapshot().size()).isEqualTo(1);
    member.follower.close();
  }

  @Test
  void engineThatSomebodyElseChanges_isLoadedAgain() throws Exception {
    Member member = new Member();
    member.follower.start();
    member.follower.reached(0).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    member.engine.apply(OfferBatch.builder().upsert(offer(66, 1)).build());
    log.append(OfferBatch.builder().upsert(offer(1, 1)).build());
    await(() -> member.follower.status().reloads() == 2);
    member.follower.reached(1).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    assertThat(ClusterOffers.offers(member.engine.snapshot())).containsExactly(offer(1, 1));
    member.follower.close();
  }

  @Test
  void waiters_areCompletedInOrder_andForgottenByWhoeverGivesUp() {
    Waiters waiters = new Waiters();
    CompletableFuture<?> five = waiters.add(5);
    CompletableFuture<?> seven = waiters.add(7);
    CompletableFuture<?> never = waiters.add(Long.MAX_VALUE);
    waiters.reach(6);
    assertThat(five).isDone();
    assertThat(seven).isNotDone();
    assertThat(waiters.add(3)).isDone();
    never.cancel(false);
    assertThat(waiters.size()).isEqualTo(1);
    waiters.reach(7);
    assertThat(seven).isDone();
    assertThat(waiters.size()).isZero();
  }

  private static void await(BooleanSupplier condition) {
    Awaitility.await().atMost(PATIENCE_SECONDS, TimeUnit.SECONDS).until(condition::getAsBoolean);
  }

  private static OfferEngine engine() {
    return OfferEngine.builder(SCHEMA).clock(() -> 0).build();
  }

  /** An engine, its follower, and the offers at every version that the follower published. */
  private final class Member {
    final OfferEngine engine = engine();
    final Map<Long, List<Offer>> seen = new TreeMap<>();
    final LogFollower follower;

    Member() {
      this.follower = new LogFollower(log, engine, changed -> remember());
    }

    private void remember() {
      seen.put(engine.snapshot().version(), ClusterOffers.offers(engine.snapshot()));
    }

    void check(Map<Long, List<Offer>> expected, String replay) {
      seen.forEach((version, offers) ->
          assertThat(offers).as("%s version=%d", replay, version).isEqualTo(expected.get(version)));
    }
  }
}
