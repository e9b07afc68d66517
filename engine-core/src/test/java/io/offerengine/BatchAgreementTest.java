package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.offerengine.internal.segment.StoredOffers;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.ConflictException;
import io.offerengine.query.OfferConditions;
import io.offerengine.schema.ChangedOffer;
import io.offerengine.schema.Field;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.OfferChanges;
import io.offerengine.testing.NaiveBatch;
import io.offerengine.testing.SeededProperties;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Random batches of every operation, with seals and merges all the time, beside the batches worked
 * out naively: the same changes in journal and listener, or the same refusal and nothing of it; and
 * the same offers in the engine, in one that follows its journal, and after restarts.
 */
class BatchAgreementTest extends SeededProperties {
  private static final int BATCHES = 75;

  /** What the engine should hold: offers by identifier. */
  private final Map<Long, Offer> model = new TreeMap<>();

  private final List<ChangedOffer> journaled = new ArrayList<>();
  private final List<ChangedOffer> heard = new ArrayList<>();
  private Random random = new Random();
  private RandomOffers generator = new RandomOffers(random);
  private int ids;

  /** A batch, and the same one whose conditions the naive search decides. */
  private record Drawn(OfferBatch batch, OfferBatch naive) {}

  /** Conditions that do not hold. */
  private static final class NaiveConflict extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final long id;

    NaiveConflict(long id) {
      this.id = id;
    }
  }

  private void start(long seed) {
    random = new Random(seed);
    generator = new RandomOffers(random);
    ids = random.nextBoolean() ? 15 : 60;
    model.clear();
  }

  private OfferEngine.Builder builder() {
    return EngineCheck.builder(random)
        .journal((version, batches) -> batches.forEach(journaled::addAll))
        .listener((version, changes) -> heard.addAll(changes));
  }

  @Property
  void apply_ofRandomBatches_doesWhatTheNaiveWayDoes(@ForAll("seeds") long seed)
      throws IOException {
    start(seed);
    boolean restarts = random.nextInt(4) == 0;
    OfferEngine engine = builder().build();
    try (SavedOffers saved = new SavedOffers();
        OfferEngine follower = EngineCheck.engine(random)) {
      for (int i = 0; i < BATCHES; i++) {
        String replay = "seed=" + seed + " batch=" + i;
        apply(replay, engine, follower);
        if (restarts && random.nextInt(15) == 0) {
          engine = saved.restart(engine, builder());
        }
        if (random.nextInt(11) == 0) {
          checkQuery(replay, engine);
        }
      }
      EngineCheck.assertAgrees(
          "seed=" + seed, engine.snapshot(), model.values(), NaiveQuery.EVERYTHING);
      EngineCheck.assertAgrees(
          "seed=" + seed, follower.snapshot(), model.values(), NaiveQuery.EVERYTHING);
    }
  }

  private void apply(String replay, OfferEngine engine, OfferEngine follower) {
    Drawn drawn = draw();
    long version = engine.snapshot().version();
    journaled.clear();
    heard.clear();
    List<ChangedOffer> expected = new ArrayList<>();
    Throwable naive = catchThrowable(() -> expected.addAll(resolve(drawn.naive())));
    Throwable refusal = catchThrowable(() -> engine.apply(drawn.batch()));
    assertThat(journaled).as(replay).isEqualTo(expected);
    assertThat(heard).as(replay).isEqualTo(expected);
    if (naive != null) {
      assertRefused(replay, naive, refusal);
      assertThat(engine.snapshot().version()).as(replay).isEqualTo(version);
      return;
    }
    assertThat(refusal).as(replay).isNull();
    long published = version + (expected.isEmpty() ? 0 : 1);
    assertThat(engine.snapshot().version()).as(replay).isEqualTo(published);
    OfferBatch.Builder decided = OfferBatch.builder();
    for (ChangedOffer change : expected) {
      Offer after = change.after();
      if (after == null) {
        model.remove(change.id());
        decided.delete(change.id());
      } else {
        model.put(change.id(), after);
        decided.upsert(after);
      }
    }
    assertThat(follower.applyAt(follower.snapshot().version() + 1, decided.build())).isTrue();
    assertThat(engine.snapshot().size()).as(replay).isEqualTo(model.size());
  }

  private List<ChangedOffer> resolve(OfferBatch batch) {
    return NaiveBatch.resolve(batch, model::get, StoredOffers::withoutDerivable);
  }

  private static void assertRefused(String replay, Throwable naive, Throwable refusal) {
    if (naive instanceof NaiveConflict conflict) {
      assertThat(refusal).as(replay).isInstanceOf(ConflictException.class);
      assertThat(((ConflictException) refusal).id()).as(replay).isEqualTo(conflict.id);
    } else {
      assertThat(refusal).as(replay).isInstanceOf(naive.getClass()).hasMessage(naive.getMessage());
    }
  }

  private void checkQuery(String replay, OfferEngine engine) {
    List<Offer> offers = new ArrayList<>(model.values());
    RandomQueries queries = new RandomQueries(random, offers, EngineCheck.CLOCK);
    EngineCheck.assertAgrees(replay, engine.snapshot(), offers, queries.query());
  }

  /** What a batch is made of: anything, operations with conditions, or what fits. */
  private enum Kind {
    ANY,
    CONDITIONAL,
    FITTING
  }

  private Drawn draw() {
    OfferBatch.Builder batch = OfferBatch.builder();
    OfferBatch.Builder naive = OfferBatch.builder();
    boolean fits = random.nextBoolean();
    Kind kind = fits ? Kind.FITTING : random.nextBoolean() ? Kind.ANY : Kind.CONDITIONAL;
    if (kind == Kind.ANY && random.nextInt(3) == 0) {
      batch.ignoreUnknown();
      naive.ignoreUnknown();
    }
    Set<Long> known = new TreeSet<>(model.keySet());
    for (int i = random.nextInt(!fits ? 4 : random.nextInt(10) == 0 ? 100 : 8); i >= 0; i--) {
      Offer offer = generator.offer(generator.id(ids));
      boolean isNew = known.isEmpty() || (kind == Kind.ANY && random.nextBoolean());
      long id = isNew ? offer.id() : new ArrayList<>(known).get(random.nextInt(known.size()));
      int drawn = random.nextInt(10);
      if (!fits && drawn < 3) {
        batch.insert(offer);
        naive.insert(offer);
      } else if (kind == Kind.CONDITIONAL) {
        NaiveQuery conditions = conditions();
        OfferChanges changes = generator.changes();
        batch.updateIf(id, OfferConditions.of(conditions.toQuery()), changes);
        naive.updateIf(id, stored -> requireMatch(stored, conditions), changes);
      } else if (drawn < 5 || (fits && known.isEmpty())) {
        batch.upsert(offer);
        naive.upsert(offer);
        known.add(offer.id());
      } else if (drawn < 8) {
        OfferChanges changes = generator.changes();
        batch.update(id, changes);
        naive.update(id, changes);
      } else {
        batch.delete(id);
        naive.delete(id);
        known.remove(id);
      }
    }
    return new Drawn(batch.build(), naive.build());
  }

  private static void requireMatch(Offer stored, NaiveQuery conditions) {
    if (new NaiveMatcher(List.of(stored), conditions, 0).count() == 0) {
      throw new NaiveConflict(stored.id());
    }
  }

  /** Returns up to three conditions on stored and derived fields. */
  private NaiveQuery conditions() {
    NaiveQuery conditions = NaiveQuery.EVERYTHING;
    List<Offer> offers = List.copyOf(model.values());
    for (NaiveQuery.Condition each : new RandomQueries(random, offers, 0).query().conditions()) {
      Field field = MarketplaceSchema.schema().queryField(each.field()).orElseThrow();
      if (field.formula() == null || field.isStored()) {
        conditions = conditions.where(each);
      }
    }
    return conditions;
  }
}
