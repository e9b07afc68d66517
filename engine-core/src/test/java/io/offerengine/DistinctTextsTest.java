package io.offerengine;

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
import java.util.List;
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
