package io.offerengine.internal.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.internal.column.NumericColumn;
import io.offerengine.internal.write.SegmentSizes;
import io.offerengine.internal.write.SegmentWriter;
import io.offerengine.schema.Arguments;
import io.offerengine.schema.Formula;
import io.offerengine.schema.NumberField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.OfferChanges;
import io.offerengine.schema.Parameter;
import io.offerengine.schema.Schema;
import io.offerengine.testing.Seeds;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What tails keep of computed fields is what these come to, row by row. */
class TailUsualColumnsTest {
  private static final double UNLUCKY = 13;
  private static final Schema.Builder ROOMS = Schema.builder("rooms", "id");
  private static final Parameter<Double> NIGHTS = ROOMS.parameter("nights", 8, 0);
  private static final NumberField PRICE = ROOMS.number("price").hot().add();
  private static final NumberField CLEANING = ROOMS.number("cleaning").add();

  /**
   * Fails, as none should, for an unlucky price; with an error, which is worse than an exception.
   */
  private static final NumberField TOTAL =
      ROOMS
          .number("total")
          .hot()
          .computed(
              new Formula(
                  "price * nights + cleaning",
                  List.of(
                      Formula.Input.increasing(PRICE), Formula.Input.increasing(CLEANING).orZero()),
                  List.of(NIGHTS),
                  (in, arguments) -> {
                    if (in[0] == UNLUCKY) {
                      throw new AssertionError("unlucky");
                    }
                    return in[0] * arguments.value(NIGHTS) + in[1];
                  }))
          .add();

  private static final Schema SCHEMA = ROOMS.build();
  private static final Arguments USUAL = Arguments.defaults(SCHEMA);
  private static final int TAIL_ROWS = 600;
  private static final int BATCHES = 60;
  private static final int ROOM_COUNT = 900;

  private static SegmentWriter writer() {
    return new SegmentWriter(
        SCHEMA, task -> {}, null, new SegmentSizes(TAIL_ROWS, 5000), Formula.Checks.EVERY_ROW);
  }

  private static Offer room(long id, double price) {
    return Offer.builder().set(SCHEMA.idField(), id).set(PRICE, price).build();
  }

  @Test
  void standing_afterAnyBatches_isWhatTheFormulaComesTo() {
    long seed = Seeds.first();
    Random random = new Random(seed);
    SegmentWriter writer = writer();
    for (int batch = 0; batch < BATCHES; batch++) {
      OfferBatch.Builder operations = OfferBatch.builder();
      int size = random.nextInt(4) == 0 ? 400 : random.nextInt(3);
      for (int i = 0; i < size; i++) {
        long id = random.nextInt(ROOM_COUNT);
        double price = random.nextInt(1000) / 8.0 + UNLUCKY + 1;
        operations.upsert(room(id, price));
        if (random.nextBoolean()) {
          double cleaning = random.nextInt(80) / 4.0;
          operations.update(id, OfferChanges.builder().set(CLEANING, cleaning).build());
        }
      }
      writer.apply(operations.build());
      if (random.nextBoolean()) {
        updateSome(writer, random);
      }
      assertKept(writer, "seed=" + seed + " batch=" + batch);
    }
  }

  private static void updateSome(SegmentWriter writer, Random random) {
    OfferBatch.Builder operations = OfferBatch.builder();
    for (SegmentView view : writer.root().views()) {
      for (int row = 0; row < view.size(); row++) {
        if (view.live().isLive(row) && random.nextInt(5) == 0) {
          double price = random.nextInt(1000) / 8.0 + UNLUCKY + 1;
          operations.update(
              view.segment().id(row), OfferChanges.builder().set(PRICE, price).build());
        }
      }
    }
    writer.apply(operations.build());
  }

  private static void assertKept(SegmentWriter writer, String what) {
    for (SegmentView view : writer.root().views()) {
      if (!(view.segment() instanceof TailSegment tail)) {
        continue;
      }
      NumericColumn kept = tail.numeric(TOTAL, new SearchSlots(USUAL));
      NumericColumn computed =
          new SegmentReader(view.segment(), USUAL).compute(Objects.requireNonNull(TOTAL.formula()));
      for (int row = 0; row < view.size(); row++) {
        assertThat(Objects.requireNonNull(kept).number(row))
            .as("%s row=%s", what, row)
            .isEqualTo(computed.number(row));
      }
    }
  }

  @Test
  void standing_underOtherArguments_isNotKept() {
    TailSegment tail = (TailSegment) writer().root().views().get(0).segment();
    assertThat(tail.numeric(TOTAL, new SearchSlots(USUAL.with(NIGHTS, 2.0)))).isNull();
  }

  @Test
  void apply_whereAFormulaFails_refusesTheBatchAndKeepsValues() {
    SegmentWriter writer = writer();
    writer.apply(OfferBatch.builder().upsert(room(1, 1)).upsert(room(2, 2)).build());
    OfferBatch unlucky = OfferBatch.builder().delete(1).upsert(room(3, UNLUCKY)).build();
    assertThatThrownBy(() -> writer.apply(unlucky)).hasMessage("unlucky");
    assertThat(writer.root().version()).isEqualTo(1);
    assertThat(writer.root().liveCount()).isEqualTo(2);
    writer.apply(OfferBatch.builder().delete(1).upsert(room(3, 5)).build());
    assertThat(writer.root().liveCount()).isEqualTo(2);
    assertKept(writer, "after a refusal");
  }
}
