package io.offerengine.example.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.LoadListener;
import io.offerengine.OfferEngine;
import io.offerengine.facet.Facets;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The job board and Lucene give the same jobs in the same order, and the same counts. */
class LuceneAgreementTest {
  private static final int ADVERTS = 5_000;
  private static final int SEARCHES = 100;

  private static final OfferEngine ENGINE = OfferEngine.builder(JobSchema.SCHEMA).build();
  private static final JobBoard BOARD = new JobBoard(ENGINE);
  private static LuceneJobs lucene;

  @BeforeAll
  static void load() throws IOException {
    ENGINE.load(AdvertGenerator.adverts(ADVERTS, 7), LoadListener.NONE);
    lucene = new LuceneJobs(AdvertGenerator.adverts(ADVERTS, 7));
    assertThat(lucene.size()).isEqualTo(ADVERTS);
    assertThat(ENGINE.snapshot().size()).isEqualTo(ADVERTS);
  }

  @AfterAll
  static void close() throws IOException {
    lucene.close();
    ENGINE.close();
  }

  /** Finds the jobs of something that was drawn. */
  private interface Search<T> {
    List<Long> of(T drawn) throws IOException;
  }

  private static <T> void compare(
      int seed, Function<Wishes, T> draw, Function<T, List<JobBoard.Job>> ours, Search<T> theirs)
      throws IOException {
    Wishes wishes = new Wishes(new Random(seed));
    int found = 0;
    for (int each = 0; each < SEARCHES; each++) {
      T drawn = draw.apply(wishes);
      List<Long> jobs = ours.apply(drawn).stream().map(JobBoard.Job::advert).toList();
      assertThat(jobs).as("%s", drawn).isEqualTo(theirs.of(drawn));
      found += jobs.size();
    }
    assertThat(found).isGreaterThan(SEARCHES);
  }

  @Test
  void best_ofAnyWish_isThatOfLucene() throws IOException {
    compare(11, Wishes::next, wish -> BOARD.best(wish, 20), wish -> lucene.best(wish, 20));
  }

  @Test
  void openWhere_ofAnyPartOfATitle_isThatOfLucene() throws IOException {
    compare(
        12,
        Wishes::partOfATitle,
        part -> BOARD.openWhere(JobSchema.TITLE.contains(part), 20),
        part -> lucene.titleContains(part, 20));
  }

  @Test
  void openWhere_ofAnyBeginningOfATitle_isThatOfLucene() throws IOException {
    compare(
        13,
        Wishes::beginningOfATitle,
        beginning -> BOARD.openWhere(JobSchema.TITLE.startsWith(beginning), 20),
        beginning -> lucene.titleStartsWith(beginning, 20));
  }

  @Test
  void counts_ofAnyWish_areThoseOfLucene() throws IOException {
    Wishes wishes = new Wishes(new Random(14));
    for (int each = 0; each < SEARCHES; each++) {
      JobBoard.Wish drawn = wishes.next();
      // Counts of skills ignore the conditions on skills.
      JobBoard.Wish wish = new JobBoard.Wish(List.of(), drawn.leastPay(), 40, drawn.city());
      Map<String, Long> skills =
          BOARD.counts(wish).values(JobSchema.SKILLS).counts().stream()
              .collect(Collectors.toMap(count -> count.value().toString(), Facets.Count::count));
      assertThat(skills).as("%s", wish).isEqualTo(lucene.skills(wish));
    }
  }
}
