package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.internal.plan.PlanShape;
import io.offerengine.query.Query;
import io.offerengine.schema.Collation;
import io.offerengine.schema.Direction;
import io.offerengine.schema.NumberField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.OfferChanges;
import io.offerengine.schema.Operator;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TextField;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Searches for a text that few rows have look at those rows of a tail, and at no others. */
class TailSearchTest {
  private static final int SEALED = 8000;
  private static final int CHANGED = 4000;
  private static final int NAMES = 5;

  private static final Schema.Builder BUILDER = Schema.builder("things", "id");
  private static final TextField NAME =
      BUILDER
          .text("name")
          .collation(Collation.of("underscores are spaces", text -> text.replace('_', ' ')))
          .add();
  private static final NumberField PRICE = BUILDER.number("price").add();
  private static final Schema SCHEMA = BUILDER.clusterBy(PRICE).build();

  /** Of a name there are two texts with one key, and more rows than a batch takes. */
  @Test
  void search_forATextOfFewRows_looksAtTheseRowsOfATail() {
    Random random = new Random(7);
    try (OfferEngine engine = OfferEngine.builder(SCHEMA).tailCapacity(2 * CHANGED).build()) {
      engine.load(offers(random).iterator(), LoadListener.NONE);
      for (int i = 0; i < 4; i++) {
        engine.apply(changes(random));
      }
      Snapshot snapshot = engine.snapshot();
      for (int name = 0; name < NAMES; name++) {
        Query query =
            Query.builder(SCHEMA)
                .where(NAME, Operator.EQ, "name " + name)
                .where(PRICE, Operator.GTE, 0.1)
                .orderBy(PRICE, Direction.ASC)
                .limit(SEALED)
                .build();
        List<Long> expected = snapshot.by(PlanShape.FULL_SCAN).search(query).toList(Match::id);
        assertThat(expected).hasSizeGreaterThan(SEALED / 10);
        assertThat(snapshot.search(query).toList(Match::id)).as("%s", query).isEqualTo(expected);
        List<Explanation.Segment> segments = snapshot.explain(query).segments();
        Explanation.Segment tail = segments.get(segments.size() - 1);
        assertThat(tail.rows()).isBetween(CHANGED / 2L, (long) CHANGED);
        assertThat(tail.rowsExamined()).isBetween(tail.rowsMatched(), tail.rows() / 3);
      }
    }
  }

  /** The list of a text begins with the rows that came after the snapshot. */
  @ParameterizedTest
  @ValueSource(ints = {NAMES, 100})
  void search_ofAnEarlierSnapshot_findsTheRowsThatItHadAlone(int names) {
    int offers = 100;
    try (OfferEngine engine = OfferEngine.builder(SCHEMA).tailCapacity(offers).build()) {
      // By the sealed rows, a name has few rows.
      List<Offer> sealed = EngineCheck.offers(offers, id -> offer(id, names));
      engine.load(sealed.iterator(), LoadListener.NONE);
      List<Snapshot> snapshots = new ArrayList<>(List.of(engine.snapshot()));
      for (int id = offers; id < 2 * offers; id++) {
        engine.apply(OfferBatch.builder().upsert(offer(id, names)).build());
        snapshots.add(engine.snapshot());
      }
      for (Snapshot snapshot : snapshots) {
        for (int name = 0; name < names; name++) {
          Query query =
              Query.builder(SCHEMA)
                  .where(NAME, Operator.EQ, "name " + name)
                  .orderBy(PRICE, Direction.ASC)
                  .limit(2 * offers)
                  .build();
          int rest = name;
          assertThat(snapshot.search(query).toList(Match::id))
              .as("%s of %s offers", query, snapshot.size())
              .isEqualTo(
                  LongStream.range(0, snapshot.size())
                      .filter(id -> id % names == rest)
                      .boxed()
                      .toList());
        }
      }
    }
  }

  private static Offer offer(long id, int names) {
    return Offer.builder()
        .set(SCHEMA.idField(), id)
        .set(NAME, "name " + id % names)
        .set(PRICE, (double) id)
        .build();
  }

  private static String name(Random random) {
    return (random.nextBoolean() ? "name " : "name_") + random.nextInt(NAMES);
  }

  private static List<Offer> offers(Random random) {
    List<Offer> offers =
        EngineCheck.offers(
            SEALED,
            id ->
                Offer.builder()
                    .set(SCHEMA.idField(), id)
                    .set(NAME, name(random))
                    .set(PRICE, random.nextDouble())
                    .build());
    return offers;
  }

  private static OfferBatch changes(Random random) {
    OfferBatch.Builder batch = OfferBatch.builder();
    for (int i = 0; i < CHANGED / 4; i++) {
      OfferChanges.Builder changes = OfferChanges.builder().set(PRICE, random.nextDouble());
      if (random.nextBoolean()) {
        changes.set(NAME, name(random));
      }
      batch.update(random.nextInt(SEALED), changes.build());
    }
    return batch.build();
  }
}
