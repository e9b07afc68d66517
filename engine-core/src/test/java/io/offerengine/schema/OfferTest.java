package io.offerengine.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.marketplace.MarketplaceSchema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An offer stays what it was built as. */
class OfferTest {
  private static final Schema SCHEMA = MarketplaceSchema.schema();

  @Test
  void build_ofABuilderThatGoesOn_isNotChangedByIt() {
    Offer.Builder builder = Offer.builder().set(MarketplaceSchema.ID, 1);
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

  @ParameterizedTest
  @CsvSource({
    "'\uD83D', U+D83D at index 0",
    "'RTX \uDE00', U+DE00 at index 4",
    "'\uDE00\uD83D', U+DE00 at index 0",
    "'😀\uD83D', U+D83D at index 2",
    "'\uD83D\uD83D\uDE00', U+D83D at index 0"
  })
  void set_aTextWithHalfOfASurrogatePair_isRefused(String text, String where) {
    String message =
        "a text with half of a surrogate pair, "
            + where
            + ", does not fit gpu_name, which is of type text and takes valid Unicode";
    Offer.Builder offer = Offer.builder().set(MarketplaceSchema.GPU_NAME, "before");
    assertThatThrownBy(() -> offer.set(MarketplaceSchema.GPU_NAME, text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
    OfferChanges.Builder changes = OfferChanges.builder(SCHEMA);
    assertThatThrownBy(() -> changes.set(MarketplaceSchema.GPU_NAME, text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
    assertThat(offer.set(MarketplaceSchema.ID, 1).build().text(MarketplaceSchema.GPU_NAME))
        .isEqualTo("before");
  }

  @Test
  void set_aTextOfWholePairs_isTaken() {
    Offer offer =
        Offer.builder()
            .set(MarketplaceSchema.ID, 1)
            .set(MarketplaceSchema.GPU_NAME, "😀\uFFFF𐀀\uE000")
            .build();
    assertThat(offer.text(MarketplaceSchema.GPU_NAME)).isEqualTo("😀\uFFFF𐀀\uE000");
  }

  @Test
  void toBuilder_leavesItsOfferAlone() {
    Offer offer = Offer.builder().set(MarketplaceSchema.ID, 1).build();
    offer.toBuilder().set(MarketplaceSchema.ID, 2);
    assertThat(offer.id()).isEqualTo(1);
  }
}
