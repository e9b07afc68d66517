package io.offerengine.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.facet.FacetRequest;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.InvalidQueryException;
import java.time.LocalDate;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Offers and changes stay what they were built as, by builders that one field gives the schema. */
class OfferTest {
  private static final Schema.Builder ROOMS = Schema.builder("rooms", "room");
  private static final IntegerField ID = ROOMS.idField();
  private static final TextField CITY = ROOMS.text("city").add();
  private static final NumberField PRICE = ROOMS.number("price").add();
  private static final Schema SCHEMA = ROOMS.build();

  private static final Schema.Builder OTHERS = Schema.builder("others", "other");
  private static final NumberField OTHER_PRICE = OTHERS.number("price").add();
  private static final Schema OTHER_SCHEMA = OTHERS.build();

  @Test
  void offer_ofABuilderThatGoesOn_isNotChangedByIt() {
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
    OfferChanges.Builder changes = OfferChanges.builder(MarketplaceSchema.schema());
    assertThatThrownBy(() -> changes.set(MarketplaceSchema.GPU_NAME, text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
    assertThat(offer.set(MarketplaceSchema.ID, 1).build().text(MarketplaceSchema.GPU_NAME))
        .isEqualTo("before");
  }

  @Test
  void builder_afterARefusedFirstValue_takesAFieldOfAnySchema() {
    Offer.Builder offer = Offer.builder();
    OfferChanges.Builder changes = OfferChanges.builder();
    assertThatThrownBy(() -> offer.put(OTHER_PRICE, "cheap"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> changes.put(OTHER_PRICE, Double.NaN))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(offer::build).hasMessageContaining("has no value");
    assertThatThrownBy(changes::build).hasMessage("changes name at least one field");
    assertThat(offer.set(ID, 1).build().schema()).isSameAs(SCHEMA);
    assertThat(changes.set(PRICE, 2).build().schema()).isSameAs(SCHEMA);
  }

  @Test
  void set_aNumberThatIsNotFinite_isRefusedForAnyField() {
    Offer.Builder offer = Offer.builder().set(CITY, "Lisbon");
    for (Field field :
        List.of(PRICE, OTHER_PRICE, MarketplaceSchema.schema().field("dph_total").orElseThrow())) {
      assertThatThrownBy(() -> offer.put(field, Double.NaN))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "the number NaN, which is not finite, does not fit "
                  + field
                  + ", which is of type "
                  + field.type().label());
    }
  }

  @Test
  void toBuilder_leavesItsOfferAlone() {
    Offer offer = Offer.builder().set(MarketplaceSchema.ID, 1).build();
    offer.toBuilder().set(MarketplaceSchema.ID, 2);
    assertThat(offer.id()).isEqualTo(1);
  }

  @Test
  void changes_ofABuilderThatGoesOn_areNotChangedByIt() {
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
    assertThat(OfferChanges.builder(MarketplaceSchema.schema()).build().fields()).isEmpty();
    assertThat(OfferChanges.builder(MarketplaceSchema.schema()).build().isEmpty()).isTrue();
  }

  @Test
  void has_ofChanges_isTrueOfWhatWasSetOrCleared() {
    OfferChanges.Builder changes = OfferChanges.builder();
    assertThat(changes.has(MarketplaceSchema.RENTED)).isFalse();
    changes.set(MarketplaceSchema.DPH_BASE, 0.5).clear(MarketplaceSchema.RENTED);
    assertThat(changes.has(MarketplaceSchema.DPH_BASE)).isTrue();
    assertThat(changes.has(MarketplaceSchema.RENTED)).isTrue();
    assertThat(changes.has(MarketplaceSchema.GPU_NAME)).isFalse();
    assertThat(changes.has(MarketplaceSchema.SEARCH)).isFalse();
    Field other = Schema.builder("rooms", "id").integer("beds").add();
    assertThatThrownBy(() -> changes.has(other)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void value_ofEachType_isThatOfItsGetter() {
    Schema.Builder rooms = Schema.builder("rooms", "id");
    NumberField price = rooms.number("price").add();
    FlagField sea = rooms.flag("sea").absentAsFalse().add();
    DateField free = rooms.date("free").add();
    TextListField tags = rooms.texts("tags").add();
    IntegerListField floors = rooms.integers("floors").add();
    rooms.build();
    Offer.Builder room = Offer.builder().set(rooms.idField(), 7).set(price, 4);
    assertThat(room.build().value(sea)).isNull();
    room.set(sea, true).set(free, LocalDate.EPOCH).set(tags, List.of("a"));
    Offer whole = room.set(floors, new long[] {1, 2}).build();
    assertThat(whole.value(rooms.idField())).isEqualTo(7L);
    assertThat(whole.value(price)).isEqualTo(4.0);
    assertThat(whole.value(sea)).isEqualTo(true);
    assertThat(whole.value(free)).isEqualTo(0L);
    assertThat(whole.value(tags)).isEqualTo(List.of("a"));
    assertThat(whole.value(floors)).isEqualTo(new long[] {1, 2});
    ((long[]) whole.value(floors))[0] = 9;
    assertThat(whole.integers(floors)).containsExactly(1, 2);
    assertThat(whole)
        .hasToString("{id=7, price=4.0, sea=true, free=1970-01-01, tags=[a], floors=[1, 2]}");
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
