package io.offerengine.example.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.OfferEngine;
import io.offerengine.example.jobs.JobBoard.Job;
import io.offerengine.example.jobs.JobBoard.Wish;
import io.offerengine.example.jobs.JobSchema.Advert;
import io.offerengine.example.jobs.JobSchema.Level;
import io.offerengine.facet.Facets;
import io.offerengine.query.ConflictException;
import io.offerengine.schema.ChangedOffer;
import java.io.ByteArrayInputStream;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Searches and changes of a few adverts; the tutorial quotes some of them. */
class JobBoardTest {
  private static final String ADVERTS =
      """
      {"advert":1,"title":"Senior Java Engineer","employer":1,"company":"Tagus","city":"Lisbon",
       "level":"SENIOR","skills":["Java","Kafka"],"salary":60000,"bonus":2000,
       "posted":"2026-11-20"}
      {"advert":2,"title":"Java Developer","employer":1,"company":"Tagus","city":"Lisbon",
       "level":"SENIOR","skills":["Java"],"salary":48000,"most_hours":30}
      {"advert":3,"title":"Platform Engineer","employer":2,"company":"Spree","city":"Berlin",
       "remote":true,"level":"SENIOR","skills":["Kafka","Java","Linux"],"salary":64000}
      {"advert":4,"title":"Data Engineer","employer":3,"company":"Danube","city":"Vienna",
       "level":"SENIOR","skills":["SQL"],"salary":70000,"posted":"2026-11-02"}
      {"advert":5,"title":"Java Trainee","employer":3,"company":"Danube","city":"Lisbon",
       "level":"SENIOR","skills":["Java"]}
      """;

  private static final int THREADS = 16;
  private static final int JOBS = 300;

  private final List<ChangedOffer> changed = Collections.synchronizedList(new ArrayList<>());
  private final OfferEngine engine =
      OfferEngine.builder(JobSchema.SCHEMA)
          .listener((version, changes) -> changed.addAll(changes))
          .build();
  private final JobBoard board = new JobBoard(engine);

  @AfterEach
  void close() {
    engine.close();
  }

  private void load() {
    board.load(new ByteArrayInputStream(ADVERTS.replace(",\n ", ",").getBytes(UTF_8)));
  }

  private static List<Long> identifiers(List<Job> jobs) {
    return jobs.stream().map(Job::advert).toList();
  }

  private static Advert advert(long id, double salary) {
    List<String> none = List.of();
    return new Advert(
        id,
        "Java Engineer",
        1,
        "Tagus",
        "Lisbon",
        false,
        Level.LEAD,
        none,
        null,
        false,
        null,
        salary,
        null);
  }

  @Test
  void best_payIsThatOfTheHours() {
    load();
    assertThat(board.best(new Wish(List.of("java"), 40_000, 40, "Lisbon"), 10))
        .containsExactly(
            new Job(3, "Platform Engineer", "Spree", 64_000.0),
            new Job(1, "Senior Java Engineer", "Tagus", 62_000.0));
    assertThat(board.best(new Wish(List.of("java"), 20_000, 30, "Lisbon"), 10))
        .containsExactly(
            new Job(3, "Platform Engineer", "Spree", 48_000.0),
            new Job(1, "Senior Java Engineer", "Tagus", 47_000.0),
            new Job(2, "Java Developer", "Tagus", 36_000.0));
  }

  @Test
  void best_withoutACity_isAnywhere() {
    load();
    assertThat(identifiers(board.best(new Wish(List.of(), 0, 40, null), 10)))
        .containsExactly(4L, 3L, 1L);
  }

  @Test
  void bestOfEachEmployer_hasOneJobOfEach() {
    load();
    Wish wish = new Wish(List.of("JAVA"), 0, 30, "Lisbon");
    assertThat(identifiers(board.bestOfEachEmployer(wish, 10))).containsExactly(3L, 1L);
  }

  @Test
  void titles_areFoundAndCompletedInAnyCase() {
    load();
    assertThat(identifiers(board.openWhere(JobSchema.TITLE.contains("ENGINEER"), 10)))
        .containsExactly(4L, 3L, 1L);
    assertThat(identifiers(board.openWhere(JobSchema.TITLE.startsWith("java"), 10)))
        .containsExactly(5L);
    assertThat(board.completeTitle("java")).containsExactly("Java Developer", "Java Trainee");
  }

  @Test
  void openWhere_byTheDay_findsLaterAdverts() {
    load();
    LocalDate day = LocalDate.parse("2026-11-20");
    assertThat(identifiers(board.openWhere(JobSchema.ADVERTS.date("posted").gte(day), 10)))
        .containsExactly(1L);
  }

  @Test
  void counts_ignoreTheConditionsOnTheirOwnField() {
    load();
    Facets facets = board.counts(new Wish(List.of("kafka"), 0, 40, null));
    assertThat(facets.matched()).isEqualTo(2);
    assertThat(JobBoard.lines(facets, JobSchema.SKILLS))
        .containsExactly("Java 2", "Kafka 2", "Linux 1", "SQL 1");
    assertThat(facets.histogram(JobSchema.PAY).below()).isZero();
    assertThat(facets.quantiles(JobSchema.PAY).values()).hasSize(2);
  }

  @Test
  void count_visitsAllPages() {
    for (int each = 1; each <= 2_500; each++) {
      board.add(advert(each, 50_000 + each % 7));
    }
    assertThat(board.count(new Wish(List.of(), 0, 40, null))).isEqualTo(2_500);
  }

  @Test
  void answer_takesAndGivesJson() {
    load();
    byte[] request =
        """
        {"any_of":[{"skills":{"has":"sql"}},{"skills":{"has_all":["kafka","linux"]}}],"hours":20}
        """
            .getBytes(UTF_8);
    assertThat(new String(board.answer(request), UTF_8))
        .contains("\"pay\":35000.0")
        .contains("\"pay\":32000.0");
  }

  @Test
  void fill_from16Threads_givesNoJobTwice() throws Exception {
    for (int each = 1; each <= JOBS; each++) {
      board.add(advert(each, 50_000));
    }
    ExecutorService people = Executors.newFixedThreadPool(THREADS);
    List<Long> filled = new ArrayList<>();
    try {
      List<Callable<List<Long>>> tasks = Collections.nCopies(THREADS, this::fillAll);
      for (Future<List<Long>> each : people.invokeAll(tasks)) {
        filled.addAll(each.get());
      }
    } finally {
      people.shutdownNow();
    }
    assertThat(filled).hasSize(JOBS).doesNotHaveDuplicates();
    Set<Long> seen = new HashSet<>();
    changed.stream()
        .map(ChangedOffer::after)
        .filter(after -> after != null && after.flag(JobSchema.FILLED))
        .forEach(after -> assertThat(seen.add(after.id())).as("job %s", after.id()).isTrue());
    assertThat(seen).hasSize(JOBS);
  }

  private List<Long> fillAll() {
    List<Long> filled = new ArrayList<>();
    for (long each = 1; each <= JOBS; each++) {
      if (board.fill(each)) {
        filled.add(each);
      }
    }
    return filled;
  }

  @Test
  void fill_hidesTheJob() {
    board.add(advert(1, 50_000));
    Wish any = new Wish(List.of(), 0, 40, null);
    assertThat(board.best(any, 1)).hasSize(1);
    assertThat(board.fill(1)).isTrue();
    assertThat(board.fill(1)).isFalse();
    assertThat(board.best(any, 1)).isEmpty();
  }

  @Test
  void add_ofAnExistingAdvert_isRefused() {
    board.add(advert(1, 50_000));
    assertThatThrownBy(() -> board.add(advert(1, 60_000))).isInstanceOf(ConflictException.class);
    assertThat(engine.snapshot().size()).isEqualTo(1);
  }

  @Test
  void setSalary_changesEveryLaterSearch_andTheListenerSeesBoth() {
    board.add(advert(1, 50_000));
    board.add(advert(2, 40_000));
    board.setSalary(2, 80_000);
    assertThat(identifiers(board.best(new Wish(List.of(), 0, 40, null), 1))).containsExactly(2L);
    assertThat(changed).hasSize(3);
    assertThat(changed.get(2).before()).isEqualTo(JobSchema.ADVERTS.offer(advert(2, 40_000)));
    assertThat(changed.get(2).after()).isEqualTo(JobSchema.ADVERTS.offer(advert(2, 80_000)));
  }
}
