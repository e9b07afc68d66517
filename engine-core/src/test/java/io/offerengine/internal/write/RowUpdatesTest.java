package io.offerengine.internal.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Derivation;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Schema;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which schemas have updates that rows are made of without reading the offer. */
class RowUpdatesTest {
  @Test
  void areComplete_withoutKnownStoredInputs_isFalse() {
    assertThat(new RowUpdates(MarketplaceSchema.schema()).areComplete()).isTrue();
    Schema.Builder unknown = Schema.builder("unknown", "id");
    unknown.field("any", FieldType.TEXT).derived("any", Offer::toString).add();
    assertThat(new RowUpdates(unknown.build()).areComplete()).isFalse();
    Schema.Builder chain = Schema.builder("chain", "id");
    IntegerField given =
        chain
            .integer("given")
            .derivedUnlessGiven("1", Derivation.reading(List.of(), offer -> 1L))
            .add();
    chain
        .field("next", FieldType.NUMBER)
        .derived("given", Derivation.reading(List.of(given), offer -> offer.number(given)))
        .add();
    assertThat(new RowUpdates(chain.build()).areComplete()).isFalse();
  }
}
