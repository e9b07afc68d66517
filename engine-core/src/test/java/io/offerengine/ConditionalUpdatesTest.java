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
import io.offerengine.schema.IntegerListField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.OfferChanges;
import io.offerengine.schema.Operator;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TimeKey;
import org.junit.jupiter.api.Test;

/** What updates with conditions, and insertions, refuse, and in which words. */
class ConditionalUpdatesTest {
  private static final Schema SCHEMA = MarketplaceSchema.schema();

  private final OfferEngine engine =
      OfferEngine.builder(SCHEMA).clock(() -> TimeKey.ofSeconds(0)).build();

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

  @Test
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

  @Test
  void updateIf_textAndAbsence_areShown() {
    engine.apply(OfferBatch.builder().upsert(offer(1, "A100")).build());
    assertConflict("gpu_name", "neq", "A100", "its gpu_name is 'A100', but");
    assertConflict("num_gpus", "gte", 1, "its num_gpus is absent, but");
  }

  @Test
  void updateIf_listOfIntegers_isShown() {
    Schema.Builder rooms = Schema.builder("rooms", "room");
    IntegerListField floors = rooms.integers("floors").add();
    Schema schema = rooms.build();
    OfferConditions onThird =
        OfferConditions.of(Query.builder(schema).where(floors, Operator.HAS, 3).build());
    Offer room = Offer.builder().set(schema.idField(), 7).set(floors, new long[] {1, 2}).build();
    OfferBatch batch =
        OfferBatch.builder().updateIf(7, onThird, OfferChanges.builder(schema).build()).build();
    try (OfferEngine hotel = OfferEngine.builder(schema).build()) {
      hotel.apply(OfferBatch.builder().upsert(room).build());
      assertThatThrownBy(() -> hotel.apply(batch))
          .hasMessageContaining("its floors is [1, 2], but");
    }
  }

  private void assertConflict(String field, String operator, Object value, String text) {
    Query query = Query.builder(SCHEMA).where(field, operator, value).build();
    OfferBatch batch =
        OfferBatch.builder().updateIf(1, OfferConditions.of(query), rented(true)).build();
    assertThatThrownBy(() -> engine.apply(batch)).hasMessageContaining(text);
  }

  @Test
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

  @Test
  void updateIf_unknownOffer_isUnknownNotAConflict() {
    assertThatThrownBy(
            () -> engine.apply(OfferBatch.builder().updateIf(7, free(), rented(true)).build()))
        .hasMessage("UNKNOWN_OFFER: no offer has the id 7, so it can't be updated");
  }

  @Test
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

  @Test
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
