package io.offerengine;

import static io.offerengine.EngineCheck.offer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Query;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.OfferChanges;
import io.offerengine.schema.Schema;
import io.offerengine.testing.SeededProperties;
import io.offerengine.testing.Together;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** What is attached to a row is of that row, and within the budget. */
class AttachmentTest extends SeededProperties {
  private static final Schema SCHEMA = MarketplaceSchema.schema();
  private static final int IDS = 80;

  /** Identifier and price, which together tell a row from others of its offer. */
  private static final RowAttachment ID_AND_PRICE =
      row ->
          ByteBuffer.allocate(100)
              .putLong(row.id())
              .putDouble(row.stored(MarketplaceSchema.DPH_BASE))
              .array();

  @Property(tries = 30)
  void attached_betweenRandomBatches_isOfTheRow(@ForAll("seeds") long seed) {
    Random random = new Random(seed);
    long[] budgets = {0, 1_000, 5_000, 1L << 20};
    long budget = budgets[random.nextInt(budgets.length)];
    Set<Long> ids = new TreeSet<>();
    try (OfferEngine engine =
        OfferEngine.builder(SCHEMA)
            .tailCapacity(1 + random.nextInt(40))
            .maxSegmentRows(32 << random.nextInt(4))
            .attachmentBudget(budget)
            .build()) {
      Snapshot held = engine.snapshot();
      for (int i = 0; i < 15; i++) {
        engine.apply(batch(random, ids));
        requireOwnBytes("seed=" + seed, random.nextInt(4) == 0 ? held : engine.snapshot(), random);
        held = random.nextInt(4) == 0 ? engine.snapshot() : held;
        assertThat(attachedBytes(engine)).as("seed=%d", seed).isBetween(0L, budget);
      }
    }
  }

  private static void requireOwnBytes(String replay, Snapshot snapshot, Random random) {
    Matches matches = snapshot.search(query(1 + random.nextInt(2 * IDS)));
    for (int i = 0; i < matches.size(); i++) {
      Match match = matches.get(i);
      ByteBuffer bytes = ByteBuffer.wrap(matches.attached(ID_AND_PRICE, i));
      assertThat(bytes.getLong()).as(replay).isEqualTo(match.id());
      assertThat(bytes.getDouble()).as(replay).isEqualTo(match.number(MarketplaceSchema.DPH_BASE));
    }
  }

  @Property
  void attached_anyRunsOfResults_isWhatTheyHaveOneByOne(@ForAll("seeds") long seed) {
    Random random = new Random(seed);
    int offers = 1 + random.nextInt(80);
    try (OfferEngine engine = engine(random.nextInt(2 * offers) * 120L, offers)) {
      for (int i = 0; i < 3; i++) {
        Matches one = engine.snapshot().search(query(100));
        Matches several = engine.snapshot().search(query(100));
        byte[][] target = new byte[120][];
        int from = random.nextInt(5);
        int end = from;
        while (end - from < several.size()) {
          int to = Math.min(target.length, end + random.nextInt(30));
          int taken = several.attached(ID_AND_PRICE, end - from, target, end, to);
          assertThat(taken).isBetween(end, to);
          for (; end < taken; end++) {
            byte[] alone = one.attached(ID_AND_PRICE, end - from);
            assertThat(target[end]).as("seed=%d", seed).isEqualTo(alone);
          }
        }
        assertThat(several.attached(ID_AND_PRICE, several.size(), target, 0, 7)).isZero();
      }
    }
  }

  private static Query query(int limit) {
    return Query.builder(SCHEMA).fold(false).limit(limit).build();
  }

  private static OfferBatch batch(Random random, Set<Long> ids) {
    OfferBatch.Builder batch = OfferBatch.builder();
    for (int i = random.nextInt(60); i > 0; i--) {
      long id = random.nextInt(IDS);
      int kind = random.nextInt(4);
      if (kind == 0 && ids.remove(id)) {
        batch.delete(id);
      } else if (kind == 1 && ids.contains(id)) {
        batch.update(
            id,
            OfferChanges.builder().set(MarketplaceSchema.DPH_BASE, random.nextDouble()).build());
      } else {
        ids.add(id);
        batch.upsert(offer(id, random.nextDouble()));
      }
    }
    return batch.build();
  }

  private static OfferEngine engine(long budget, int offers) {
    OfferEngine engine = OfferEngine.builder(SCHEMA).attachmentBudget(budget).build();
    List<Offer> all = EngineCheck.offers(offers, id -> offer(id, (double) id));
    engine.load(all.iterator(), LoadListener.NONE);
    return engine;
  }

  private static long attachedBytes(OfferEngine engine) {
    return engine.stats().structures().stream()
        .filter(each -> each.structure().equals("attachments"))
        .mapToLong(EngineStats.StructureBytes::bytes)
        .sum();
  }

  /** Returns how many of the results an attachment had to be made for. */
  private static int made(OfferEngine engine, Query query) {
    AtomicInteger calls = new AtomicInteger();
    Matches matches = engine.snapshot().search(query);
    RowAttachment counting = new Counting(calls);
    for (int i = 0; i < matches.size(); i++) {
      matches.attached(counting, i);
    }
    return calls.get();
  }

  /** All of them are equal, so that each sees what another one made. */
  private record Counting(AtomicInteger calls) implements RowAttachment {
    @Override
    public byte[] make(Match row) {
      calls.incrementAndGet();
      return new byte[1000];
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Counting;
    }

    @Override
    public int hashCode() {
      return 1;
    }
  }

  @Test
  void attached_asTheBudgetAllows_isMadeOnce() {
    try (OfferEngine engine = engine(1 << 20, 100)) {
      assertThat(made(engine, query(60))).isEqualTo(60);
      assertThat(made(engine, query(60))).isZero();
      assertThat(made(engine, query(100))).isEqualTo(40);
    }
  }

  @Test
  void attached_withoutABudget_isMadeEachTime() {
    try (OfferEngine engine = engine(0, 100)) {
      assertThat(made(engine, query(60))).isEqualTo(60);
      assertThat(made(engine, query(60))).isEqualTo(60);
      assertThat(attachedBytes(engine)).isZero();
    }
  }

  /** Rows that are read again and again stay; those of one long list go. */
  @Test
  void attached_afterAWalkThroughAll_isStillKeptForWhatIsReadOften() {
    try (OfferEngine engine = engine(50_000, 1000)) {
      made(engine, query(20));
      assertThat(made(engine, query(20))).isZero();
      made(engine, query(1000));
      assertThat(made(engine, query(20))).isZero();
      assertThat(attachedBytes(engine)).isBetween(40_000L, 50_000L);
    }
  }

  /** What nobody reads any more makes room, even if it was read often. */
  @Test
  void attached_whenInterestMoves_isKeptForTheNewOnes() {
    try (OfferEngine engine = engine(50_000, 1000)) {
      Query old = query(30);
      Query recent = Query.builder(SCHEMA).where("id", "gte", 900L).fold(false).limit(30).build();
      for (int i = 0; i < 3; i++) {
        made(engine, old);
      }
      for (int i = 0; i < 10; i++) {
        made(engine, recent);
      }
      assertThat(made(engine, recent)).isZero();
    }
  }

  @Test
  void attached_ofAnotherKind_isItsOwn() {
    try (OfferEngine engine = engine(1 << 20, 10)) {
      made(engine, query(10));
      requireOwnBytes("", engine.snapshot(), new Random(1));
      assertThat(made(engine, query(10))).isZero();
    }
  }

  @Test
  void attached_afterASegmentIsGone_isNotCounted() {
    try (OfferEngine engine = engine(1 << 20, 1000)) {
      made(engine, query(1000));
      long before = attachedBytes(engine);
      OfferBatch.Builder batch = OfferBatch.builder();
      for (long id = 0; id < 500; id++) {
        batch.delete(id);
      }
      engine.apply(batch.build());
      assertThat(engine.stats().merges()).isPositive();
      assertThat(before).isGreaterThan(1_000_000L);
      assertThat(attachedBytes(engine)).isZero();
    }
  }

  @Test
  void attached_byManyThreads_isTheSameForAll() throws Exception {
    try (OfferEngine engine = engine(30_000, 200)) {
      Together.call(
          5,
          thread -> {
            Random random = new Random(thread);
            for (int i = 0; i < 300; i++) {
              if (thread == 0) {
                engine.apply(OfferBatch.builder().upsert(offer(i % 50, i)).build());
              } else {
                requireOwnBytes("", engine.snapshot(), random);
              }
            }
            return thread;
          });
      assertThat(attachedBytes(engine)).isBetween(1L, 30_000L);
    }
  }

  @Test
  void make_inASearchThatFolds_seesTheRowUnfolded() {
    try (OfferEngine engine = engine(1 << 20, 1)) {
      Matches matches = engine.snapshot().search(Query.builder(SCHEMA).build());
      assertThat(matches.get(0).has(MarketplaceSchema.RN)).isTrue();
      byte[] has =
          matches.attached(row -> new byte[] {(byte) (row.has(MarketplaceSchema.RN) ? 1 : 0)}, 0);
      assertThat(has).containsExactly(0);
      assertThat(matches.isFolded()).isTrue();
    }
  }

  @Test
  void stored_ofAComputedField_isRefused() {
    try (OfferEngine engine = engine(0, 1)) {
      Match match = engine.snapshot().search(query(1)).get(0);
      assertThat(match.stored(MarketplaceSchema.DPH_BASE)).isZero();
      assertThat(match.stored(MarketplaceSchema.MIN_BID)).isNaN();
      assertThatThrownBy(() -> match.stored(MarketplaceSchema.DPH_TOTAL))
          .hasMessage("dph_total is neither a stored nor a derived number");
      assertThatThrownBy(() -> match.stored(MarketplaceSchema.GPU_NAME))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void attachmentBudget_belowZero_isRefused() {
    assertThatThrownBy(() -> OfferEngine.builder(SCHEMA).attachmentBudget(-1))
        .hasMessage("a budget is at least 0 bytes, but is -1");
  }
}
