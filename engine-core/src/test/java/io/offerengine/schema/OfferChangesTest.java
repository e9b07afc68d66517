package io.offerengine.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.marketplace.MarketplaceSchema;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Changes stay what they were built as, and say what they change. */
class OfferChangesTest {
  private static final Schema SCHEMA = MarketplaceSchema.schema();

  @Test
  void build_ofABuilderThatGoesOn_isNotChangedByIt() {
    OfferChanges.Builder builder = OfferChanges.builder().set(MarketplaceSchema.NUM_GPUS, 2);
    OfferChanges first = builder.build();
    OfferChanges second =
        builder.set(MarketplaceSchema.NUM_GPUS, 3).clear(MarketplaceSchema.GPU_NAME).build();
    Offer offer =
        Offer.builder().set(MarketplaceSchema.ID, 1).set(MarketplaceSchema.GPU_NAME, "A").build();
    assertThat(offer.with(first))
        .isEqualTo(offer.toBuilder().set(MarketplaceSchema.NUM_GPUS, 2).build());
    assertThat(offer.with(second))
        .isEqualTo(
            offer.toBuilder()
                .set(MarketplaceSchema.NUM_GPUS, 3)
                .clear(MarketplaceSchema.GPU_NAME)
                .build());
  }

  @Test
  void fields_areThoseSetOrClearedInTheOrderOfTheSchema() {
    OfferChanges changes =
        OfferChanges.builder()
            .set(MarketplaceSchema.DPH_BASE, 0.5)
            .clear(MarketplaceSchema.RENTED)
            .set(MarketplaceSchema.DPH_BASE, 0.25)
            .build();
    assertThat(changes.fields())
        .containsExactly(MarketplaceSchema.RENTED, MarketplaceSchema.DPH_BASE);
    assertThat(changes.isEmpty()).isFalse();
    assertThat(OfferChanges.builder(SCHEMA).build().fields()).isEmpty();
    assertThat(OfferChanges.builder(SCHEMA).build().isEmpty()).isTrue();
  }

  @Test
  void set_thatThrows_changesNothing() {
    OfferChanges.Builder builder = OfferChanges.builder().set(MarketplaceSchema.GPU_NAME, "A");
    String half = "\uD800";
    for (ThrowingCallable refused :
        List.<ThrowingCallable>of(
            () -> builder.put(MarketplaceSchema.NUM_GPUS, 0.5),
            () -> builder.set(MarketplaceSchema.DPH_BASE, Double.NaN),
            () -> builder.set(MarketplaceSchema.GPU_NAME, half),
            () -> builder.put(MarketplaceSchema.RENTED, "yes"),
            () -> builder.set(MarketplaceSchema.GPU_NAME, (String) null),
            () -> builder.set(MarketplaceSchema.DPH_TOTAL, 1),
            () -> builder.set(MarketplaceSchema.ID, 2),
            () -> builder.clear(MarketplaceSchema.ID))) {
      assertThatThrownBy(refused).isInstanceOf(RuntimeException.class);
      OfferChanges changes = builder.build();
      assertThat(changes.fields()).containsExactly(MarketplaceSchema.GPU_NAME);
      assertThat(changes.changes(MarketplaceSchema.DPH_BASE)).isFalse();
    }
  }

  @Test
  void with_changesOfAnotherSchema_isRefused() {
    Schema.Builder rooms = Schema.builder("rooms", "id");
    IntegerField beds = rooms.integer("beds").add();
    OfferChanges others = OfferChanges.builder(rooms.build()).set(beds, 2).build();
    Offer offer = Offer.builder().set(MarketplaceSchema.ID, 7).build();
    assertThatThrownBy(() -> offer.with(others))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the changes of 7 are of another schema");
  }

  @Test
  void schemaBuilder_thatRefusesAnAlias_addsNothing() {
    Schema.Builder rooms = Schema.builder("rooms", "id");
    IntegerField beds = rooms.integer("beds").aliases("berths").add();
    assertThatThrownBy(() -> rooms.field("size", FieldType.NUMBER).aliases("area", "berths").add())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the name berths is taken already, by the field beds");
    assertThatThrownBy(() -> rooms.alias(beds, "places", "berths"))
        .isInstanceOf(IllegalStateException.class);
    NumberField size = rooms.number("size").aliases("area").add();
    Schema schema = rooms.alias(beds, "places").build();
    assertThat(schema.fields()).hasSize(3).contains(size);
    assertThat(schema.field("size")).contains(size);
  }
}
