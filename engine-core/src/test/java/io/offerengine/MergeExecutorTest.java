package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.offerengine.query.Query;
import io.offerengine.query.QueryLimits;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Formula;
import io.offerengine.schema.NumberField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Parameter;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TimeKey;
import io.offerengine.testing.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Merging goes on, and no write is lost, whatever the merge executor does with its tasks. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class MergeExecutorTest {
  private static final Schema.Builder ROOMS = Schema.builder("rooms", "id");
  private static final NumberField PRICE = ROOMS.number("price").hot().add();
  private static final Parameter<Double> NIGHTS = ROOMS.parameter("nights", 1, 0);

  /** How the formula below fails, which is computed where a merge seals. */
  private static Failure formulaFailure = Failure.NONE;

  static {
    ROOMS
        .field("total", FieldType.NUMBER)
        .hot()
        .computed(
            new Formula(
                "price * nights",
                List.of(Formula.Input.increasing(PRICE)),
                List.of(NIGHTS),
                (in, arguments) -> {
                  if (formulaFailure != Failure.NONE && isSealing()) {
                    formulaFailure.fail();
                  }
                  return in[0] * arguments.value(NIGHTS);
                }))
        .add();
  }

  private static final Schema SCHEMA = ROOMS.build();

  /** Returns whether a merge evaluates the formula, not the check of a batch. */
  private static boolean isSealing() {
    return StackWalker.getInstance()
        .walk(frames -> frames.anyMatch(frame -> frame.getClassName().endsWith(".SegmentBuilder")));
  }

  private static final int TAIL_ROWS = 64;
  private static final int OFFERS = 2000;
  private static final int WRITES = 10_000;

  private static final QueryLimits LIMITS = new QueryLimits(OFFERS, 1, 1);

  /** As many tails as may be full while nobody is late, and those that wait for a lost task. */
  private static final int FEW_TAILS = 12;

  /** The engine logs each failure, which is no part of these tests. */
  private final Logger logger = Logger.getLogger("io.offerengine");

  private final long seed = Seeds.first();
  private final Random random = new Random(seed);
  private final TreeMap<Long, Double> model = new TreeMap<>();

  enum Failure {
    NONE,
    STACK_OVERFLOW,
    LINKAGE,
    MEMORY,
    ASSERTION,
    REJECTED,
    STATE;

    /** Throws, unless it is {@link #NONE}. */
    void fail() {
      switch (this) {
        case NONE -> {}
        case STACK_OVERFLOW -> throw new StackOverflowError();
        case LINKAGE -> throw new NoClassDefFoundError();
        case MEMORY -> throw new OutOfMemoryError();
        case ASSERTION -> throw new AssertionError();
        case REJECTED -> throw new RejectedExecutionException();
        case STATE -> throw new IllegalStateException();
      }
    }
  }

  @BeforeEach
  void logNothing() {
    logger.setLevel(Level.OFF);
  }

  @AfterEach
  void logAgain() {
    logger.setLevel(null);
    formulaFailure = Failure.NONE;
  }

  private static OfferEngine engine(Executor executor) {
    return builder().mergeExecutor(executor).build();
  }

  private static OfferEngine.Builder builder() {
    return OfferEngine.builder(SCHEMA)
        .clock(() -> TimeKey.ofSeconds(0))
        .limits(LIMITS)
        .tailCapacity(TAIL_ROWS);
  }

  /** Applies one upsert or delete. */
  private void write(OfferEngine engine) {
    long version = engine.snapshot().version();
    long id = random.nextInt(OFFERS);
    OfferBatch.Builder batch = OfferBatch.builder();
    if (random.nextInt(4) == 0 && model.remove(id) != null) {
      batch.delete(id);
    } else {
      double price = random.nextInt(1000);
      batch.upsert(Offer.builder().set(SCHEMA.idField(), id).set(PRICE, price).build());
      model.put(id, price);
    }
    assertThat(engine.apply(batch.build())).isEqualTo(version + 1);
  }

  private void write(OfferEngine engine, int times) {
    for (int i = 0; i < times; i++) {
      write(engine);
    }
  }

  private void assertComplete(OfferEngine engine) {
    Query everything = Query.builder(SCHEMA, LIMITS).orderById().limit(OFFERS).build();
    assertThat(
            engine
                .snapshot()
                .search(everything)
                .toList(match -> Map.entry(match.id(), match.number(PRICE))))
        .as("seed=%s", seed)
        .isEqualTo(List.copyOf(model.entrySet()));
    assertThat(engine.snapshot().size()).isEqualTo(model.size());
    assertThat(engine.stats().offers()).isEqualTo(model.size());
  }

  private static void assertMerged(OfferEngine engine) {
    assertThat(engine.stats().merges()).isPositive();
    assertThat(engine.stats().tailRows()).isLessThanOrEqualTo(FEW_TAILS * TAIL_ROWS);
  }

  /** When an executor throws. */
  enum When {
    AT_FIRST,
    ALWAYS,
    AFTER_RUNNING
  }

  static Stream<Arguments> throwing() {
    return Arrays.stream(Failure.values())
        .filter(how -> how != Failure.NONE)
        .flatMap(how -> Arrays.stream(When.values()).map(when -> Arguments.of(how, when)));
  }

  @ParameterizedTest
  @MethodSource("throwing")
  void execute_thatThrows_leavesMergesToTheWriterOrTheNextTask(Failure how, When when) {
    int[] asked = {0};
    OfferEngine engine =
        engine(task -> {
          if (when == When.ALWAYS || (when == When.AT_FIRST && asked[0]++ < 3)) {
            how.fail();
          }
          task.run();
          if (when == When.AFTER_RUNNING) {
            how.fail();
          }
        });
    write(engine, WRITES);
    assertComplete(engine);
    assertMerged(engine);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, Integer.MAX_VALUE})
  void execute_thatDropsTasks_doesNotEndMerging(int dropped) {
    int[] asked = {0};
    OfferEngine engine =
        engine(task -> {
          if (asked[0]++ >= dropped) {
            task.run();
          }
        });
    write(engine, WRITES);
    assertComplete(engine);
    assertMerged(engine);
    assertThat(asked[0]).as("tasks handed out").isLessThan(WRITES / TAIL_ROWS * 3);
  }

  @Test
  void execute_thatDropsOneTaskBeforeDeletes_freesTheirRows() {
    int[] dropped = {0};
    OfferEngine engine =
        engine(task -> {
          if (dropped[0]-- <= 0) {
            task.run();
          }
        });
    write(engine, WRITES);
    dropped[0] = 1;
    for (long id : List.copyOf(model.keySet()).subList(0, model.size() / 2)) {
      engine.apply(OfferBatch.builder().delete(id).build());
      model.remove(id);
    }
    assertComplete(engine);
    assertThat(engine.stats().deadRows()).isLessThan(model.size() / 2);
  }

  @Test
  void execute_thatRunsEveryTaskTwice_mergesOnce() {
    List<Runnable> earlier = new ArrayList<>();
    OfferEngine engine =
        engine(task -> {
          task.run();
          task.run();
          earlier.add(task);
        });
    write(engine, WRITES);
    earlier.forEach(Runnable::run);
    write(engine, WRITES);
    assertComplete(engine);
    assertMerged(engine);
  }

  @Test
  void execute_thatRunsEveryTaskInSeveralThreads_mergesOnce()
      throws ExecutionException, InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(3);
    List<Future<?>> runs = Collections.synchronizedList(new ArrayList<>());
    try {
      OfferEngine engine =
          engine(task -> {
            for (int i = 0; i < 3; i++) {
              runs.add(threads.submit(task));
            }
          });
      write(engine, 3 * WRITES);
      for (int i = 0; i < runs.size(); i++) {
        runs.get(i).get();
      }
      assertComplete(engine);
      assertThat(engine.stats().merges()).isPositive();
    } finally {
      threads.shutdownNow();
      assertThat(threads.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
    }
  }

  /** Tasks that wait may have been withdrawn meanwhile, and may run in any order. */
  @Test
  void execute_thatRunsTasksLater_changesNoResult() {
    List<Runnable> tasks = new ArrayList<>();
    OfferEngine engine = engine(tasks::add);
    for (int i = 0; i < 50; i++) {
      write(engine, random.nextInt(WRITES / 25));
      while (!tasks.isEmpty() && random.nextInt(3) > 0) {
        tasks.remove(random.nextInt(tasks.size())).run();
      }
      assertComplete(engine);
    }
    assertMerged(engine);
  }

  @ParameterizedTest
  @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
  void merge_thatFails_isTriedAgainOnTheExecutor(Failure how) {
    List<Runnable> tasks = new ArrayList<>();
    OfferEngine engine = engine(tasks::add);
    while (tasks.isEmpty()) {
      write(engine);
    }
    formulaFailure = how;
    Throwable thrown = catchThrowable(tasks.remove(0)::run);
    // A formula passes exceptions on as causes, with its inputs.
    assertThat(thrown.getCause() == null ? thrown : thrown.getCause())
        .isExactlyInstanceOf(catchThrowable(how::fail).getClass());
    formulaFailure = Failure.NONE;
    assertComplete(engine);
    assertThat(tasks).isEmpty();
    write(engine);
    assertThat(tasks).hasSize(1);
    tasks.remove(0).run();
    assertComplete(engine);
    assertThat(engine.stats().tailRows()).isLessThanOrEqualTo(FEW_TAILS * TAIL_ROWS);
    assertThat(engine.stats().segments()).isPositive();
  }

  @ParameterizedTest
  @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
  void merge_thatFailsOnTheWritersThread_isTriedAgainAfterTheNextWrite(Failure how) {
    OfferEngine engine = builder().build();
    formulaFailure = how;
    write(engine, WRITES / 10);
    assertComplete(engine);
    assertThat(engine.stats().segments()).isZero();
    formulaFailure = Failure.NONE;
    write(engine);
    assertComplete(engine);
    assertThat(engine.stats().segments()).isPositive();
  }
}
