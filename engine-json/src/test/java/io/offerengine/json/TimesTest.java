package io.offerengine.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.Snapshot;
import io.offerengine.query.Query;
import io.offerengine.schema.DateField;
import io.offerengine.schema.InstantField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.Parameter;
import io.offerengine.schema.Schema;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Dates and instants as ISO texts. */
class TimesTest {
  private static final Schema.Builder JOBS = Schema.builder("jobs", "job");
  private static final InstantField POSTED = JOBS.instant("posted").aliases("since").hot().add();
  private static final DateField STARTS = JOBS.date("starts").add();
  private static final Parameter<Instant> VISIT = JOBS.clock("visit.at");
  private static final Schema SCHEMA = JOBS.build();
  private static final OfferCodec OFFERS = new OfferCodec(SCHEMA);
  private static final SearchCodec SEARCHES = new SearchCodec(SCHEMA);

  private static final String LINES =
      """
      {"job":1,"posted":"2026-11-01T12:00:00Z","starts":"2027-01-01"}
      {"job":2,"posted":"2026-11-02T12:00:00.000000001Z"}
      {"job":3,"starts":"1969-12-31"}
      """;

  private static List<Offer> read(String text) {
    List<Offer> offers = new ArrayList<>();
    OFFERS.read(new ByteArrayInputStream(text.getBytes(UTF_8))).forEachRemaining(offers::add);
    return offers;
  }

  @Test
  void read_ofLinesAndOfAList_givesTheSameTimes() throws IOException {
    List<Offer> offers = read(LINES);
    assertThat(offers.get(0).get(POSTED)).isEqualTo(Instant.parse("2026-11-01T12:00:00Z"));
    assertThat(offers.get(2).get(STARTS)).isEqualTo(LocalDate.parse("1969-12-31"));
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    OFFERS.writeLines(offers.iterator(), written);
    assertThat(written.toString(UTF_8)).isEqualTo(LINES);
    ByteArrayOutputStream list = new ByteArrayOutputStream();
    OFFERS.writeList(offers.iterator(), list);
    assertThat(read(list.toString(UTF_8))).isEqualTo(offers);
    assertThat(read("{\"job\":4,\"since\":\"2026-11-02T13:00:00+01:00\"}").get(0).get(POSTED))
        .isEqualTo(Instant.parse("2026-11-02T12:00:00Z"));
  }

  @Test
  void read_ofWhatIsNoTime_saysWhatIsAllowed() {
    assertThatThrownBy(() -> read("{\"job\":1,\"starts\":\"soon\"}"))
        .hasMessageContaining(
            "starts is of type date and takes a date such as 2026-11-26, but got the text 'soon'");
    assertThatThrownBy(() -> read("{\"job\":1,\"posted\":5}"))
        .hasMessageContaining("takes an instant such as 2026-11-26T18:10:00Z, but got 5");
    assertThatThrownBy(() -> read("{\"job\":1,\"since\":\"2500-01-01T00:00:00Z\"}"))
        .hasMessageContaining("since is of type instant and takes an instant such as");
  }

  @Test
  void readQuery_withAClock_readsSecondsAndTexts() {
    Instant noon = Instant.parse("2026-11-26T12:00:00.5Z");
    Query expected = Query.builder(SCHEMA).with(VISIT, noon).build();
    for (String at : List.of("1795694400.5", "\"2026-11-26T12:00:00.5Z\"")) {
      assertThat(query("{\"visit\":{\"at\":" + at + "}}").arguments())
          .isEqualTo(expected.arguments());
    }
    assertThatThrownBy(() -> query("{\"visit\":{\"at\":\"noon\"}}"))
        .hasMessageContaining(
            "visit.at takes a time in seconds since 1970 or as ISO text, but got the text 'noon'");
  }

  private static Query query(String request) {
    return SEARCHES.readQuery(request.getBytes(UTF_8)).query();
  }

  @Test
  void writeResponse_ofTimes_writesTextsFromValuesAndFromCachedRows() {
    String request =
        "{\"posted\":{\"gte\":\"2026-11-01T00:00:00Z\"},\"order\":[[\"posted\",\"desc\"]]}";
    Snapshot offers = Loaded.text(SCHEMA, LINES);
    Query query = SEARCHES.readRequest(request.getBytes(UTF_8)).query();
    for (int i = 0; i < 3; i++) {
      assertThat(new String(SEARCHES.writeResponse(offers.search(query)), UTF_8))
          .isEqualTo(
              "{\"offers\":["
                  + "{\"job\":2,\"posted\":\"2026-11-02T12:00:00.000000001Z\",\"starts\":null},"
                  + "{\"job\":1,\"posted\":\"2026-11-01T12:00:00Z\",\"starts\":\"2027-01-01\"}"
                  + "]}");
    }
  }
}
