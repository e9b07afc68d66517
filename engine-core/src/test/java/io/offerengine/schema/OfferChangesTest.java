package io.offerengine.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.marketplace.MarketplaceSchema;
import org.junit.jupiter.api.Test;

/** Changes stay what they were built as, and say what they change. */
class OfferChangesTest {
  private static final Schema SCHEMA = MarketplaceSchema.schema();

  @Test
  void build_ofABuilderThatGoesOn_isNotChangedByIt() {
    OfferChanges.Builder builder = OfferChanges.builder(SCHEMA).set(MarketplaceSchema.NUM_GPUS, 2);
    OfferChanges first = builder.build();
    OfferChanges second =
        builder.set(MarketplaceSchema.NUM_GPUS, 3).clear(MarketplaceSchema.GPU_NAME).build();
    Offer offer =
        Offer.builder(SCHEMA)
            .set(MarketplaceSchema.ID, 1)
            .set(MarketplaceSchema.GPU_NAME, "A")
            .build();
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
        OfferChanges.builder(SCHEMA)
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
}
