package io.offerengine.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.Matches;
import io.offerengine.Snapshot;
import io.offerengine.log.testing.PostgresqlServer;
import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.query.Query;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.NumberField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.OfferChanges;
import io.offerengine.schema.Operator;
import io.offerengine.schema.Schema;
import io.offerengine.testing.Seeds;
import io.offerengine.testing.Waiting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Three engines on one database are replaced, one after the other, by those of a build with one
 * more field, while threads write and search: each change is in the log once, no value of the new
 * field is erased, and each search finds what was written before.
 */
class RollingUpgradeTest {
  private static final int MEMBERS = 3;
  private static final int WRITERS = 3;

  /** So few that most changes are of an offer that has a colour already. */
  private static final int OFFERS_OF_A_WRITER = 8;

  private final DataSource source = PostgresqlDurableEngineTest.at(PostgresqlServer.newDatabase());
  private final Build older = new Build("older", false);
  private final Build newer = new Build("newer", true);
  private final AtomicReferenceArray<Member> members = new AtomicReferenceArray<>(MEMBERS);
  private final AtomicInteger stored = new AtomicInteger();
  private final AtomicInteger refusedByOlder = new AtomicInteger();
  private final AtomicBoolean isOver = new AtomicBoolean();

  /** What each offer must be, by its identifier. */
  private final Map<Long, Expected> expected = new ConcurrentHashMap<>();

  private record Expected(double price, @Nullable String colour) {}

  /** A build of a program. */
  private static final class Build {
    final String name;
    final Schema schema;
    final NumberField price;
    final @Nullable Field colour;

    Build(String name, boolean hasColour) {
      Schema.Builder fields = Schema.builder("upgrade", "id");
      this.name = name;
      this.price = fields.number("price").add();
      this.colour = hasColour ? fields.field("colour", FieldType.TEXT).add() : null;
      this.schema = fields.build();
    }
  }

  /** An engine of a build. */
  private record Member(Build build, DurableEngine engine) {}

  private Member open(Build build) {
    return new Member(build, DurableEngine.builder(build.schema, source).build(build.name).open());
  }

  @Test
  void upgrade_underLoad_losesAndErasesNothing() throws Exception {
    upgrade(30);
  }

  @Tag("full")
  @Test
  void upgrade_underLongLoad_losesAndErasesNothing() throws Exception {
    upgrade(1_500);
  }

  /**
   * Replaces the members.
   *
   * @param between how many changes are stored before and after each replacement
   */
  private void upgrade(int between) throws Exception {
    long seed = Seeds.first();
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      for (int i = 0; i < MEMBERS; i++) {
        members.set(i, open(older));
      }
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        Writer writer = new Writer(i, new Random(seed + i));
        running.add(threads.submit(writer::write));
      }
      for (int i = 0; i < MEMBERS; i++) {
        int member = i;
        running.add(threads.submit(() -> search(member)));
      }
      awaitChanges(between, running);
      for (int i = 0; i < MEMBERS; i++) {
        members.get(i).engine().close();
        members.set(i, open(newer));
        awaitChanges(between, running);
      }
      isOver.set(true);
      for (Future<?> each : running) {
        each.get();
      }
      check(seed);
    } finally {
      isOver.set(true);
      threads.shutdownNow();
      for (int i = 0; i < MEMBERS && members.get(i) != null; i++) {
        members.get(i).engine().close();
      }
    }
    assertThat(DurableEngine.verify(newer.schema, source)).isEmpty();
  }

  private void awaitChanges(int more, List<Future<?>> running) throws Exception {
    int before = stored.get();
    Waiting.until(
        Duration.ofMinutes(5),
        () -> stored.get() >= before + more || running.stream().anyMatch(Future::isDone));
    for (Future<?> each : running) {
      if (each.isDone()) {
        each.get();
      }
    }
  }

  private void check(long seed) throws Exception {
    assertThat(refusedByOlder.get()).as("changes that reached an older build").isPositive();
    assertThat(expected.values()).anyMatch(each -> each.colour() != null);
    for (int i = 0; i < MEMBERS; i++) {
      DurableEngine engine = members.get(i).engine();
      engine.reached(stored.get()).get(30, TimeUnit.SECONDS);
      assertThat(engine.snapshot().version()).as("seed=%d", seed).isEqualTo(stored.get());
      Map<Long, Expected> found = new TreeMap<>();
      for (Offer offer : TestOffers.all(engine)) {
        found.put(offer.id(), expected(newer, offer));
      }
      assertThat(found).as("seed=%d", seed).isEqualTo(new TreeMap<>(expected));
    }
  }

  private static Expected expected(Build build, Offer offer) {
    return new Expected(
        offer.number(build.price), build.colour == null ? null : offer.text(build.colour));
  }

  /** Searches at one place without a pause: what was seen there never goes back. */
  private void search(int place) {
    long last = 0;
    while (!isOver.get()) {
      Member member = members.get(place);
      Snapshot snapshot = member.engine().snapshot();
      assertThat(snapshot.version())
          .as("the version at member %d", place)
          .isGreaterThanOrEqualTo(last);
      last = snapshot.version();
      Query query =
          Query.builder(member.build().schema)
              .where(member.build().price, Operator.GTE, 0)
              .limit(1_000)
              .build();
      Matches matches = snapshot.search(query);
      assertThat(matches.size()).isEqualTo(snapshot.size());
    }
  }

  /** Changes offers of its own, and tries the next member if one refuses. */
  private final class Writer {
    private final int number;
    private final Random random;

    Writer(int number, Random random) {
      this.number = number;
      this.random = random;
    }

    void write() {
      for (int i = 0; !isOver.get(); i++) {
        long id = number * 1_000L + i % OFFERS_OF_A_WRITER;
        Expected after = null;
        for (int attempt = 0; after == null; attempt++) {
          assertThat(attempt).as("members that refused a change").isLessThan(100 * MEMBERS);
          after = tryAt(members.get((i + attempt) % MEMBERS), id, i);
        }
        expected.put(id, after);
        stored.incrementAndGet();
      }
    }

    /** Changes an offer; returns null if the member refuses. */
    private @Nullable Expected tryAt(Member member, long id, double price) {
      Build build = member.build();
      Expected before = expected.get(id);
      String colour = "colour " + random.nextInt(5);
      Expected after = new Expected(price, build.colour == null ? colourOf(before) : colour);
      OfferBatch batch = batch(build, id, price, colour, before != null && random.nextBoolean());
      try {
        long version = member.engine().apply(batch);
        assertSeen(member, id, after, version);
        return after;
      } catch (LogUnavailableException e) {
        assertThat(e.isInDoubt()).isFalse();
        assertThat(e).hasMessageContaining("a newer build of this service stores offers");
        assertThat(build).isSameAs(older);
        refusedByOlder.incrementAndGet();
        return null;
      } catch (EngineException e) {
        assertThat(e.code()).as(e.getMessage()).isEqualTo(ErrorCode.CLOSED);
        return null;
      }
    }

    private OfferBatch batch(Build build, long id, double price, String colour, boolean isUpdate) {
      OfferChanges.Builder changes = OfferChanges.builder(build.schema).put(build.price, price);
      Offer.Builder offer =
          Offer.builder(build.schema).put(build.schema.idField(), id).put(build.price, price);
      if (build.colour != null) {
        changes.put(build.colour, colour);
        offer.put(build.colour, colour);
      }
      return isUpdate
          ? OfferBatch.builder().update(id, changes.build()).build()
          : OfferBatch.builder().upsert(offer.build()).build();
    }

    private void assertSeen(Member member, long id, Expected after, long version) {
      Snapshot snapshot = member.engine().snapshot();
      assertThat(snapshot.version()).isGreaterThanOrEqualTo(version);
      Field field = member.build().schema.idField();
      Matches found =
          snapshot.search(
              Query.builder(member.build().schema).where(field, Operator.EQ, id).build());
      Expected seen = expected(member.build(), found.get(0).toOffer());
      assertThat(seen.price()).isEqualTo(after.price());
      if (member.build() == newer) {
        assertThat(seen.colour()).isEqualTo(after.colour());
      }
    }
  }

  private static @Nullable String colourOf(@Nullable Expected before) {
    return before == null ? null : before.colour();
  }
}
