package io.offerengine;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.query.Query;
import io.offerengine.schema.MarketplaceSchema;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Schema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a flight recording shows of an engine. */
class FlightRecordingTest {
  private static final Schema SCHEMA = MarketplaceSchema.schema();
  private static final int BATCHES = 40;

  @Test
  void recording_ofChangesAndSearch_hasEveryKindOfEvent(@TempDir Path folder) throws IOException {
    try (Recording recording = new Recording();
        OfferEngine engine = OfferEngine.builder(SCHEMA).tailCapacity(3).build()) {
      recording.start();
      for (long id = 1; id <= BATCHES; id++) {
        Offer offer = Offer.builder(SCHEMA).set(MarketplaceSchema.ID, id).build();
        engine.apply(OfferBatch.builder().upsert(offer).build());
      }
      Query query = Query.builder(SCHEMA).limit(7).build();
      engine.snapshot().search(query);
      recording.stop();
      Path file = folder.resolve("engine.jfr");
      recording.dump(file);

      List<RecordedEvent> events = RecordingFile.readAllEvents(file);

      assertThat(named(events, "Apply")).hasSize(BATCHES);
      assertThat(named(events, "Apply").get(BATCHES - 1).getLong("version")).isEqualTo(BATCHES);
      assertThat(named(events, "Seal")).hasSize((int) engine.stats().seals()).isNotEmpty();
      assertThat(named(events, "Merge")).hasSize((int) engine.stats().merges()).isNotEmpty();
      RecordedEvent search = named(events, "Search").get(0);
      assertThat(search.getInt("results")).isEqualTo(7);
      assertThat(search.getLong("rowsMatched")).isEqualTo(BATCHES);
      assertThat(search.getLong("rowsExamined")).isEqualTo(BATCHES);
      assertThat(search.getDuration()).isPositive();
      int segments = engine.snapshot().explain(query).segments().size();
      assertThat(search.getString("plan"))
          .isEqualTo(Collections.nCopies(segments, "scan").toString());
      assertThat(search.getString("query")).contains("order by score desc");
    }
  }

  private static List<RecordedEvent> named(List<RecordedEvent> events, String kind) {
    return events.stream()
        .filter(event -> event.getEventType().getName().equals("io.offerengine." + kind))
        .toList();
  }
}
