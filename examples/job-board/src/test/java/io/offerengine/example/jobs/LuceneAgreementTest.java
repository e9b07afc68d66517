package io.offerengine.example.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.LoadListener;
import io.offerengine.OfferEngine;
import io.offerengine.facet.Facets;
import io.offerengine.schema.Condition;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
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

  private static List<Long> identifiers(List<JobBoard.Job> jobs) {
    return jobs.stream().map(JobBoard.Job::advert).toList();
  }

  @Test
  void best_ofAnyWish_isThatOfLucene() throws IOException {
    Wishes wishes = new Wishes(new Random(11));
    int found = 0;
    for (int each = 0; each < SEARCHES; each++) {
      JobBoard.Wish wish = wishes.next();
      List<Long> best = identifiers(BOARD.best(wish, 20));
      assertThat(best).as("%s", wish).isEqualTo(lucene.best(wish, 20));
      found += best.size();
    }
    assertThat(found).isGreaterThan(SEARCHES);
  }

  @Test
  void openWhere_ofAnyPartOfATitle_isThatOfLucene() throws IOException {
    Wishes wishes = new Wishes(new Random(12));
    int found = 0;
    for (int each = 0; each < SEARCHES; each++) {
      String part = wishes.partOfATitle();
      Condition condition = JobSchema.TITLE.contains(part);
      List<Long> jobs = identifiers(BOARD.openWhere(condition, 20));
      assertThat(jobs).as("contains %s", part).isEqualTo(lucene.titleContains(part, 20));
      found += jobs.size();
    }
    assertThat(found).isGreaterThan(SEARCHES);
  }

  @Test
  void openWhere_ofAnyBeginningOfATitle_isThatOfLucene() throws IOException {
    Wishes wishes = new Wishes(new Random(13));
    int found = 0;
    for (int each = 0; each < SEARCHES; each++) {
      String beginning = wishes.beginningOfATitle();
      Condition condition = JobSchema.TITLE.startsWith(beginning);
      List<Long> jobs = identifiers(BOARD.openWhere(condition, 20));
      assertThat(jobs).as("starts %s", beginning).isEqualTo(lucene.titleStartsWith(beginning, 20));
      found += jobs.size();
    }
    assertThat(found).isGreaterThan(SEARCHES);
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
