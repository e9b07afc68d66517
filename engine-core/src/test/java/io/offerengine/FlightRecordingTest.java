package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.EngineException;
import io.offerengine.query.Query;
import io.offerengine.query.QueryBuilder;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Schema;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.SettingDescriptor;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a flight recording shows of an engine: only what this thread did counts. */
class FlightRecordingTest {
  private static final Schema SCHEMA = MarketplaceSchema.schema();
  private static final List<String> KINDS = List.of("Apply", "Seal", "Merge", "Search");
  private static final int BATCHES = 60;

  @TempDir private Path folder;

  private final OfferEngine engine = OfferEngine.builder(SCHEMA).tailCapacity(3).build();
  private final Recording recording = new Recording();

  @BeforeEach
  void recordFastSearches() {
    recording.enable("io.offerengine.Search").withoutThreshold();
  }

  @AfterEach
  void close() {
    recording.close();
    engine.close();
  }

  private static Offer offer(long id) {
    return Offer.builder().set(MarketplaceSchema.ID, id).build();
  }

  private static OfferBatch batch(long first, long last) {
    OfferBatch.Builder batch = OfferBatch.builder();
    LongStream.rangeClosed(first, last).forEach(id -> batch.upsert(offer(id)));
    return batch.build();
  }

  private static QueryBuilder query() {
    return Query.builder(SCHEMA).limit(7);
  }

  /** Returns this thread's events of a finished recording. */
  private List<RecordedEvent> events() throws IOException {
    recording.stop();
    Path file = folder.resolve("engine.jfr");
    recording.dump(file);
    long thread = Thread.currentThread().getId();
    return RecordingFile.readAllEvents(file).stream()
        .filter(event -> event.getThread() != null)
        .filter(event -> event.getThread().getJavaThreadId() == thread)
        .toList();
  }

  private static List<RecordedEvent> named(List<RecordedEvent> events, String kind) {
    return events.stream()
        .filter(event -> event.getEventType().getName().equals("io.offerengine." + kind))
        .toList();
  }

  @Test
  void recording_ofChangesAndSearch_hasEveryKindOfEvent() throws IOException {
    recording.start();
    for (long id = 1; id <= BATCHES; id++) {
      engine.apply(batch(id, id));
    }
    Query query = query().build();
    engine.snapshot().search(query);

    List<RecordedEvent> events = events();

    assertThat(named(events, "Apply")).hasSize(BATCHES);
    assertThat(named(events, "Apply").get(BATCHES - 1).getLong("version")).isEqualTo(BATCHES);
    assertThat(named(events, "Seal")).hasSize((int) engine.stats().seals()).isNotEmpty();
    assertThat(named(events, "Merge")).hasSize((int) engine.stats().merges()).isNotEmpty();
    RecordedEvent search = named(events, "Search").get(0);
    assertThat(search.getString("kind")).isEqualTo("search");
    assertThat(search.getString("outcome")).isEqualTo("ok");
    assertThat(search.getInt("results")).isEqualTo(7);
    assertThat(search.getLong("rowsMatched")).isEqualTo(BATCHES);
    assertThat(search.getLong("rowsExamined")).isEqualTo(BATCHES);
    assertThat(search.getDuration()).isPositive();
    int segments = engine.snapshot().explain(query).segments().size();
    assertThat(search.getString("plan")).isEqualTo(engine.snapshot().explain(query).plan());
    assertThat(search.getString("segments").lines()).hasSize(segments);
    assertThat(search.getLong("version")).isEqualTo(BATCHES);
    assertThat(search.getString("parameters")).contains("allocated_storage");
    assertThat(search.getString("query")).contains("order by score desc");
  }

  @Test
  void recording_ofALoad_hasItsApplyAndItsSeal() throws IOException {
    recording.start();
    List<Offer> offers = List.of(offer(1), offer(2), offer(1), offer(3), offer(4));
    engine.load(offers.iterator(), LoadListener.NONE);
    engine.load(Collections.emptyIterator(), LoadListener.NONE);

    List<RecordedEvent> events = events();

    assertThat(named(events, "Apply"))
        .extracting(event -> event.getInt("operations"), event -> event.getLong("version"))
        .containsExactly(tuple(5, 1L), tuple(0, 2L));
    assertThat(named(events, "Apply")).allMatch(event -> event.getBoolean("load"));
    assertThat(named(events, "Seal")).hasSize(1);
    assertThat(named(events, "Seal").get(0).getInt("rows")).isEqualTo(4);
    assertThat(named(events, "Seal").get(0).getInt("segments")).isEqualTo(1);
    assertThat(engine.stats().seals()).isEqualTo(1);
  }

  @Test
  void recording_ofABatchLargerThanATail_hasItsSeal() throws IOException {
    recording.start();
    engine.apply(batch(1, 10));

    List<RecordedEvent> events = events();

    assertThat(named(events, "Apply")).hasSize(1).noneMatch(event -> event.getBoolean("load"));
    assertThat(named(events, "Seal")).hasSize(1);
    assertThat(named(events, "Seal").get(0).getInt("rows")).isEqualTo(10);
    assertThat(engine.stats().seals()).isEqualTo(1);
  }

  @Test
  void recording_ofSearchesPastTheirDeadline_namesTheOutcome() throws IOException {
    engine.apply(batch(1, 10));
    Query late = query().deadline(Duration.ZERO).build();
    recording.start();
    assertThatThrownBy(() -> engine.snapshot().search(late)).isInstanceOf(EngineException.class);
    assertThatThrownBy(() -> engine.snapshot().count(late)).isInstanceOf(EngineException.class);

    List<RecordedEvent> searches = named(events(), "Search");

    assertThat(searches)
        .extracting(event -> event.getString("kind"))
        .containsExactly("search", "count");
    assertThat(searches)
        .allMatch(event -> event.getString("outcome").equals("DEADLINE_EXCEEDED"))
        .allMatch(event -> event.getString("query").equals(late.toString()))
        .allMatch(event -> event.getLong("rowsMatched") == 0 && event.getInt("results") == 0);
  }

  @Test
  void recording_ofCountAndExplanation_tellsThemFromSearches() throws IOException {
    engine.apply(batch(1, 10));
    recording.start();
    engine.snapshot().count(query().where("id", "lte", 4).build());
    engine.snapshot().explain(query().build());

    List<RecordedEvent> searches = named(events(), "Search");

    assertThat(searches)
        .extracting(event -> event.getString("kind"))
        .containsExactly("count", "explain");
    assertThat(searches).extracting(event -> event.getLong("rowsMatched")).containsExactly(4L, 10L);
    assertThat(searches).allMatch(event -> event.getInt("results") == 0);
    assertThat(searches).allMatch(event -> event.getString("outcome").equals("ok"));
  }

  @Test
  void recording_thatSetsNothing_hasSlowSearchesAlone() {
    engine.snapshot().count(query().build());
    assertThat(FlightRecorder.getFlightRecorder().getEventTypes())
        .filteredOn(type -> type.getName().equals("io.offerengine.Search"))
        .flatExtracting(EventType::getSettingDescriptors)
        .filteredOn(setting -> setting.getName().equals("threshold"))
        .extracting(SettingDescriptor::getDefaultValue)
        .containsExactly("1 ms");
  }

  @Test
  void recording_withTheEventsDisabled_hasNoneOfThem() throws IOException {
    KINDS.forEach(kind -> recording.disable("io.offerengine." + kind));
    recording.start();
    for (long first = 1; first <= BATCHES; first += 4) {
      engine.apply(batch(first, first + 3));
    }
    engine.load(List.of(offer(1)).iterator(), LoadListener.NONE);
    engine.snapshot().search(query().build());
    engine.snapshot().count(query().build());

    List<RecordedEvent> events = events();

    assertThat(engine.stats().seals()).isPositive();
    assertThat(engine.stats().merges()).isPositive();
    for (String kind : KINDS) {
      assertThat(named(events, kind)).as(kind).isEmpty();
    }
  }
}
