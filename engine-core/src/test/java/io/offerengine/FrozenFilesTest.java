package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.query.Query;
import io.offerengine.saved.SavedSearches;
import io.offerengine.schema.Collation;
import io.offerengine.schema.DateField;
import io.offerengine.schema.Derivation;
import io.offerengine.schema.FlagField;
import io.offerengine.schema.InstantField;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.IntegerListField;
import io.offerengine.schema.NumberField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.PlaceField;
import io.offerengine.schema.Schema;
import io.offerengine.schema.SchemaChanges;
import io.offerengine.schema.TextField;
import io.offerengine.schema.TextListField;
import io.offerengine.schema.Tier;
import io.offerengine.schema.VersionField;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The files that the first build with stored values wrote, in the resources {@code saved-offers},
 * those of the first build with packed columns, in {@code packed-offers}, and those of the first
 * one with coded lists, in {@code coded-lists}: every later build restores their offers and
 * searches. Never write these files anew.
 */
class FrozenFilesTest {
  private static final int ROOMS = 12;
  private static final int DELETED = 5;

  /** The rooms of the files, or the same rooms under a later schema. */
  private static final class Rooms {
    final Schema schema;
    final IntegerField floor;
    final NumberField price;
    final FlagField sea;
    final TextField city;
    final VersionField norm;
    final PlaceField place;
    final DateField free;
    final InstantField seen;
    final IntegerListField beds;
    final TextListField tags;
    final IntegerField level;

    Rooms(boolean isLater) {
      Schema.Builder rooms = Schema.builder("Frozen rooms", "room");
      floor = rooms.integer("floor").add();
      price = rooms.number("price").tier(tier(isLater)).add();
      sea = rooms.flag("sea").add();
      city =
          isLater
              ? rooms.text("town").aliases("city").add()
              : rooms
                  .text("city")
                  .collation(Collation.of("lower", text -> text.toLowerCase(Locale.ROOT)))
                  .add();
      norm = rooms.version("norm").add();
      place = rooms.place("place").add();
      free = rooms.date("free").add();
      seen = rooms.instant("seen").add();
      beds = rooms.integers("beds").add();
      tags = rooms.texts("tags").add();
      int factor = isLater ? 3 : 2;
      level =
          rooms
              .integer("level")
              .derivedUnlessGiven(
                  factor + " * floor",
                  Derivation.reading(
                      List.of(floor), room -> room.has(floor) ? factor * room.get(floor) : null))
              .add();
      schema = rooms.clusterBy(price).build();
    }

    private static Tier tier(boolean isLater) {
      return isLater ? Tier.HOT : Tier.WARM;
    }

    Offer room(int id) {
      Offer.Builder room = Offer.builder(schema).set(schema.idField(), id);
      if (id == 0) {
        return room.build();
      }
      room.set(floor, id % 4L).set(price, id * 1.25).set(sea, id % 3 == 0);
      room.set(city, id % 2 == 0 ? "Lisbon" : "LISBON").set(norm, "1." + id);
      room.set(place, "Porto, PT").set(free, LocalDate.of(2026, 1, id));
      room.set(seen, Instant.ofEpochSecond(100_000_000L * id, id));
      room.set(beds, new long[] {id, -id}).set(tags, List.of("täg " + id, "quiet"));
      if (id % 3 == 0) {
        room.set(level, 100L + id);
      }
      return room.build();
    }

    List<Offer> left() {
      List<Offer> left = new ArrayList<>();
      for (int id = 0; id < ROOMS; id++) {
        if (id != DELETED) {
          left.add(room(id));
        }
      }
      return left;
    }

    List<Offer> found(OfferEngine engine) {
      return engine
          .snapshot()
          .search(Query.builder(schema).orderById().build())
          .toList(Match::toOffer);
    }
  }

  /** Wrote the files: a sealed segment with a dead row, a tail, and two searches. */
  private static void save(Path directory) throws IOException {
    Rooms rooms = new Rooms(false);
    SavedSearches searches = SavedSearches.builder(rooms.schema).restorable().build();
    searches.add(1, Query.where(rooms.city.eq("lisbon"), rooms.price.lte(5)).build());
    searches.add(2, Query.where(Query.any(rooms.sea.isTrue(), rooms.tags.has("täg 4"))).build());
    OfferEngine engine = OfferEngine.builder(rooms.schema).savedSearches(searches).build();
    List<Offer> offers = new ArrayList<>();
    for (int id = 0; id < ROOMS; id++) {
      offers.add(rooms.room(id));
    }
    engine.load(offers.subList(0, ROOMS / 2).iterator(), LoadListener.NONE);
    OfferBatch.Builder batch = OfferBatch.builder().delete(DELETED);
    offers.subList(ROOMS / 2, ROOMS).forEach(batch::upsert);
    engine.apply(batch.build());
    engine.save(directory, "frozen");
  }

  private static Path frozen(String name) throws URISyntaxException {
    URL list = FrozenFilesTest.class.getResource(name + "/offers.list");
    return Path.of(Objects.requireNonNull(list).toURI()).getParent();
  }

  @ParameterizedTest
  @ValueSource(strings = {"saved-offers", "packed-offers", "coded-lists"})
  void restore_ofFrozenFiles_hasTheirOffersAndSearches(String name) throws Exception {
    assertThat(OfferEngine.savedPosition(frozen(name))).isEqualTo("frozen");
    Rooms rooms = new Rooms(false);
    SavedSearches searches = SavedSearches.builder(rooms.schema).restorable().build();
    OfferEngine engine = OfferEngine.builder(rooms.schema).savedSearches(searches).build();

    assertThat(engine.restore(frozen(name))).isEqualTo(SchemaChanges.NONE);

    assertThat(rooms.found(engine)).isEqualTo(rooms.left());
    assertThat(engine.snapshot().count(Query.where(rooms.place.eq("PT")).build()))
        .isEqualTo(rooms.left().stream().filter(room -> room.has(rooms.place)).count());
    assertFound(rooms, searches);
  }

  @ParameterizedTest
  @ValueSource(strings = {"saved-offers", "packed-offers", "coded-lists"})
  void restore_ofFrozenFiles_underALaterSchema_hasTheirOffersAndSearches(String name)
      throws Exception {
    Rooms rooms = new Rooms(true);
    SavedSearches searches = SavedSearches.builder(rooms.schema).restorable().build();
    OfferEngine engine = OfferEngine.builder(rooms.schema).savedSearches(searches).build();

    SchemaChanges changes = engine.restore(frozen(name));

    assertThat(changes.renamed()).isEqualTo(Map.of("city", "town"));
    assertThat(changes.recomputed()).containsExactly("town", "level");
    assertThat(changes.lostSearches()).isEmpty();
    assertThat(rooms.found(engine)).isEqualTo(rooms.left());
    Query second = Query.where(rooms.level.eq(6)).build();
    assertThat(engine.snapshot().search(second).toList(Match::id)).containsExactly(2L, 10L);
    assertThat(searches.size()).isEqualTo(2);
  }

  @Test
  void save_ofTheSameOffers_isRestoredLikeTheFrozenFiles(@TempDir Path directory) throws Exception {
    save(directory);
    Rooms rooms = new Rooms(true);
    OfferEngine engine = OfferEngine.builder(rooms.schema).build();
    engine.restore(directory);
    assertThat(rooms.found(engine)).isEqualTo(rooms.left());
  }

  private static void assertFound(Rooms rooms, SavedSearches searches) {
    List<String> found = new ArrayList<>();
    for (Offer room : rooms.left()) {
      searches.match(room, Instant.EPOCH, id -> found.add(id + ":" + room.id()));
    }
    assertThat(found)
        .containsExactlyInAnyOrder("1:1", "1:2", "1:3", "1:4", "2:3", "2:4", "2:6", "2:9");
  }
}
