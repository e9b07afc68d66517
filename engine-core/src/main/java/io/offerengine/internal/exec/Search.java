package io.offerengine.internal.exec;

import io.offerengine.internal.index.Deadline;
import io.offerengine.internal.index.Scratch;
import io.offerengine.internal.plan.PlanShape;
import io.offerengine.internal.plan.Planner;
import io.offerengine.internal.plan.SegmentPlan;
import io.offerengine.internal.segment.EngineVersion;
import io.offerengine.internal.segment.SegmentReader;
import io.offerengine.query.EngineException;
import io.offerengine.query.Query;
import io.offerengine.schema.Arguments;
import io.offerengine.schema.Parameter;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToLongBiFunction;
import org.jspecify.annotations.Nullable;

/**
 * One search of one version: plans the segments, runs the plans into one collector of the best
 * rows, and hands out the rows collected.
 *
 * <p>A search filters, then collapses, then ranks, then cuts. The result depends on the offers, the
 * query and the clock alone.
 *
 * <p>A search runs once: one of {@link #run}, {@link #examine}, {@link #count} and {@link #forEach}
 * is called, and gives the scratch memory back to its pool.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
public final class Search {
  private static final String OK = "ok";
  private static final SearchTimes UNTIMED = new SearchTimes(0, 0, 0);

  /** The query as it was asked, to which cursors belong. */
  private final Query asked;

  /** The query at the time of the search. */
  private final Query query;

  private final EngineVersion version;
  private final Arguments arguments;
  private final @Nullable PlanShape forced;
  private final Scratch scratch;
  private final Deadline deadline;
  private final Execution execution;

  private final SegmentTrace[] traces;
  private SearchTimes times = UNTIMED;
  private long planningNanos;
  private long rowsMatched;

  /**
   * Prepares a search.
   *
   * @param clock the time, in seconds since 1970, unless the query gives it
   * @param forced the shape of plan to use where possible; null for the cheapest
   */
  public Search(EngineVersion version, Query query, double clock, @Nullable PlanShape forced) {
    this.asked = query;
    this.query = query.atClock(clock);
    this.version = version;
    this.arguments = query.arguments().atClock(query.schema(), clock);
    this.forced = forced;
    this.deadline = new Deadline(query.deadline());
    this.scratch = Scratch.take(deadline);
    this.execution = new Execution(deadline, scratch);
    this.traces = new SegmentTrace[version.views().size()];
    for (int segment = 0; segment < traces.length; segment++) {
      traces[segment] = new SegmentTrace();
    }
  }

  /** Returns the best rows; at limit 0 none, without any work. */
  public SearchResult run() {
    return observed(
        "search",
        event -> {
          SearchResult result = query.limit() == 0 ? none() : result(rank(false));
          event.results = result.size();
          return result;
        });
  }

  /**
   * Runs the search for its trace alone, and counts the matching rows, all within the deadline. A
   * search of limit 0 is run, too.
   *
   * @param isTimed whether the phases are timed
   */
  public void examine(boolean isTimed) {
    observed(
        "explain",
        event -> {
          long start = System.nanoTime();
          TopKCollector top = rank(isTimed);
          long ranked = System.nanoTime();
          SearchResult result = result(top);
          times =
              new SearchTimes(
                  planningNanos, ranked - start - planningNanos, System.nanoTime() - ranked);
          count(new Execution(deadline, scratch));
          return result;
        });
  }

  /** Returns how many rows match, before collapsing, whatever the limit and the page. */
  public long count() {
    return observed("count", event -> count(execution));
  }

  /**
   * Hands on all matching rows, before collapsing, in no particular order; the deadline is checked
   * before each batch.
   *
   * @param consumer receives at least one row at a time, of one segment
   */
  public void forEach(Consumer<? super SearchResult> consumer) {
    observed(
        "for each",
        event -> {
          MatchBatches batches = new MatchBatches(asked, clock(), deadline, consumer);
          return gather(
              execution,
              (pass, plan) -> {
                long before = pass.rowsMatched();
                batches.turnTo(plan.reader());
                pass.gather(plan, batches::add);
                batches.end();
                return pass.rowsMatched() - before;
              });
        });
  }

  /** Runs work of a kind; a flight recording shows it, whether it fails or not. */
  private <T> T observed(String kind, Function<SearchEvent, T> run) {
    SearchEvent event = new SearchEvent(kind);
    event.begin();
    try {
      T result = run.apply(event);
      event.outcome = OK;
      return result;
    } catch (EngineException e) {
      event.outcome = e.code().name();
      throw e;
    } finally {
      try {
        record(event);
      } finally {
        scratch.release();
      }
    }
  }

  private void record(SearchEvent event) {
    event.end();
    if (event.shouldCommit()) {
      event.query = query.toString();
      event.parameters = arguments.toString();
      event.version = version.number();
      event.plan = SearchReport.plan(this);
      event.segments = String.join("\n", SearchReport.segments(this));
      event.computedFields = String.join("\n", SearchReport.computedFields(query, this));
      event.advice = String.join("\n", SearchAdvice.of(query, this));
      event.rowsExamined = rowsExamined();
      event.rowsMatched = rowsMatched();
      event.commit();
    }
  }

  private TopKCollector rank(boolean isTimed) {
    Planner planner = Planner.ofBest(query, arguments, version.sealedSegments(), forced, scratch);
    PassedFolds passed = PassedFolds.of(planner, version.views(), execution, query);
    TopKCollector top = TopKCollector.of(query, query.limit() + 1, traces.length, scratch, passed);
    TopKExecutor executor =
        new TopKExecutor(planner, version.views(), execution, top, traces, isTimed);
    executor.run();
    planningNanos = executor.planningNanos();
    rowsMatched = execution.rowsMatched();
    return top;
  }

  private SearchResult none() {
    return new SearchResult(readers(), new int[0], new int[0], asked, clock(), false);
  }

  private SearchResult result(TopKCollector top) {
    int collected = top.finish();
    boolean isCut = collected > query.limit();
    int size = Math.min(collected, query.limit());
    int[] segments = new int[size];
    int[] rows = new int[size];
    top.copyBest(segments, rows);
    return new SearchResult(readers(), segments, rows, asked, clock(), isCut);
  }

  private @Nullable SegmentReader[] readers() {
    @Nullable SegmentReader[] readers = new SegmentReader[traces.length];
    for (int segment = 0; segment < readers.length; segment++) {
      SegmentPlan plan = traces[segment].plan();
      readers[segment] = plan == null ? null : plan.reader();
    }
    return readers;
  }

  /** Returns the time that clocks have which the query leaves open; 0 if it leaves none open. */
  private double clock() {
    for (Parameter<?> parameter : query.schema().parameters()) {
      if (parameter.isClock() && !arguments.isGiven(parameter)) {
        return arguments.value(parameter);
      }
    }
    return 0;
  }

  private long count(Execution pass) {
    return gather(pass, Execution::count);
  }

  /** Runs the plans of all matching rows; returns how many rows match. */
  private long gather(Execution pass, ToLongBiFunction<Execution, SegmentPlan> run) {
    Planner planner = Planner.ofAll(query, arguments, forced, scratch);
    long count = 0;
    for (int segment = 0; segment < traces.length; segment++) {
      SegmentPlan plan = planner.plan(version.views().get(segment));
      long examinedBefore = pass.rowsExamined();
      long matched = run.applyAsLong(pass, plan);
      traces[segment].counted(
          plan, matched, pass.rowsExamined() - examinedBefore, pass == execution);
      count += matched;
      pass.segmentDone();
    }
    rowsMatched = count;
    return count;
  }

  /** Returns the version that is searched. */
  public EngineVersion version() {
    return version;
  }

  /** Returns the query's arguments, its clock set. */
  public Arguments arguments() {
    return arguments;
  }

  /** Returns how the search went in a segment, after it ran. */
  public SegmentTrace trace(int segment) {
    return traces[segment];
  }

  /** Returns how long the phases took, after a timed {@link #examine}. */
  public SearchTimes times() {
    return times;
  }

  /** Returns how many rows were examined one by one. */
  public long rowsExamined() {
    return execution.rowsExamined();
  }

  /** Returns the work in examined rows; words of bitmaps count by their cost. */
  public long work() {
    return execution.work();
  }

  /**
   * Returns how many rows matched, before collapsing: all of them after a count or an explanation,
   * those that were examined after a search.
   */
  public long rowsMatched() {
    return rowsMatched;
  }
}
