package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.ConflictException;
import io.offerengine.query.EngineException;
import io.offerengine.query.InvalidQueryException;
import io.offerengine.query.OfferConditions;
import io.offerengine.query.Query;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.OfferChanges;
import io.offerengine.schema.Operator;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TimeKey;
import io.offerengine.testing.SeededProperties;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;

/** Updates with conditions, and insertions, compared with a map of offers. */
class ConditionalUpdatesTest extends SeededProperties {
  private static final Schema SCHEMA = MarketplaceSchema.schema();
  private static final int BATCHES = 30;
  private static final int IDS = 12;

  private final OfferEngine engine =
      OfferEngine.builder(SCHEMA).clock(() -> TimeKey.ofSeconds(0)).build();

  /** What the engine should hold: offers by identifier. */
  private final Map<Long, Offer> model = new TreeMap<>();

  @Property
  void apply_conditionalOperations_applyAsTheNaiveConditionsSay(@ForAll("seeds") long seed) {
    model.clear();
    Random random = new Random(seed);
    RandomOffers generator = new RandomOffers(random);
    try (OfferEngine small = EngineCheck.engine(random)) {
      for (int i = 0; i < BATCHES; i++) {
        Map<Long, Offer> after = new TreeMap<>(model);
        OfferBatch.Builder batch = OfferBatch.builder();
        Long conflict = addOperations(batch, after, generator, random);
        if (conflict == null) {
          small.apply(batch.build());
          model.clear();
          model.putAll(after);
        } else {
          ConflictException error =
              catchThrowableOfType(ConflictException.class, () -> small.apply(batch.build()));
          assertThat(error).as("seed=%d batch=%d", seed, i).isNotNull();
          assertThat(error.id()).as("seed=%d batch=%d", seed, i).isEqualTo(conflict);
        }
        assertThat(small.snapshot().size()).as("seed=%d", seed).isEqualTo(model.size());
      }
      EngineCheck.assertAgrees(
          "seed=" + seed, small.snapshot(), model.values(), NaiveQuery.EVERYTHING);
    }
  }

  /** Adds one to three operations; returns the offer of the first conflict, or null if none. */
  private static @Nullable Long addOperations(
      OfferBatch.Builder batch, Map<Long, Offer> after, RandomOffers generator, Random random) {
    Long conflict = null;
    for (int i = random.nextInt(3); i >= 0; i--) {
      List<Long> ids = new ArrayList<>(after.keySet());
      boolean fits;
      Offer offer = generator.offer(generator.id(IDS));
      if (ids.isEmpty() || random.nextInt(3) == 0) {
        batch.insert(offer);
        fits = !after.containsKey(offer.id());
        after.putIfAbsent(offer.id(), offer);
      } else {
        offer = after.get(ids.get(random.nextInt(ids.size())));
        fits = addUpdate(batch, offer, after, generator, random);
      }
      conflict = conflict == null && !fits ? Long.valueOf(offer.id()) : conflict;
    }
    return conflict;
  }

  private static boolean addUpdate(
      OfferBatch.Builder batch,
      Offer offer,
      Map<Long, Offer> after,
      RandomOffers generator,
      Random random) {
    NaiveQuery conditions = conditions(new ArrayList<>(after.values()), random);
    OfferChanges changes = generator.changes();
    batch.updateIf(offer.id(), OfferConditions.of(conditions.toQuery()), changes);
    after.put(offer.id(), NaiveOffer.kept(offer).with(changes));
    return new NaiveMatcher(List.of(offer), conditions, 0).count() == 1;
  }

  /** Returns up to three conditions on stored and derived fields. */
  private static NaiveQuery conditions(List<Offer> offers, Random random) {
    NaiveQuery drawn = new RandomQueries(random, offers, 0).query();
    NaiveQuery conditions = NaiveQuery.EVERYTHING;
    for (NaiveQuery.Condition each : drawn.conditions()) {
      var field = SCHEMA.queryField(each.field()).orElseThrow();
      if (field.formula() == null || field.isStored()) {
        conditions = conditions.where(each.field(), each.operator(), each.value());
      }
    }
    return conditions;
  }

  private static Offer offer(long id, String gpu) {
    return Offer.builder()
        .set(MarketplaceSchema.ID, id)
        .set(MarketplaceSchema.GPU_NAME, gpu)
        .build();
  }

  private static OfferConditions free() {
    return OfferConditions.of(
        Query.builder(SCHEMA).where(MarketplaceSchema.RENTED, Operator.EQ, false).build());
  }

  private static OfferChanges rented(boolean value) {
    return OfferChanges.builder().set(MarketplaceSchema.RENTED, value).build();
  }

  @Example
  void updateIf_conditionThatFails_namesOfferConditionAndValue() {
    engine.apply(OfferBatch.builder().upsert(offer(1, "A100")).upsert(offer(2, "A100")).build());
    engine.apply(OfferBatch.builder().updateIf(1, free(), rented(true)).build());
    OfferBatch late =
        OfferBatch.builder()
            .updateIf(2, free(), rented(true))
            .updateIf(1, free(), rented(true))
            .build();
    ConflictException error =
        catchThrowableOfType(ConflictException.class, () -> engine.apply(late));
    assertThat(error)
        .hasMessage(
            "CONFLICT: the offer 1 is not changed: its rented is true, but the condition is"
                + " rented eq false");
    assertThat(error.condition().field()).isEqualTo(MarketplaceSchema.RENTED);
    Query free = Query.builder(SCHEMA).where("rented", "eq", false).fold(false).build();
    assertThat(engine.snapshot().count(free)).as("nothing of the batch is applied").isEqualTo(1);
  }

  @Example
  void updateIf_afterOtherOperationsOfTheBatch_seesTheirResult() {
    engine.apply(
        OfferBatch.builder()
            .upsert(offer(1, "A100"))
            .updateIf(1, free(), rented(true))
            .update(1, rented(false))
            .updateIf(1, free(), rented(true))
            .build());
    assertThatThrownBy(() ->
            engine.apply(
                OfferBatch.builder()
                    .update(1, rented(false))
                    .update(1, rented(true))
                    .updateIf(1, free(), rented(true))
                    .build()))
        .isInstanceOf(ConflictException.class);
  }

  @Example
  void updateIf_textAndAbsence_areShown() {
    engine.apply(OfferBatch.builder().upsert(offer(1, "A100")).build());
    assertConflict("gpu_name", "neq", "A100", "its gpu_name is 'A100', but");
    assertConflict("num_gpus", "gte", 1, "its num_gpus is absent, but");
  }

  private void assertConflict(String field, String operator, Object value, String text) {
    Query query = Query.builder(SCHEMA).where(field, operator, value).build();
    OfferBatch batch =
        OfferBatch.builder().updateIf(1, OfferConditions.of(query), rented(true)).build();
    assertThatThrownBy(() -> engine.apply(batch)).hasMessageContaining(text);
  }

  @Example
  void updateIf_preconditionOfTheApplication_isAskedAndObeyed() {
    engine.apply(OfferBatch.builder().upsert(offer(1, "A100")).build());
    IllegalStateException refusal = new IllegalStateException("not today");
    OfferBatch batch =
        OfferBatch.builder()
            .updateIf(
                1,
                stored -> {
                  assertThat(stored).isEqualTo(offer(1, "A100"));
                  throw refusal;
                },
                rented(true))
            .build();
    assertThatThrownBy(() -> engine.apply(batch)).isSameAs(refusal);
    assertThat(engine.snapshot().version()).isEqualTo(1);
  }

  @Example
  void updateIf_unknownOffer_isUnknownNotAConflict() {
    assertThatThrownBy(
            () -> engine.apply(OfferBatch.builder().updateIf(7, free(), rented(true)).build()))
        .hasMessage("UNKNOWN_OFFER: no offer has the id 7, so it can't be updated");
  }

  @Example
  void insert_offerThatExists_isRefusedWhole() {
    engine.apply(OfferBatch.builder().insert(offer(1, "A100")).build());
    OfferBatch again = OfferBatch.builder().upsert(offer(2, "A")).insert(offer(1, "B")).build();
    assertThatThrownBy(() -> engine.apply(again))
        .isInstanceOf(ConflictException.class)
        .hasMessage(
            "CONFLICT: the offer 1 exists, so it can't be inserted; upsert replaces it, update"
                + " changes it");
    assertThat(engine.snapshot().size()).isEqualTo(1);
    engine.apply(OfferBatch.builder().delete(1).insert(offer(1, "B")).build());
    assertThat(engine.snapshot().size()).isEqualTo(1);
  }

  @Example
  void of_computedFieldAndOtherSchema_areRefused() {
    Query priced = Query.builder(SCHEMA).where("dph_total", "lte", 1).build();
    assertThatThrownBy(() -> OfferConditions.of(priced))
        .isInstanceOf(InvalidQueryException.class)
        .hasMessage(
            "OPERATOR_NOT_SUPPORTED at /dph_total: dph_total is computed by each search, but an"
                + " update compares stored values only");
    Schema other = Schema.builder("flats", "id").build();
    OfferConditions foreign = OfferConditions.of(Query.builder(other).build());
    engine.apply(OfferBatch.builder().upsert(offer(1, "A100")).build());
    OfferBatch batch = OfferBatch.builder().updateIf(1, foreign, rented(true)).build();
    assertThatThrownBy(() -> engine.apply(batch))
        .isNotInstanceOf(EngineException.class)
        .hasMessage("the conditions for the offer 1 are of another schema");
  }
}
