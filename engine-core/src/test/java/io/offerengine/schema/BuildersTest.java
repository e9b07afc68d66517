package io.offerengine.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.facet.FacetRequest;
import io.offerengine.query.InvalidQueryException;
import org.junit.jupiter.api.Test;

/** Builders that take the schema from the first field. */
class BuildersTest {
  private static final Schema.Builder ROOMS = Schema.builder("rooms", "room");
  private static final IntegerField ID = ROOMS.idField();
  private static final TextField CITY = ROOMS.text("city").add();
  private static final NumberField PRICE = ROOMS.number("price").add();
  private static final Schema SCHEMA = ROOMS.build();

  private static final Schema.Builder OTHERS = Schema.builder("others", "other");
  private static final NumberField OTHER_PRICE = OTHERS.number("price").add();
  private static final Schema OTHER_SCHEMA = OTHERS.build();

  @Test
  void first_fieldGivesTheSchema() {
    assertThat(Offer.builder().set(CITY, "Oslo").set(ID, 1).build())
        .isEqualTo(Offer.builder(SCHEMA).set(ID, 1).set(CITY, "Oslo").build());
    assertThat(Offer.builder().has(CITY)).isFalse();
    assertThat(OfferChanges.builder().clear(CITY).set(PRICE, 2).build().schema()).isSameAs(SCHEMA);
    assertThat(FacetRequest.builder().range(PRICE).build().schema()).isSameAs(SCHEMA);
  }

  @Test
  void build_withoutAnyField_isRefused() {
    assertThatThrownBy(() -> Offer.builder().build())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("an offer needs its identifier, but has no value");
    assertThatThrownBy(() -> OfferChanges.builder().build())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("changes name at least one field");
    assertThatThrownBy(() -> FacetRequest.builder().withoutOwnCondition().build())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("a request asks for at least one facet");
  }

  @Test
  void fieldOfAnotherSchema_isRefused_andChangesNothing() {
    Offer.Builder offer = Offer.builder().set(ID, 1);
    assertThatThrownBy(() -> offer.set(OTHER_PRICE, 3)).hasMessageContaining("price");
    assertThat(offer.build()).isEqualTo(Offer.builder().set(ID, 1).build());
    OfferChanges.Builder changes = OfferChanges.builder().set(PRICE, 1);
    assertThatThrownBy(() -> changes.set(OTHER_PRICE, 3)).hasMessageContaining("price");
    assertThatThrownBy(() -> changes.set(OTHER_SCHEMA.idField(), 3));
    assertThat(changes.build().fields()).containsExactly(PRICE);
    assertThatThrownBy(() -> FacetRequest.builder().range(PRICE).range(OTHER_PRICE))
        .isInstanceOf(InvalidQueryException.class)
        .hasMessageContaining("price is no field of");
  }
}
