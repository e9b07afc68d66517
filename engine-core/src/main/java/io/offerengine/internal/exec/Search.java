package io.offerengine.internal.exec;

import io.offerengine.internal.index.Scratch;
import io.offerengine.internal.plan.PlanShape;
import io.offerengine.internal.plan.Planner;
import io.offerengine.internal.plan.RangePruning;
import io.offerengine.internal.plan.SegmentPlan;
import io.offerengine.internal.segment.EngineVersion;
import io.offerengine.internal.segment.SealedSegment;
import io.offerengine.internal.segment.SegmentReader;
import io.offerengine.internal.segment.SegmentView;
import io.offerengine.query.EngineException;
import io.offerengine.query.Query;
import io.offerengine.schema.Arguments;
import io.offerengine.schema.Parameter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One search of one version: plans every segment, runs the plans into one collection of the best
 * rows, and hands out what it kept.
 *
 * <p>Filter, then fold, then rank, then cut: so decision 7 asks, and so a result depends on nothing
 * but the offers.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
public final class Search {
  private static final String OK = "ok";

  private final Query query;
  private final EngineVersion root;
  private final Arguments arguments;
  private final @Nullable PlanShape forced;
  private final Scratch scratch = Scratch.take();
  private final PlanRunner runner;

  /** Finds the fold values whose best row ranks before the page, among all matches. */
  private final PlanRunner passedFolds;

  /** By segment; null for those that were not searched. */
  private final @Nullable SegmentReader[] readers;

  private final long[] examinedBySegment;
  private final long[] matchedBySegment;
  private long rowsMatched;

  /**
   * Prepares a search.
   *
   * @param clock the time, in seconds since 1970, unless the query gives it
   * @param forced the shape of plan to be used where possible; null for the cheapest
   */
  public Search(EngineVersion root, Query query, double clock, @Nullable PlanShape forced) {
    this.query = query;
    this.root = root;
    this.arguments = query.arguments().atClock(query.schema(), clock);
    this.forced = forced;
    Deadline deadline = new Deadline(query.deadline());
    this.runner = new PlanRunner(deadline, scratch);
    this.passedFolds = new PlanRunner(deadline, scratch);
    int segments = root.views().size();
    this.readers = new SegmentReader[segments];
    this.examinedBySegment = new long[segments];
    this.matchedBySegment = new long[segments];
  }

  /** Returns the best rows; at limit 0 none, without any work. */
  public SearchResult run() {
    SearchEvent event = new SearchEvent("search");
    event.begin();
    try {
      SearchResult result = find();
      event.results = result.size();
      event.outcome = OK;
      return result;
    } catch (EngineException e) {
      event.outcome = e.code().name();
      throw e;
    } finally {
      record(event);
    }
  }

  /**
   * Looks at all rows that a search has to look at, at limit 0 too, for the sake of the figures.
   */
  public void examine() {
    SearchEvent event = new SearchEvent("explain");
    event.begin();
    try {
      rank();
      rowsMatched = countMatches(new PlanRunner(new Deadline(query.deadline()), scratch));
      event.outcome = OK;
    } catch (EngineException e) {
      event.outcome = e.code().name();
      throw e;
    } finally {
      record(event);
    }
  }

  private void record(SearchEvent event) {
    event.end();
    if (event.shouldCommit()) {
      event.query = query.toString();
      event.plan = plans().stream().map(plan -> plan.shape().toString()).toList().toString();
      event.rowsExamined = rowsExamined();
      event.rowsMatched = rowsMatched();
      event.commit();
    }
    scratch.release();
  }

  private SearchResult find() {
    return query.limit() == 0
        ? new SearchResult(readers, new int[0], new int[0], query, clock(), false)
        : result(rank());
  }

  private TopKCollector rank() {
    TopKCollector top = TopKCollector.of(query, query.limit() + 1, readers.length, scratch);
    if (passes() > 1) {
      notePassedFolds(top);
    }
    Planner planner = Planner.ofBest(query, arguments, sealedSegments(), forced, scratch);
    runner.offerTo(top);
    new TopKExecutor(planner, root.views(), runner, top, scratch, readers, examinedBySegment).run();
    rowsMatched = runner.rowsMatched();
    return top;
  }

  /** Returns how many segments there are beside the tails. */
  private int sealedSegments() {
    List<SegmentView> views = root.views();
    int sealed = 0;
    for (int i = 0; i < views.size(); i++) {
      sealed += views.get(i).segment() instanceof SealedSegment ? 1 : 0;
    }
    return sealed;
  }

  private void notePassedFolds(TopKCollector top) {
    Planner planner = Planner.ofAll(query, arguments, forced, scratch);
    for (int segment = 0; segment < readers.length; segment++) {
      SegmentPlan plan = planner.plan(root.views().get(segment));
      top.turnTo(segment, plan.reader());
      long examinedBefore = passedFolds.rowsExamined();
      passedFolds.run(plan, top::notePassed);
      examinedBySegment[segment] += passedFolds.rowsExamined() - examinedBefore;
      scratch.reset();
    }
  }

  private SearchResult result(TopKCollector top) {
    int kept = top.finish();
    boolean cut = kept > query.limit();
    int size = Math.min(kept, query.limit());
    int[] segments = new int[size];
    int[] rows = new int[size];
    top.copyBest(segments, rows);
    return new SearchResult(readers, segments, rows, query, clock(), cut);
  }

  private double clock() {
    for (Parameter<?> parameter : query.schema().parameters()) {
      if (parameter.isClock()) {
        return arguments.value(parameter);
      }
    }
    return 0;
  }

  /** Returns how many rows match, before folding, whatever the limit and the page. */
  public long count() {
    SearchEvent event = new SearchEvent("count");
    event.begin();
    try {
      long count = countMatches(runner);
      rowsMatched = count;
      event.outcome = OK;
      return count;
    } catch (EngineException e) {
      event.outcome = e.code().name();
      throw e;
    } finally {
      record(event);
    }
  }

  private long countMatches(PlanRunner counter) {
    Planner planner = Planner.ofAll(query, arguments, forced, scratch);
    long count = 0;
    for (int segment = 0; segment < readers.length; segment++) {
      SegmentPlan plan = planner.plan(root.views().get(segment));
      matchedBySegment[segment] = counter.count(plan);
      count += matchedBySegment[segment];
      if (matchedBySegment[segment] == 0) {
        RangePruning.noteNone(plan);
      }
      scratch.reset();
    }
    return count;
  }

  /** Returns how often every plan is run: a later page of folds looks for passed folds first. */
  public int passes() {
    return query.fold() && query.after() != null ? 2 : 1;
  }

  /** Returns the plans, by segment. */
  public List<SegmentPlan> plans() {
    Planner planner = Planner.ofBest(query, arguments, sealedSegments(), forced, new Scratch());
    List<SegmentPlan> plans = new ArrayList<>(readers.length);
    for (SegmentView view : root.views()) {
      plans.add(planner.plan(view));
    }
    return plans;
  }

  /** Returns how many rows of a segment the search looked at one by one, in all its passes. */
  public long rowsExamined(int segment) {
    return examinedBySegment[segment];
  }

  /** Returns how many rows of a segment matched the search, before folding. */
  public long rowsMatched(int segment) {
    return matchedBySegment[segment];
  }

  /** Returns how many rows were looked at one by one, in all passes. */
  public long rowsExamined() {
    return passedFolds.rowsExamined() + runner.rowsExamined();
  }

  /** Returns how much was done, in rows looked at, and words of bitmaps at what they cost. */
  public long work() {
    return passedFolds.work() + runner.work();
  }

  /**
   * Returns how many rows matched, before folding: all of them when they were counted or explained,
   * those that were looked at in a search.
   */
  public long rowsMatched() {
    return rowsMatched;
  }
}
