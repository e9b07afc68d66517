package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Query;
import io.offerengine.saved.SavedSearches;
import io.offerengine.schema.Formula;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.NumberField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Parameter;
import io.offerengine.schema.Schema;
import io.offerengine.schema.SchemaChanges;
import io.offerengine.schema.TextField;
import io.offerengine.schema.TimeKey;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Saved searches that are saved and restored with an engine match what they matched before. */
class SavedSearchesRestoreTest {
  @TempDir private Path directory;

  private static Set<Long> matches(SavedSearches searches, Offer offer) {
    Set<Long> ids = new TreeSet<>();
    searches.match(offer, TimeKey.ofSeconds(EngineCheck.CLOCK), ids::add);
    return ids;
  }

  @Test
  void restore_underAChangedSchema_keepsWhatFits() throws IOException {
    Schema.Builder before = Schema.builder("Rooms", "room");
    Parameter<Double> nights = before.parameter("nights", 1, 1);
    TextField town = before.text("town").add();
    IntegerField metres = before.integer("depth_m").add();
    TextField view = before.text("view").add();
    NumberField price = before.number("price").add();
    NumberField total =
        before
            .number("total")
            .computed(
                Formula.of(
                    "price * nights",
                    List.of(price),
                    (in, arguments) -> in[0] * arguments.value(nights)))
            .add();
    Schema old = before.build();
    SavedSearches searches = SavedSearches.builder(old).restorable().build();
    searches.add(1, Query.where(town.eq("Lisbon"), metres.gte(2)).build());
    searches.add(2, Query.where(view.eq("sea")).build());
    searches.add(3, Query.where(total.lte(300)).with(nights, 3.0).build());
    searches.add(4, Query.where(Query.none(town.eq("Lisbon"), view.eq("sea"))).build());

    Schema.Builder after = Schema.builder("Rooms", "room");
    Parameter<Double> stay = after.parameter("nights", 1, 1);
    TextField city = after.text("city").aliases("town").add();
    IntegerField centimetres = after.integer("depth_cm").add();
    after.aliasInUnits(centimetres, 100, "depth_m");
    NumberField cost = after.number("price").hot().add();
    after
        .number("total")
        .computed(
            Formula.of(
                "price * nights + 1",
                List.of(cost),
                (in, arguments) -> in[0] * arguments.value(stay) + 1))
        .add();
    after.date("free_from").add();
    Schema now = after.build();
    SavedSearches restored = SavedSearches.builder(now).restorable().build();
    OfferEngine.builder(old).savedSearches(searches).build().save(directory, "1");
    SchemaChanges changes =
        OfferEngine.builder(now).savedSearches(restored).build().restore(directory);

    assertThat(changes.lostSearches()).containsOnlyKeys(2L, 4L);
    assertThat(changes.lostSearches().get(2L))
        .contains("no offer field is called")
        .contains("view");
    assertThat(changes.toString()).contains("saved searches left out: 2 (");
    Offer.Builder room = Offer.builder(now).set(now.idField(), 1).set(city, "Lisbon");
    assertThat(matches(restored, room.set(centimetres, 200).set(cost, 99.0).build()))
        .containsExactly(1L, 3L);
    assertThat(matches(restored, room.set(centimetres, 199).set(cost, 100.0).build())).isEmpty();
  }

  @Test
  void restore_ofDatesAndLists_keepsTheConditions() throws IOException {
    Schema.Builder rooms = Schema.builder("Rooms", "room");
    var free = rooms.date("free_from").add();
    var tags = rooms.texts("tags").add();
    Schema schema = rooms.build();
    SavedSearches searches = SavedSearches.builder(schema).restorable().build();
    searches.add(
        1, Query.where(free.lte(LocalDate.of(2026, 12, 1)), tags.hasAll("sea", "quiet")).build());
    SavedSearches restored = SavedSearches.builder(schema).restorable().build();
    OfferEngine.builder(schema).savedSearches(searches).build().save(directory, "1");
    OfferEngine.builder(schema).savedSearches(restored).build().restoreUnchanged(directory, 9);
    Offer.Builder room = Offer.builder(schema).set(schema.idField(), 1);
    room.set(free, LocalDate.of(2026, 12, 1)).set(tags, List.of("quiet", "sea"));
    assertThat(matches(restored, room.build())).containsExactly(1L);
    assertThat(matches(restored, room.set(tags, List.of("sea")).build())).isEmpty();
    assertThat(restored.saved()).hasSameSizeAs(searches.saved());
    assertThat(restored.stats().bytes()).isPositive();
  }

  @Test
  void savedSearches_thatKeepNothing_areRefused() {
    Schema schema = MarketplaceSchema.schema();
    SavedSearches plain = SavedSearches.builder(schema).build();
    assertThatThrownBy(() -> OfferEngine.builder(schema).savedSearches(plain))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("call restorable() on their builder");
    assertThatThrownBy(plain::saved).isInstanceOf(IllegalStateException.class);
    Schema other = Schema.builder("Rooms", "room").build();
    assertThatThrownBy(() -> OfferEngine.builder(other).savedSearches(plain))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("are of another schema");
    SavedSearches.Builder late =
        SavedSearches.builder(schema).add(1, Query.builder(schema).build());
    assertThatThrownBy(late::restorable).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void restore_beyondTheMost_saysWhichAreLeftOut() {
    Schema schema = Schema.builder("Rooms", "room").build();
    SavedSearches searches = SavedSearches.builder(schema).restorable().build();
    searches.add(1, Query.builder(schema).build());
    searches.add(2, Query.builder(schema).build());
    SavedSearches few = SavedSearches.builder(schema).restorable().maxSearches(1).build();

    Map<Long, String> lost = few.restore(searches.saved());

    assertThat(lost).containsOnlyKeys(2L);
    assertThat(lost.get(2L)).contains("at most 1 searches are saved");
  }
}
