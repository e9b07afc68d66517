package io.offerengine.example.jobs;

import io.offerengine.LoadListener;
import io.offerengine.Matches;
import io.offerengine.OfferEngine;
import io.offerengine.facet.FacetRequest;
import io.offerengine.facet.Facets;
import io.offerengine.json.OfferCodec;
import io.offerengine.json.SearchCodec;
import io.offerengine.query.ConflictException;
import io.offerengine.query.OfferConditions;
import io.offerengine.query.Query;
import io.offerengine.query.QueryBuilder;
import io.offerengine.record.RecordMapper;
import io.offerengine.schema.Condition;
import io.offerengine.schema.Field;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.OfferChanges;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds jobs and changes adverts. Every search that begins after a change sees the change.
 *
 * <p><b>Threads.</b> Any thread may search, also while others change adverts.
 */
final class JobBoard {
  private static final FacetRequest COUNTS =
      FacetRequest.builder()
          .values(JobSchema.CITY, 20)
          .values(JobSchema.SKILLS, 20)
          .histogram(JobSchema.PAY, 40_000, 60_000, 80_000)
          .quantiles(JobSchema.PAY, 0.5, 0.9)
          .withoutOwnCondition()
          .build();

  private static final OfferConditions OPEN =
      OfferConditions.of(Query.where(JobSchema.FILLED.isFalse()).build());
  private static final OfferChanges FILL =
      OfferChanges.builder().set(JobSchema.FILLED, true).build();

  private final OfferEngine engine;
  private final OfferCodec adverts = new OfferCodec(JobSchema.SCHEMA);
  private final SearchCodec searches = new SearchCodec(JobSchema.SCHEMA);

  JobBoard(OfferEngine engine) {
    this.engine = engine;
  }

  /**
   * What a person looks for.
   *
   * @param skills what the person can do; the job needs all of them
   * @param leastPay the least pay of a year, in EUR
   * @param hours how many hours a week the person wants to work
   * @param city where the person lives; null if a job may be anywhere
   */
  record Wish(List<String> skills, double leastPay, double hours, @Nullable String city) {}

  /**
   * A job as a list shows it.
   *
   * @param pay the pay of a year for the hours of the wish, in EUR; null if the salary is unknown
   */
  record Job(long advert, String title, String company, @Nullable Double pay) {}

  private static final RecordMapper<Job> SHOWN =
      RecordMapper.of(MethodHandles.lookup(), Job.class, JobSchema.SCHEMA);

  /** Stores the adverts of a stream: JSON, one advert a line. */
  void load(InputStream lines) {
    engine.load(adverts.read(lines), LoadListener.NONE);
  }

  /** Starts a query for the open jobs of a wish: remote jobs, and those in the person's city. */
  static QueryBuilder openJobs(Wish wish) {
    QueryBuilder query =
        Query.where(JobSchema.FILLED.isFalse(), JobSchema.PAY.gte(wish.leastPay()))
            .with(JobSchema.HOURS, wish.hours())
            .fold(false);
    if (!wish.skills().isEmpty()) {
      query.where(JobSchema.SKILLS.hasAll(wish.skills()));
    }
    if (wish.city() != null) {
      query.where(Query.any(JobSchema.REMOTE.isTrue(), JobSchema.CITY.eq(wish.city())));
    }
    return query;
  }

  /** Returns the jobs with the best pay. */
  List<Job> best(Wish wish, int limit) {
    return engine.snapshot().search(openJobs(wish).limit(limit).build()).toList(SHOWN::read);
  }

  /** Returns the best job of each employer, the best pay first. */
  List<Job> bestOfEachEmployer(Wish wish, int limit) {
    Query query = openJobs(wish).fold(true).limit(limit).build();
    return engine.snapshot().search(query).toList(SHOWN::read);
  }

  /** Returns open jobs that satisfy a condition, such as {@code TITLE.contains("engineer")}. */
  List<Job> openWhere(Condition condition, int limit) {
    Query query =
        Query.where(condition, JobSchema.FILLED.isFalse()).fold(false).limit(limit).build();
    return engine.snapshot().search(query).toList(SHOWN::read);
  }

  /** Returns titles that start with what a person typed so far, whatever the case. */
  List<String> completeTitle(String typed) {
    return engine.snapshot().distinct(JobSchema.TITLE, typed, 10);
  }

  /** Returns how many jobs of a wish there are, page after page of one version of the adverts. */
  int count(Wish wish) {
    int jobs = 0;
    for (Matches page : engine.snapshot().pages(openJobs(wish).limit(1_000).build())) {
      jobs += page.size();
    }
    return jobs;
  }

  /** Counts jobs by city, skill and pay. Each count ignores the conditions on its own field. */
  Facets counts(Wish wish) {
    return engine.snapshot().facets(openJobs(wish).build(), COUNTS);
  }

  /** Returns the counted values of a field, such as {@code Java 3}, the most frequent first. */
  static List<String> lines(Facets facets, Field field) {
    return facets.values(field).counts().stream()
        .map(count -> count.value() + " " + count.count())
        .toList();
  }

  /** Returns the response to a search request; both are JSON in UTF-8. */
  byte[] answer(byte[] request) {
    Query query = searches.readQuery(request).query();
    return searches.writeResponse(engine.snapshot().search(query));
  }

  /** Adds an advert; throws a {@link ConflictException} if the identifier is taken. */
  void add(JobSchema.Advert advert) {
    engine.apply(OfferBatch.builder().insert(JobSchema.ADVERTS.offer(advert)).build());
  }

  /** Gives an open job to somebody; false if somebody else was faster. */
  boolean fill(long advert) {
    try {
      engine.apply(OfferBatch.builder().updateIf(advert, OPEN, FILL).build());
      return true;
    } catch (ConflictException filledMeanwhile) {
      return false;
    }
  }

  /** Changes the salary of a job, in EUR a year. */
  void setSalary(long advert, double salary) {
    OfferChanges changes = OfferChanges.builder().set(JobSchema.SALARY, salary).build();
    engine.apply(OfferBatch.builder().update(advert, changes).build());
  }
}
