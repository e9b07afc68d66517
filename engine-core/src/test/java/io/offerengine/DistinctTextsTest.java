package io.offerengine;

import static java.util.Locale.ROOT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.query.InvalidQueryException;
import io.offerengine.query.QueryLimits;
import io.offerengine.schema.Field;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TextField;
import io.offerengine.schema.TextListField;
import io.offerengine.schema.VersionField;
import io.offerengine.testing.Seeds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The texts that boxes complete: which, in which order, and which requests are refused. */
class DistinctTextsTest {
  private static final Schema.Builder ROOMS = Schema.builder("rooms", "room");
  private static final TextField CITY = ROOMS.text("city").add();
  private static final VersionField RELEASE = ROOMS.version("release").add();
  private static final IntegerField FLOOR = ROOMS.integer("floor").add();
  private static final TextListField TAGS = ROOMS.texts("tags").add();
  private static final Schema SCHEMA = ROOMS.build();

  private final OfferEngine engine =
      OfferEngine.builder(SCHEMA).limits(new QueryLimits(100, 10, 10)).build();

  private void store(String... cities) {
    OfferBatch.Builder batch = OfferBatch.builder();
    for (int id = 0; id < cities.length; id++) {
      batch.upsert(Offer.builder().set(SCHEMA.idField(), id).set(CITY, cities[id]).build());
    }
    engine.apply(batch.build());
  }

  @Test
  void distinct_ofAPrefix_ignoresCaseAndShowsTextsAsStored() {
    store("Porto", "porto", "PORTIMÃO", "Lisbon", "Porto", "Évora", "évora");
    Snapshot snapshot = engine.snapshot();
    assertThat(snapshot.distinct(CITY, "pOrT", 10)).containsExactly("PORTIMÃO", "Porto", "porto");
    assertThat(snapshot.distinct(CITY, "ÉV", 10)).containsExactly("Évora", "évora");
    assertThat(snapshot.distinct(CITY, "", 2)).containsExactly("Lisbon", "PORTIMÃO");
    assertThat(snapshot.distinct(CITY, "porto ", 10)).isEmpty();
    assertThat(snapshot.distinct(CITY, "p", 0)).isEmpty();
  }

  /** In tails and sealed segments, with texts that no row has any more or not yet. */
  @Test
  void distinct_ofAnySnapshot_hasTheTextsOfItsOffers() {
    long seed = Seeds.first();
    Random random = new Random(seed);
    for (int i = 0; i < 40; i++) {
      Map<Long, @Nullable String> stored = new HashMap<>();
      List<Snapshot> snapshots = new ArrayList<>();
      List<Set<String>> expected = new ArrayList<>();
      try (OfferEngine rooms =
          OfferEngine.builder(SCHEMA).tailCapacity(1 + random.nextInt(30)).build()) {
        for (int batch = 0; batch < 20; batch++) {
          rooms.apply(batch(stored, random));
          snapshots.add(rooms.snapshot());
          expected.add(new TreeSet<>(stored.values().stream().filter(Objects::nonNull).toList()));
        }
        for (int batch = 0; batch < snapshots.size(); batch++) {
          String prefix = text(random);
          int limit = random.nextInt(12);
          String replay = "seed " + seed + ", case " + i + ", batch " + batch;
          assertThat(snapshots.get(batch).distinct(CITY, prefix, limit))
              .as("%s: %s texts from %s on", replay, limit, prefix)
              .isEqualTo(
                  expected.get(batch).stream()
                      .filter(text -> text.toLowerCase(ROOT).startsWith(prefix.toLowerCase(ROOT)))
                      .limit(limit)
                      .toList());
          assertThat(snapshots.get(batch).distinctTexts(CITY))
              .as(replay)
              .isEqualTo(List.copyOf(expected.get(batch)));
        }
      }
    }
  }

  /** Stores rooms in cities, in none, and deletes some. */
  private static OfferBatch batch(Map<Long, @Nullable String> stored, Random random) {
    OfferBatch.Builder batch = OfferBatch.builder();
    for (int i = 1 + random.nextInt(8); i > 0; i--) {
      long id = random.nextInt(60);
      if (stored.containsKey(id) && random.nextBoolean()) {
        stored.remove(id);
        batch.delete(id);
        continue;
      }
      String city = random.nextInt(6) == 0 ? null : text(random);
      stored.put(id, city);
      Offer.Builder room = Offer.builder().set(SCHEMA.idField(), id);
      batch.upsert(city == null ? room.build() : room.set(CITY, city).build());
    }
    return batch.build();
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(4); i > 0; i--) {
      text.append("aAbBc".charAt(random.nextInt(5)));
    }
    return text.toString();
  }

  private void assertRefused(Field field, String prefix, int limit, String message) {
    assertThatThrownBy(() -> engine.snapshot().distinct(field, prefix, limit))
        .isInstanceOf(InvalidQueryException.class)
        .hasMessage(message);
  }

  @Test
  void distinct_ofABadRequest_saysWhereAndWhatIsAllowed() {
    assertThat(engine.snapshot().distinct(CITY, "x".repeat(1024), 1)).isEmpty();
    assertRefused(
        CITY,
        "x".repeat(1025),
        1,
        "LIMIT_EXCEEDED at /city/starts_with: starts_with takes a text of at most 1024 characters,"
            + " but got one of 1025");
    assertRefused(
        CITY,
        "x",
        101,
        "INVALID_LIMIT at /limit: a limit is a whole number from 0 to 100, but got 101");
    assertRefused(
        CITY,
        "x",
        -1,
        "INVALID_LIMIT at /limit: a limit is a whole number from 0 to 100, but got -1");
    String needs = "starts_with needs a field of type text, but ";
    for (Field field : List.of(FLOOR, RELEASE, TAGS)) {
      assertRefused(
          field,
          "x",
          1,
          "OPERATOR_NOT_SUPPORTED at /"
              + field
              + "/starts_with: "
              + needs
              + field
              + " is "
              + field.type().label());
    }
  }
}
