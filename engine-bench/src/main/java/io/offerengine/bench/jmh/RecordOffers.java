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
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What a {@link RecordMapper} adds: {@code offers} makes offers from records beside the calls of
 * the builder that make the same offers, and {@code reads} makes records from results beside the
 * getters and the constructor. The two sides take turns of 1,000 records, each with twelve
 * components, of which three may be absent. {@code byHand} and {@code mapped} are nanoseconds for
 * each record, and {@code ratio} says how many times as long the mapper takes; the summary adds the
 * iterations up.
 *
 * <p>{@code java -jar engine-bench/target/benchmarks.jar RecordOffers}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class RecordOffers {
  private static final int RECORDS = 1_000;

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

  /** How long each side took. */
  @AuxCounters(AuxCounters.Type.EVENTS)
  @State(Scope.Thread)
  public static class Turns {
    private long nanosByHand;
    private long nanosMapped;
    private long records;

    /** Begins an iteration. */
    @Setup(Level.Iteration)
    public void reset() {
      nanosByHand = 0;
      nanosMapped = 0;
      records = 0;
    }

    /** Returns the nanoseconds for a record without the mapper. */
    public double byHand() {
      return (double) nanosByHand / records;
    }

    /** Returns the nanoseconds for a record by the mapper. */
    public double mapped() {
      return (double) nanosMapped / records;
    }

    /** Returns how many times as long the mapper takes. */
    public double ratio() {
      return (double) nanosMapped / nanosByHand;
    }

    private void run(Runnable byHand, Runnable mapped) {
      long start = System.nanoTime();
      byHand.run();
      long middle = System.nanoTime();
      mapped.run();
      nanosByHand += middle - start;
      nanosMapped += System.nanoTime() - middle;
      records += RECORDS;
    }
  }

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

  /** Makes an offer of each record by the builder, and by the mapper. */
  @Benchmark
  public void offers(Turns turns, Blackhole sink) {
    turns.run(
        () -> {
          for (Job job : jobs) {
            sink.consume(built(job));
          }
        },
        () -> {
          for (Job job : jobs) {
            sink.consume(JOBS.offer(job));
          }
        });
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

  /** Makes a record of each result by the getters, and by the mapper. */
  @Benchmark
  public void reads(Turns turns, Blackhole sink) {
    Matches results = Objects.requireNonNull(matches);
    turns.run(
        () -> {
          for (Match match : results) {
            sink.consume(got(match));
          }
        },
        () -> {
          for (Match match : results) {
            sink.consume(JOBS.read(match));
          }
        });
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
