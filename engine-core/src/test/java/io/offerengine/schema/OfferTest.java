package io.offerengine.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.marketplace.MarketplaceSchema;
import org.junit.jupiter.api.Test;

/** An offer stays what it was built as. */
class OfferTest {
  private static final Schema SCHEMA = MarketplaceSchema.schema();

  @Test
  void build_ofABuilderThatGoesOn_isNotChangedByIt() {
    Offer.Builder builder = Offer.builder(SCHEMA).set(MarketplaceSchema.ID, 1);
    Offer first = builder.build();
    Offer second =
        builder.set(MarketplaceSchema.NUM_GPUS, 2).set(MarketplaceSchema.GPU_NAME, "A").build();
    Offer third = builder.clear(MarketplaceSchema.NUM_GPUS).set(MarketplaceSchema.ID, 3).build();
    assertThat(first.has(MarketplaceSchema.NUM_GPUS)).isFalse();
    assertThat(second.integer(MarketplaceSchema.NUM_GPUS)).isEqualTo(2);
    assertThat(second.id()).isEqualTo(1);
    assertThat(third.has(MarketplaceSchema.NUM_GPUS)).isFalse();
    assertThat(third.text(MarketplaceSchema.GPU_NAME)).isEqualTo("A");
    assertThat(builder.build()).isEqualTo(third);
  }

  @Test
  void toBuilder_leavesItsOfferAlone() {
    Offer offer = Offer.builder(SCHEMA).set(MarketplaceSchema.ID, 1).build();
    offer.toBuilder().set(MarketplaceSchema.ID, 2);
    assertThat(offer.id()).isEqualTo(1);
  }
}
