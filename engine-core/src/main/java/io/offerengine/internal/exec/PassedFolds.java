package io.offerengine.internal.exec;

import io.offerengine.internal.column.KeyChains;
import io.offerengine.internal.index.Clause;
import io.offerengine.internal.plan.Planner;
import io.offerengine.internal.segment.SegmentReader;
import io.offerengine.internal.segment.SegmentView;
import io.offerengine.query.Cursor;
import io.offerengine.query.Query;
import io.offerengine.schema.Field;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The fold values whose best row an earlier page had. A fold value is such a value if one of its
 * rows matches and does not rank after the cursor.
 *
 * <p><b>Cost.</b> Once for each fold value: its rows in all segments, which {@link KeyChains} find.
 * Their order keys are compared with the cursor first: most rows of a fold have the same keys, so
 * that few of them are checked by the conditions.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class PassedFolds {
  private final Planner planner;
  private final List<SegmentView> views;
  private final Execution execution;
  private final Query query;
  private final Cursor after;
  private final RowOrder order;
  private final Field foldField;

  /** The numbers of the segments that may have rows before the page. */
  private final int[] segments;

  /** By segment; null before the first look. */
  private final @Nullable KeyColumns[] columns;

  /** By segment, from the first look on: its conditions. */
  private final Map<Integer, List<Clause>> checks = new HashMap<>();

  /** The values that were found to be passed. */
  private final LongOpenHashSet passed = new LongOpenHashSet(0);

  /** The values that were found not to be passed: their rows are walked once only. */
  private final LongOpenHashSet notPassed = new LongOpenHashSet(0);

  private final int[] row = new int[1];

  private PassedFolds(
      Planner planner, List<SegmentView> views, Execution execution, Query query, Cursor after) {
    this.planner = planner;
    this.views = views;
    this.execution = execution;
    this.query = query;
    this.after = after;
    this.order = new RowOrder(query.order());
    this.foldField = Objects.requireNonNull(query.schema().foldField());
    this.segments =
        IntStream.range(0, views.size())
            .filter(segment -> !planner.isBehindStart(views.get(segment)))
            .toArray();
    this.columns = new KeyColumns[views.size()];
  }

  /** Returns the fold values before the page of a query; null if the query needs none. */
  static @Nullable PassedFolds of(
      Planner planner, List<SegmentView> views, Execution execution, Query query) {
    Cursor after = query.after();
    return after == null || !query.fold()
        ? null
        : new PassedFolds(planner, views, execution, query, after);
  }

  /** Returns whether an earlier page had the best row of a fold value. */
  boolean contains(long fold) {
    if (passed.contains(fold) || notPassed.contains(fold)) {
      return passed.contains(fold);
    }
    for (int segment : segments) {
      if (hasPassed(segment, fold)) {
        passed.add(fold);
        return true;
      }
    }
    notPassed.add(fold);
    return false;
  }

  private boolean hasPassed(int segment, long fold) {
    SegmentView view = views.get(segment);
    KeyChains chains = Objects.requireNonNull(view.segment().foldRows());
    boolean found = false;
    int next = chains.latest(fold, view.size());
    for (; next != KeyChains.NONE && !found; next = chains.earlier(fold, next)) {
      execution.examined(1);
      found = view.live().isLive(next) && isBefore(segment, next) && matches(segment, next);
    }
    return found;
  }

  private boolean isBefore(int segment, int candidate) {
    KeyColumns known = columns[segment];
    if (known == null) {
      SegmentReader reader = planner.reader(views.get(segment));
      known = new KeyColumns(query.order(), foldField, reader);
      columns[segment] = known;
    }
    return order.compare(known, candidate, after) <= 0;
  }

  private boolean matches(int segment, int candidate) {
    List<Clause> clauses = checks.computeIfAbsent(segment, this::clauses);
    row[0] = candidate;
    return Clause.filter(clauses, row, 1) == 1;
  }

  private List<Clause> clauses(int segment) {
    SegmentView view = views.get(segment);
    return planner.checks(view, planner.reader(view));
  }
}
