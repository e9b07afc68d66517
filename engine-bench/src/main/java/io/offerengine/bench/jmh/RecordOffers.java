package io.offerengine.bench.jmh;

import io.offerengine.Match;
import io.offerengine.Matches;
import io.offerengine.OfferEngine;
import io.offerengine.query.Query;
import io.offerengine.record.OfferField;
import io.offerengine.record.RecordMapper;
import io.offerengine.schema.DateField;
import io.offerengine.schema.FlagField;
import io.offerengine.schema.IntegerField;
import io.offerengine.schema.NumberField;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.TextField;
import io.offerengine.schema.TextListField;
import java.lang.invoke.MethodHandles;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What a {@link RecordMapper} adds: {@code offersMapped} makes offers from records, and {@code
 * offersByHand} makes the same offers by the calls of the builder; {@code recordsMapped} makes
 * records from results, and {@code recordsByHand} does so by the getters and the constructor. A
 * record has twelve components, of which three may be absent. Times are those of one record.
 *
 * <p>{@code java -jar engine-bench/target/benchmarks.jar RecordOffers}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(RecordOffers.RECORDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class RecordOffers {
  static final int RECORDS = 1_000;

  private enum Rank {
    JUNIOR,
    SENIOR,
    LEAD
  }

  private record Job(
      @OfferField(identifier = true) long job,
      String title,
      int employer,
      String company,
      String city,
      boolean remote,
      Rank rank,
      List<String> skills,
      LocalDate posted,
      @Nullable Integer mostHours,
      @Nullable Double salary,
      @Nullable Double bonus) {}

  private static final RecordMapper<Job> JOBS = RecordMapper.of(MethodHandles.lookup(), Job.class);
  private static final IntegerField JOB = JOBS.integer("job");
  private static final TextField TITLE = JOBS.text("title");
  private static final IntegerField EMPLOYER = JOBS.integer("employer");
  private static final TextField COMPANY = JOBS.text("company");
  private static final TextField CITY = JOBS.text("city");
  private static final FlagField REMOTE = JOBS.flag("remote");
  private static final TextField RANK = JOBS.text("rank");
  private static final TextListField SKILLS = JOBS.texts("skills");
  private static final DateField POSTED = JOBS.date("posted");
  private static final IntegerField MOST_HOURS = JOBS.integer("mostHours");
  private static final NumberField SALARY = JOBS.number("salary");
  private static final NumberField BONUS = JOBS.number("bonus");

  private final Job[] jobs = new Job[RECORDS];
  private @Nullable Matches matches;

  /** Makes records, and stores them. */
  @Setup
  public void setUp() {
    Random random = new Random(1);
    OfferBatch.Builder batch = OfferBatch.builder();
    for (int i = 0; i < RECORDS; i++) {
      int skills = 1 + random.nextInt(4);
      jobs[i] =
          new Job(
              i,
              "Engineer of team " + random.nextInt(500),
              random.nextInt(200),
              "Company " + random.nextInt(200),
              "City " + random.nextInt(20),
              random.nextBoolean(),
              Rank.values()[random.nextInt(3)],
              IntStream.range(0, skills).mapToObj(each -> "skill " + each).toList(),
              LocalDate.ofEpochDay(20_000 + random.nextInt(90)),
              random.nextInt(5) == 0 ? 30 : null,
              random.nextInt(20) == 0 ? null : 500.0 * random.nextInt(200),
              random.nextInt(3) == 0 ? 500.0 * random.nextInt(20) : null);
      batch.upsert(JOBS.offer(jobs[i]));
    }
    OfferEngine engine = OfferEngine.builder(JOBS.schema()).build();
    engine.apply(batch.build());
    matches = engine.snapshot().search(Query.builder(JOBS.schema()).limit(RECORDS).build());
  }

  /** Makes an offer of each record by the builder. */
  @Benchmark
  public void offersByHand(Blackhole sink) {
    for (Job job : jobs) {
      sink.consume(built(job));
    }
  }

  /** Makes an offer of each record by the mapper. */
  @Benchmark
  public void offersMapped(Blackhole sink) {
    for (Job job : jobs) {
      sink.consume(JOBS.offer(job));
    }
  }

  private static Offer built(Job job) {
    Offer.Builder offer =
        Offer.builder()
            .set(JOB, job.job())
            .set(TITLE, job.title())
            .set(EMPLOYER, job.employer())
            .set(COMPANY, job.company())
            .set(CITY, job.city())
            .set(REMOTE, job.remote())
            .set(RANK, job.rank().name())
            .set(SKILLS, job.skills())
            .set(POSTED, job.posted());
    Integer mostHours = job.mostHours();
    if (mostHours != null) {
      offer.set(MOST_HOURS, mostHours);
    }
    Double salary = job.salary();
    if (salary != null) {
      offer.set(SALARY, salary);
    }
    Double bonus = job.bonus();
    if (bonus != null) {
      offer.set(BONUS, bonus);
    }
    return offer.build();
  }

  /** Makes a record of each result by the getters. */
  @Benchmark
  public void recordsByHand(Blackhole sink) {
    for (Match match : Objects.requireNonNull(matches)) {
      sink.consume(got(match));
    }
  }

  /** Makes a record of each result by the mapper. */
  @Benchmark
  public void recordsMapped(Blackhole sink) {
    for (Match match : Objects.requireNonNull(matches)) {
      sink.consume(JOBS.read(match));
    }
  }

  private static Job got(Match match) {
    return new Job(
        match.get(JOB),
        Objects.requireNonNull(match.get(TITLE)),
        (int) match.get(EMPLOYER),
        Objects.requireNonNull(match.get(COMPANY)),
        Objects.requireNonNull(match.get(CITY)),
        match.get(REMOTE),
        Rank.valueOf(Objects.requireNonNull(match.get(RANK))),
        Objects.requireNonNull(match.get(SKILLS)),
        Objects.requireNonNull(match.get(POSTED)),
        match.has(MOST_HOURS) ? (int) match.get(MOST_HOURS) : null,
        match.has(SALARY) ? match.get(SALARY) : null,
        match.has(BONUS) ? match.get(BONUS) : null);
  }
}
