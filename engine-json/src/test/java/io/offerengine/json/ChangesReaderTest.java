package io.offerengine.json;

import static io.offerengine.marketplace.MarketplaceSchema.DPH_BASE;
import static io.offerengine.marketplace.MarketplaceSchema.GPU_IDS;
import static io.offerengine.marketplace.MarketplaceSchema.GPU_NAME;
import static io.offerengine.marketplace.MarketplaceSchema.HAS_AVX;
import static io.offerengine.marketplace.MarketplaceSchema.ID;
import static io.offerengine.marketplace.MarketplaceSchema.NUM_GPUS;
import static io.offerengine.marketplace.MarketplaceSchema.RENTABLE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Partial updates from JSON. */
class ChangesReaderTest {
  private static final OfferCodec CODEC = new OfferCodec(MarketplaceSchema.schema());

  private static final Offer STORED =
      Offer.builder()
          .set(ID, 7)
          .set(GPU_NAME, "RTX 4090")
          .set(NUM_GPUS, 4)
          .set(DPH_BASE, 0.5)
          .set(RENTABLE, true)
          .build();

  @Test
  void readChanges_changesTheGivenFieldsOnly() {
    OfferBatch.Update update =
        read("{\"dph_base\":0.4,\"gpu_name\":null,\"has_avx\":true,\"gpu_ids\":[3],\"id\":7}")
            .next();
    assertThat(update.id()).isEqualTo(7);
    assertThat(STORED.with(update.changes()))
        .isEqualTo(
            STORED.toBuilder()
                .set(DPH_BASE, 0.4)
                .clear(GPU_NAME)
                .set(HAS_AVX, 1)
                .set(GPU_IDS, new long[] {3})
                .build());
  }

  @Test
  void readChanges_ofValuesThatFollowFromOthers_changesNothing() {
    ChangesReader changes =
        read("{\"id\":7,\"dph_total\":null,\"gpu_total_ram\":5,\"search\":{},\"sla\":1}");
    assertThat(changes.next().changes().isEmpty()).isTrue();
    assertThat(changes.skippedFields())
        .containsExactly(entry("sla", 1L), entry("gpu_total_ram", 1L));
  }

  @Test
  void readChanges_ofOneOfferTwice_handsOutBoth() throws IOException {
    try (ChangesReader changes = read("{\"id\":7,\"num_gpus\":1}\n{\"id\":7,\"rentable\":false}")) {
      Offer changed = STORED.with(changes.next().changes()).with(changes.next().changes());
      assertThat(changed)
          .isEqualTo(STORED.toBuilder().set(NUM_GPUS, 1).set(RENTABLE, false).build());
      assertThat(changes.line()).isEqualTo(2);
      assertThat(changes.hasNext()).isFalse();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"num_gpus\":1} | INVALID_OFFER (line 1, column 1): a change needs the id of its offer,"
            + " which is absent here",
        "[{\"id\":null}] | INVALID_OFFER at /0 (line 1, column 2): a change needs the id of its"
            + " offer, which is absent here",
        "{\"id\":1,\"num_gpus\":\"4\"} | INVALID_OFFER at /num_gpus (line 1, column 20): num_gpus"
            + " is of type integer and takes a whole number of at most 64 bits, but got the text"
            + " '4'",
        "{\"id\":1,\"num_gpus\":4,\"num_gpus\":5} | INVALID_REQUEST at /num_gpus"
            + " (line 1, column 32): the key occurs twice in one object"
      })
  void readChanges_ofBadOnes_saysWhere(String text, String message) {
    assertThatThrownBy(() -> read(text).next()).hasMessage(message);
  }

  private static ChangesReader read(String text) {
    return CODEC.readChanges(new ByteArrayInputStream(text.getBytes(UTF_8)));
  }
}
