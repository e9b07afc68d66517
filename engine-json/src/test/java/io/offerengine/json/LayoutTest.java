package io.offerengine.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How offers and changes lie in a text. */
class LayoutTest {
  private static final OfferCodec CODEC = new OfferCodec(MarketplaceSchema.schema());

  /** Only the identifier makes an offer of an object that holds a list of them. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"success\":true,\"offers\":[{\"id\":5}],\"count\":1}",
        "{\"machine_id\":\"x\",\"query\":{\"id\":7},\"offers\":[{\"id\":5}],\"host_id\":8}",
        "{\"ids\":[5],\"offers\":[{\"id\":5}],\"page\":{\"id\":1}}"
      })
  void read_ofOtherMembersBesideTheOffers_readsTheOffers(String text) {
    assertThat(offers(text)).extracting(Offer::id).containsExactly(5L);
    assertThat(changes(text)).extracting(OfferBatch.Update::id).containsExactly(5L);
  }

  /** Past the first object, a list called offers is a field that the schema does not know. */
  @Test
  void read_ofAListOfOffersInALaterOffer_countsItAsSkipped() {
    OfferReader offers = CODEC.read(stream("{\"id\":4}\n{\"id\":5,\"offers\":[{\"id\":6}]}"));
    List<Long> ids = new ArrayList<>();
    offers.forEachRemaining(offer -> ids.add(offer.id()));
    assertThat(ids).containsExactly(4L, 5L);
    assertThat(offers.skippedFields()).containsOnlyKeys("offers");
  }

  private static List<Offer> offers(String text) {
    List<Offer> offers = new ArrayList<>();
    CODEC.read(stream(text)).forEachRemaining(offers::add);
    return offers;
  }

  private static List<OfferBatch.Update> changes(String text) {
    List<OfferBatch.Update> changes = new ArrayList<>();
    CODEC.readChanges(stream(text)).forEachRemaining(changes::add);
    return changes;
  }

  private static InputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(UTF_8));
  }
}
