package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.facet.FacetRequest;
import io.offerengine.query.InvalidQueryException;
import io.offerengine.query.Query;
import io.offerengine.schema.DateField;
import io.offerengine.schema.Field;
import io.offerengine.schema.FlagField;
import io.offerengine.schema.InstantField;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.NumberField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.ScalarField;
import io.offerengine.schema.Schema;
import io.offerengine.testing.SeededProperties;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Folding by a field of each type that has 64-bit keys, beside a loop over the offers. */
class FoldFieldsTest extends SeededProperties {
  private static final List<String> FOLDS = List.of("integer", "number", "flag", "date", "instant");

  /** A schema that folds by the field of a name, and its fields. */
  private static final class Rooms {
    private final Schema.Builder builder = Schema.builder("rooms", "room");
    private final IntegerField id = builder.idField();
    private final NumberField price = builder.number("price").hot().add();
    private final IntegerField integer = builder.integer("integer").add();
    private final NumberField number = builder.number("number").add();
    private final FlagField flag = builder.flag("flag").add();
    private final DateField date = builder.date("date").add();
    private final InstantField instant = builder.instant("instant").cold().add();
    private final ScalarField fold;
    private final Schema schema;

    Rooms(String foldName) {
      fold =
          switch (foldName) {
            case "integer" -> integer;
            case "number" -> number;
            case "flag" -> flag;
            case "date" -> date;
            default -> instant;
          };
      schema = builder.foldBy(fold).clusterBy(price).build();
    }

    Offer room(long room, Random random) {
      Offer.Builder offer = Offer.builder().set(id, room);
      if (random.nextInt(10) > 0) {
        offer.set(price, random.nextInt(20));
      }
      if (random.nextInt(10) > 0) {
        int value = random.nextInt(12) - 6;
        offer.set(integer, value);
        // Zero has two signs, which are one number.
        offer.set(number, value == 0 && random.nextBoolean() ? -0.0 : value / 8.0);
        offer.set(flag, value > 0);
        offer.set(date, LocalDate.EPOCH.plusDays(value));
        offer.set(instant, Instant.EPOCH.plusNanos(value));
      }
      return offer.build();
    }

    /** Returns the value by which a room folds; a room without one stands for itself. */
    private Object foldOf(Offer room) {
      if (!room.has(fold)) {
        return room;
      }
      Field field = fold;
      if (field == number) {
        return room.get(number) + 0.0;
      }
      return field == flag ? room.get(flag) : room.integer(field);
    }
  }

  @Property
  void search_byAnyFoldField_returnsTheBestOfEachValue(@ForAll("seeds") long seed) {
    Random random = new Random(seed);
    Rooms rooms = new Rooms(FOLDS.get(random.nextInt(FOLDS.size())));
    List<Offer> offers = EngineCheck.offers(200, room -> rooms.room(room, random));
    double most = random.nextInt(20);
    List<Offer> matching =
        offers.stream()
            .filter(room -> room.has(rooms.price) && room.get(rooms.price) <= most)
            .sorted(
                Comparator.comparingDouble((Offer room) -> room.get(rooms.price))
                    .thenComparingLong(Offer::id))
            .toList();
    Set<Object> seen = new HashSet<>();
    List<Long> expected =
        matching.stream()
            .filter(room -> seen.add(rooms.foldOf(room)))
            .map(Offer::id)
            .collect(Collectors.toList());
    try (OfferEngine engine = EngineCheck.ofBatches(rooms.schema, offers)) {
      Query query =
          Query.where(rooms.price.lte(most)).orderBy(rooms.price.ascending()).limit(4).build();
      assertThat(EngineCheck.idsOfPages(engine.snapshot(), query))
          .as("%s", rooms.fold)
          .isEqualTo(expected);
      assertThat(engine.snapshot().countFolded(query)).isEqualTo(expected.size());
      FacetRequest folds =
          FacetRequest.builder().values(rooms.price).counting(FacetRequest.Counting.FOLDS).build();
      assertThat(engine.snapshot().facets(query, folds).matched()).isEqualTo(expected.size());
    }
  }

  @Example
  void foldBy_aTextOrAComputedField_isRefused() {
    Schema.Builder builder = Schema.builder("rooms", "room");
    ScalarField city = builder.text("city").add();
    assertThatThrownBy(() -> builder.foldBy(city))
        .hasMessageContaining("city is no stored value of 64 bits: offers fold by an integer,");
  }

  @Example
  void withFolds_ofAnotherTypeThanIntegers_isRefusedWithValues() {
    Rooms rooms = new Rooms("date");
    FacetRequest request = FacetRequest.builder().values(rooms.price).build();
    assertThat(request.withFolds(List.of()).folds()).isEmpty();
    assertThatThrownBy(() -> request.withFolds(List.of(5L)))
        .isInstanceOf(InvalidQueryException.class)
        .hasMessageContaining("date is of type date, and only integers have sizes");
  }
}
