package io.offerengine.internal.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.internal.segment.Segment;
import io.offerengine.internal.segment.SegmentView;
import io.offerengine.internal.segment.StoredRow;
import io.offerengine.internal.segment.TailSegment;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Formula;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Schema;
import io.offerengine.testing.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A bulk load, held to rows that are appended one by one; whatever the executor does. */
class BulkLoadTest {
  private static final Schema SCHEMA = MarketplaceSchema.schema();

  /** Enough that an executor is asked, and that there are several buffers and segments. */
  private static final int OFFERS = 70_000;

  private static final SegmentSizes SIZES = new SegmentSizes(0, 30_000);
  private static final int VALUES = 40;

  private final long seed = Seeds.first();

  /** What the tasks of a load are given to. */
  enum Executing {
    NOBODY,
    TWO_THREADS,
    ONE_THAT_RUNS_NOTHING,
    ONE_THAT_REFUSES
  }

  @ParameterizedTest
  @EnumSource
  void load_byAnyExecutor_storesWhatRowsStore(Executing by) {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    List<Runnable> piledUp = new ArrayList<>();
    Executor refusing =
        task -> {
          throw new RejectedExecutionException("busy");
        };
    try {
      storesWhatRowsStore(
          switch (by) {
            case NOBODY -> null;
            case TWO_THREADS -> threads;
            case ONE_THAT_RUNS_NOTHING -> piledUp::add;
            case ONE_THAT_REFUSES -> refusing;
          });
    } finally {
      threads.shutdownNow();
    }
    assertThat(piledUp.isEmpty()).isEqualTo(by != Executing.ONE_THAT_RUNS_NOTHING);
    piledUp.forEach(Runnable::run); // Whoever comes late finds nothing to do.
  }

  private void storesWhatRowsStore(@Nullable Executor executor) {
    Random random = new Random(seed);
    SegmentWriter writer =
        new SegmentWriter(SCHEMA, executor, null, SIZES, Formula.Checks.EVERY_ROW);
    List<Offer> first = offers(random, 500);
    writer.load(first.iterator(), count -> {});
    List<Offer> offers = offers(random, OFFERS);
    writer.load(offers.iterator(), count -> {});

    Map<Long, Offer> expected = new HashMap<>();
    first.forEach(offer -> expected.put(offer.id(), offer));
    offers.forEach(offer -> expected.put(offer.id(), offer));
    TailSegment oracle = new TailSegment(SCHEMA, 1);
    int found = 0;
    for (SegmentView view : writer.root().views()) {
      for (int row = 0; row < view.size(); row++) {
        if (view.live().isLive(row)) {
          Offer offer = expected.remove(view.segment().id(row));
          assertThat(offer).as("seed=%s row=%s", seed, row).isNotNull();
          int plain = oracle.size();
          oracle.append(List.of(new StoredRow(offer)));
          assertThat(values(view.segment(), row))
              .as("seed=%s", seed)
              .isEqualTo(values(oracle, plain));
          found++;
        }
      }
    }
    assertThat(expected).as("seed=%s, %s found", seed, found).isEmpty();
  }

  private static List<Offer> offers(Random random, int count) {
    List<Offer> offers = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      offers.add(offer(random));
    }
    return offers;
  }

  /** An offer of few values, so that identifiers repeat, with more than half of them absent. */
  private static Offer offer(Random random) {
    Offer.Builder offer = Offer.builder().set(SCHEMA.idField(), random.nextInt(OFFERS));
    for (Field field : SCHEMA.columns()) {
      boolean isWanted = random.nextInt(5) < 2 && field.isStored() && field != SCHEMA.idField();
      if (isWanted) {
        int value = random.nextInt(VALUES);
        switch (field.type()) {
          case INTEGER, DATE, INSTANT -> offer.put(field, (long) value - 1);
          case NUMBER -> offer.put(field, value / 8.0 - 1);
          case BOOLEAN -> offer.put(field, value > 3);
          case TEXT, VERSION, PLACE -> offer.put(field, value + ".0" + value);
          case INTEGER_LIST -> offer.put(field, new long[value % 3]);
          case TEXT_LIST -> offer.put(field, List.of("a", "b").subList(0, value % 3));
          case OBJECT -> throw new IllegalStateException(field + " has no column");
        }
      }
    }
    return offer.build();
  }

  private static List<Object> values(Segment segment, int row) {
    List<Object> values = new ArrayList<>();
    for (Field field : SCHEMA.columns()) {
      if (!segment.column(field).isPresent(row)) {
        values.add("absent");
      } else if (field.type().hasIntegerKeys()) {
        values.add(segment.numeric(field).key(row));
      } else if (field.type().isText()) {
        values.add(String.valueOf(segment.text(field).text(row)));
      } else {
        values.add(Arrays.toString(segment.list(field).integers(row)));
      }
    }
    return values;
  }

  /** What fails on the executor's thread fails the load, which stores nothing. */
  @Test
  void load_ofAnOfferWhoseDerivationFails_throwsItAndStoresNothing() {
    Schema.Builder building = Schema.builder("failing", "id");
    building
        .field("any", FieldType.TEXT)
        .derived(
            "any",
            offer -> {
              if (offer.id() == OFFERS / 2) {
                throw new IllegalStateException("no value");
              }
              return "value";
            })
        .add();
    Schema schema = building.build();
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try {
      SegmentWriter writer =
          new SegmentWriter(schema, thread, null, SIZES, Formula.Checks.EVERY_ROW);
      List<Offer> offers = new ArrayList<>();
      for (int id = 0; id < OFFERS; id++) {
        offers.add(Offer.builder().set(schema.idField(), id).build());
      }
      assertThatThrownBy(() -> writer.load(offers.iterator(), count -> {}))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageStartingWith("the derivation of any failed for the offer " + OFFERS / 2 + ": ")
          .hasMessageEndingWith("no value");
      assertThat(writer.root().liveCount()).isZero();
      assertThat(writer.root().version()).isZero();
    } finally {
      thread.shutdownNow();
    }
  }
}
