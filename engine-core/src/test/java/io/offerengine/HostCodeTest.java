package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.offerengine.facet.FacetRequest;
import io.offerengine.internal.plan.PlanShape;
import io.offerengine.internal.segment.HostCode;
import io.offerengine.query.Query;
import io.offerengine.saved.SavedSearches;
import io.offerengine.schema.ChangedOffer;
import io.offerengine.schema.Collation;
import io.offerengine.schema.Derivation;
import io.offerengine.schema.Direction;
import io.offerengine.schema.Formula;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.NumberField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.OfferChanges;
import io.offerengine.schema.Operator;
import io.offerengine.schema.Schema;
import io.offerengine.schema.TextField;
import io.offerengine.schema.TextListField;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Code of the host that throws anything, wherever a batch calls it: the batch is refused as a
 * whole, and the engine goes on.
 */
class HostCodeTest {
  private static final int TAIL_ROWS = 8;
  private static final int MANY = 20 * TAIL_ROWS;

  /** Where code of the host is called while a batch is applied. */
  enum Call {
    COLLATION,
    COLLATION_OF_LISTS,
    FORMULA,
    DERIVATION,
    PRECONDITION,
    JOURNAL
  }

  /** Where the code throws, and what; null for nowhere. */
  private static @Nullable Call failing;

  private static int tagsCollated;
  private static Supplier<Throwable> failure = IllegalStateException::new;

  private static final Schema.Builder ROOMS = Schema.builder("rooms", "id");
  private static final TextField NAME =
      ROOMS
          .text("name")
          .collation(
              Collation.of(
                  "hidden letters",
                  text -> {
                    failIf(Call.COLLATION, text.endsWith("!"));
                    return "key of " + text;
                  }))
          .add();
  private static final TextListField TAGS =
      ROOMS
          .texts("tags")
          .collation(
              Collation.of(
                  "hidden letters of tags",
                  text -> {
                    tagsCollated++;
                    failIf(Call.COLLATION_OF_LISTS, text.endsWith("!"));
                    return "key of " + text;
                  }))
          .add();
  private static final NumberField PRICE = ROOMS.number("price").hot().add();
  private static final TextField LABEL =
      ROOMS
          .text("label")
          .derived(
              "of the name",
              Derivation.reading(
                  List.of(NAME),
                  room -> {
                    failIf(Call.DERIVATION, String.valueOf(room.text(NAME)).endsWith("!"));
                    return "label " + room.text(NAME);
                  }))
          .add();
  private static final NumberField TOTAL =
      ROOMS
          .number("total")
          .hot()
          .computed(
              new Formula(
                  "twice the price",
                  List.of(Formula.Input.increasing(PRICE)),
                  List.of(),
                  (in, arguments) -> {
                    failIf(Call.FORMULA, in[0] == 13);
                    return 2 * in[0];
                  }))
          .add();
  private static final IntegerField HOUSE = ROOMS.integer("house").add();
  private static final Schema SCHEMA = ROOMS.foldBy(HOUSE).clusterBy(PRICE).build();

  /** Formulas are compared with their declarations for the first offers only. */
  private static final int SAMPLED = 130;

  private final List<ChangedOffer> journal = new ArrayList<>();
  private final List<ChangedOffer> heard = new ArrayList<>();
  private final OfferEngine engine =
      OfferEngine.builder(SCHEMA)
          .tailCapacity(TAIL_ROWS)
          .journal((version, batches) -> {
            failIf(Call.JOURNAL, batches.stream().anyMatch(changes -> changes.size() > 1));
            batches.forEach(journal::addAll);
          })
          .listener((version, changes) -> heard.addAll(changes))
          .build();

  private static void failIf(Call call, boolean condition) {
    if (failing == call && condition) {
      throw HostCodeTest.<RuntimeException>sneaky(failure.get());
    }
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> T sneaky(Throwable any) throws T {
    throw (T) any;
  }

  /** Thousands of expected failures would fill the log of a build. */
  private static final Logger LOGGER = Logger.getLogger("io.offerengine");

  @BeforeAll
  static void beSilent() {
    LOGGER.setLevel(Level.OFF);
  }

  @AfterAll
  static void logAgain() {
    LOGGER.setLevel(null);
  }

  @AfterEach
  void standDown() {
    failing = null;
  }

  private static Offer room(long id, String name, double price) {
    return Offer.builder()
        .set(SCHEMA.idField(), id)
        .set(NAME, name)
        .set(PRICE, price)
        .set(HOUSE, id / 2)
        .set(TAGS, List.of("tag of " + name, "all"))
        .build();
  }

  private static List<Supplier<Throwable>> kinds() {
    return List.of(
        () -> new IllegalStateException("of the host"),
        () -> new IOException("of the host"),
        () -> new AssertionError("of the host"),
        () -> new NoClassDefFoundError("of the host"),
        () -> new StackOverflowError("of the host"),
        () -> new OutOfMemoryError("of the host"));
  }

  private static Stream<Arguments> failures() {
    // A batch that fits into the tail, one that needs a second tail, and one that is sealed.
    return Arrays.stream(Call.values())
        .flatMap(call -> kinds().stream().map(kind -> List.of(call, kind)))
        .flatMap(pair ->
            Stream.of(2, TAIL_ROWS - 1, 3 * TAIL_ROWS)
                .map(size -> Arguments.of(pair.get(0), pair.get(1), size)));
  }

  /** A batch that deletes, updates, inserts, and has what fails at its end. */
  private static OfferBatch batch(int size) {
    OfferBatch.Builder batch = OfferBatch.builder().delete(1);
    batch.updateIf(
        2,
        stored -> failIf(Call.PRECONDITION, true),
        OfferChanges.builder().set(PRICE, 7.0).build());
    for (int i = 0; i < size; i++) {
      batch.upsert(room(100 + i, "new " + i, i));
    }
    return batch.upsert(room(3, "bad!", 13)).build();
  }

  @ParameterizedTest
  @MethodSource("failures")
  void apply_whereCodeOfTheHostThrows_changesNothingAndGoesOn(
      Call call, Supplier<Throwable> kind, int size) {
    storeFour(engine);
    long version = engine.snapshot().version();
    List<Offer> before = EngineCheck.offers(engine);
    journal.clear();
    heard.clear();
    failing = call;
    failure = kind;

    for (int i = 0; i < 2 * TAIL_ROWS; i++) {
      Throwable thrown = catchThrowable(() -> engine.apply(batch(size)));
      // A sealer passes checked exceptions on as causes.
      assertThat(thrown.getCause() == null ? thrown : thrown.getCause())
          .isInstanceOf(kind.get().getClass())
          .hasMessageContaining("of the host");
    }

    assertThat(journal).isEmpty();
    assertThat(heard).isEmpty();
    assertThat(engine.snapshot().version()).isEqualTo(version);
    assertThat(EngineCheck.offers(engine)).isEqualTo(before);

    engine.apply(OfferBatch.builder().upsert(room(50, "other", 5)).build());
    assertThat(ids(engine)).containsExactly(1L, 2L, 3L, 4L, 50L);

    failing = null;
    engine.apply(batch(size));
    assertSameAsNew(size);
  }

  private static void storeFour(OfferEngine in) {
    for (int i = 0; i < SAMPLED; i++) {
      int id = i % 4 + 1;
      in.apply(OfferBatch.builder().upsert(room(id, "old " + id, id)).build());
    }
  }

  /** The engine has what another one has that never saw a failure. */
  private void assertSameAsNew(int size) {
    OfferEngine other = OfferEngine.builder(SCHEMA).tailCapacity(TAIL_ROWS).build();
    storeFour(other);
    other.apply(OfferBatch.builder().upsert(room(50, "other", 5)).build());
    other.apply(batch(size));
    assertThat(EngineCheck.offers(engine)).isEqualTo(EngineCheck.offers(other));
    assertThat(engine.snapshot().distinctTexts(LABEL))
        .isEqualTo(other.snapshot().distinctTexts(LABEL));
    Query byTotal =
        Query.builder(SCHEMA).where(TOTAL, Operator.GTE, 4).orderBy(TOTAL, Direction.DESC).build();
    assertThat(engine.snapshot().search(byTotal).size())
        .isEqualTo(other.snapshot().search(byTotal).size());
    assertThat(engine.snapshot().distinctTexts(NAME))
        .isEqualTo(other.snapshot().distinctTexts(NAME));
    for (Offer offer : EngineCheck.offers(other)) {
      Query byName =
          Query.builder(SCHEMA).where("name", "eq", offer.text(NAME)).fold(false).build();
      assertThat(engine.snapshot().count(byName)).as(offer.text(NAME)).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void listenersAndExecutors_thatThrowAnything_stopNoWriteAndHearTheNext(Supplier<Throwable> kind) {
    List<Long> heardByFailing = new ArrayList<>();
    List<Long> heardLater = new ArrayList<>();
    boolean[] refuses = {true};
    OfferEngine others =
        OfferEngine.builder(SCHEMA)
            .tailCapacity(TAIL_ROWS)
            .mergeExecutor(task -> throwAny(kind))
            .listener((version, changes) -> {
              heardByFailing.add(version);
              throwAny(kind);
            })
            .listener(
                (version, changes) -> heardLater.add(version),
                task -> {
                  if (refuses[0]) {
                    throwAny(kind);
                  }
                  task.run();
                })
            .build();
    List<Long> versions = LongStream.rangeClosed(1, MANY).boxed().toList();
    for (int i = 0; i < MANY; i++) {
      refuses[0] = i < MANY - 1;
      others.apply(OfferBatch.builder().upsert(room(i, "room " + i, i)).build());
    }
    assertThat(heardByFailing).isEqualTo(versions);
    assertThat(heardLater).isEqualTo(versions);
    assertThat(others.stats().listenerLag()).isZero();
    assertThat(others.snapshot().size()).isEqualTo(MANY);
    assertThat(others.stats().seals()).as("the writer merges").isPositive();

    SavedSearches searches =
        SavedSearches.builder(SCHEMA).mergeExecutor(task -> throwAny(kind)).build();
    for (int i = 0; i < 2_000; i++) {
      searches.add(i, Query.builder(SCHEMA).where(PRICE, Operator.LTE, i).build());
    }
    List<Long> found = new ArrayList<>();
    searches.match(room(1, "room", 1_500), Instant.EPOCH, found::add);
    assertThat(found).hasSize(500);
  }

  private static void throwAny(Supplier<Throwable> kind) {
    throw HostCodeTest.<RuntimeException>sneaky(kind.get());
  }

  /** A failure of the code refuses one batch; an error of the JVM refuses all. */
  @ParameterizedTest
  @MethodSource("kinds")
  void applyEach_whereCodeOfTheHostThrows_appliesTheOthersOrNone(Supplier<Throwable> kind) {
    storeFour(engine);
    long version = engine.snapshot().version();
    List<Offer> before = EngineCheck.offers(engine);
    failing = Call.COLLATION;
    failure = kind;
    List<OfferBatch> batches =
        List.of(
            OfferBatch.builder().delete(1).build(),
            OfferBatch.builder().delete(2).upsert(room(70, "bad!", 1)).build(),
            OfferBatch.builder().upsert(room(71, "good", 1)).build());
    if (HostCode.isErrorOfJvm(kind.get())) {
      assertThat(catchThrowable(() -> engine.applyEach(batches)))
          .isInstanceOf(kind.get().getClass());
      assertThat(EngineCheck.offers(engine)).isEqualTo(before);
      failing = null;
      engine.applyEach(batches);
      assertThat(ids(engine)).containsExactly(3L, 4L, 70L, 71L);
      return;
    }
    List<BatchResult> results = engine.applyEach(batches);
    assertThat(results)
        .extracting(BatchResult::version)
        .containsExactly(version + 1, version, version + 2);
    assertThat(results.get(1).refusal()).hasMessageContaining("of the host");
    assertThat(ids(engine)).containsExactly(2L, 3L, 4L, 71L);
  }

  /** The collation of lists runs where offers are stored, and for the values of conditions. */
  @Test
  void collationOfLists_inSearchesAndMerges_isNotCalled() {
    storeFour(engine);
    for (int i = 0; i < MANY; i++) {
      engine.apply(OfferBatch.builder().upsert(room(200 + i, "more " + i, i)).build());
    }
    Snapshot snapshot = engine.snapshot();
    tagsCollated = 0;
    Query query =
        Query.builder(SCHEMA).where(TAGS, Operator.HAS_ALL, List.of("tag of old 2", "all")).build();
    assertThat(tagsCollated).isEqualTo(2);
    for (PlanShape shape : PlanShape.values()) {
      assertThat(snapshot.by(shape).count(query)).isEqualTo(1);
    }
    FacetRequest tags = FacetRequest.builder().values(TAGS, 10).build();
    assertThat(snapshot.facets(query, tags).matched()).isEqualTo(1);
    long before = engine.stats().seals();
    for (int i = 0; i < MANY; i++) {
      OfferChanges dearer = OfferChanges.builder().set(PRICE, i + 20).build();
      engine.apply(OfferBatch.builder().update(200 + i, dearer).build());
    }
    assertThat(engine.stats().seals()).isGreaterThan(before);
    assertThat(tagsCollated).isEqualTo(2);
    assertThat(engine.snapshot().count(query)).isEqualTo(1);
  }

  private static List<Long> ids(OfferEngine of) {
    return EngineCheck.offers(of).stream().map(Offer::id).toList();
  }
}
