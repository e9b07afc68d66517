package io.offerengine;

import io.offerengine.query.EngineException;
import io.offerengine.query.Query;
import io.offerengine.schema.Direction;
import io.offerengine.schema.Field;
import io.offerengine.schema.NumberField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.OfferChanges;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TextField;
import io.offerengine.schema.TimeKey;
import java.util.ArrayList;
import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Test;

/**
 * Writes and reads of several threads have results that some order of them, one after the other,
 * would have too.
 *
 * <p>Lincheck makes up short scenarios of the operations below, runs each often, and looks for such
 * an order; it shows the scenario for which there is none. Its model checker is left out: it takes
 * long loops for live locks and steps through every array.
 */
@Param(name = "id", gen = IntGen.class, conf = "1:3")
@Param(name = "price", gen = IntGen.class, conf = "0:4")
public class LinearizabilityTest {
  private static final int TAIL_ROWS = 2;

  /** Few fields: what is under test is publishing, and every step of it costs. */
  private static final Schema.Builder FIELDS = Schema.builder("offers", "id");

  private static final Field ID = FIELDS.idField();
  private static final TextField NAME = FIELDS.text("name").add();
  private static final NumberField PRICE = FIELDS.number("price").add();
  private static final Schema SCHEMA = FIELDS.clusterBy(PRICE).build();

  private static final Query CHEAPEST_FIRST =
      Query.builder(SCHEMA).orderBy(PRICE, Direction.ASC).build();

  private static final Query CHEAP =
      Query.builder(SCHEMA).where("price", "lt", 2).where("name", "eq", "A").build();

  /** Tails so small that nearly every write seals, and a merge follows soon. */
  private final OfferEngine engine =
      OfferEngine.builder(SCHEMA)
          .clock(() -> TimeKey.ofSeconds(0))
          .tailCapacity(TAIL_ROWS)
          .maxSegmentRows(8)
          .build();

  /** Stores an offer, seen or new; returns the version. */
  @Operation
  public long upsert(@Param(name = "id") int id, @Param(name = "price") int price) {
    return engine.apply(OfferBatch.builder().upsert(offer(id, price)).build());
  }

  /** A batch whose parts must be seen together. */
  @Operation
  public long upsertAll(@Param(name = "price") int price) {
    OfferBatch.Builder batch = OfferBatch.builder();
    for (int id = 1; id <= 3; id++) {
      batch.upsert(offer(id, price));
    }
    return engine.apply(batch.build());
  }

  /** Changes one field of an offer; returns the version, or -1 when there is no such offer. */
  @Operation
  public long update(@Param(name = "id") int id, @Param(name = "price") int price) {
    OfferChanges changes = OfferChanges.builder().set(PRICE, price / 2.0).build();
    return applied(OfferBatch.builder().update(id, changes).build());
  }

  /** Deletes an offer; returns the version, or -1 when there is no such offer. */
  @Operation
  public long delete(@Param(name = "id") int id) {
    return applied(OfferBatch.builder().delete(id).build());
  }

  /** Returns the version, or -1 when there is no such offer. */
  private long applied(OfferBatch batch) {
    try {
      return engine.apply(batch);
    } catch (EngineException unknownOffer) {
      return -1;
    }
  }

  /** Counts by conditions on two fields, which the writes change together. */
  @Operation
  public long count() {
    return engine.snapshot().count(CHEAP);
  }

  /** Shows all that a snapshot tells: version, size, offers in their order. */
  @Operation
  public String search() {
    Snapshot snapshot = engine.snapshot();
    List<String> found = new ArrayList<>();
    for (Match match : snapshot.search(CHEAPEST_FIRST)) {
      found.add(match.id() + ":" + match.number(PRICE) + match.text(NAME));
    }
    return snapshot.version() + " " + snapshot.size() + " " + found;
  }

  private static Offer offer(int id, int price) {
    return Offer.builder(SCHEMA)
        .put(ID, id)
        .set(PRICE, (double) price)
        .set(NAME, price % 2 == 0 ? "A" : "B")
        .build();
  }

  @Test
  void operations_underStress_haveAnOrder() {
    new StressOptions()
        .threads(3)
        .actorsBefore(3)
        .actorsPerThread(3)
        .actorsAfter(2)
        .iterations(10)
        .invocationsPerIteration(100)
        .check(LinearizabilityTest.class);
  }
}
