package io.offerengine.internal.exec;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.index.Clause;
import io.offerengine.internal.index.PrefixFilter;
import io.offerengine.internal.index.RowBatches;
import io.offerengine.internal.index.Scratch;
import io.offerengine.internal.plan.CostModel;
import io.offerengine.internal.plan.IndexOrder;
import io.offerengine.internal.plan.SegmentPlan;
import io.offerengine.internal.segment.SegmentView;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads the matching rows of a segment in an {@link IndexOrder}, that of an index on the first
 * order key.
 *
 * <p><b>How.</b> No estimate says reliably how far the scan has to go. So it checks ranks one by
 * one up to its budget; of the first ranks, a prefix filter says which rows are worth a look. Then
 * the fallback intersects the bitmaps, and the number of matching rows is known. The scan goes on
 * over the intersection, one bit per rank. If that would take longer than gathering the matching
 * rows that are left, these are gathered in no order; if few rows are wanted, that is checked again
 * whenever the scan has passed as many ranks as gathering costs.
 *
 * <p><b>Cost.</b> At most about twice that of the cheapest of the three ways.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class IndexScan implements SegmentScan {
  /** The first run of ranks; from the second on, each is longer than the last by so many. */
  private static final int FIRST_RUN = 32;

  /** The first run over the intersection. */
  private static final int FIRST_INTERSECTED_RUN = 64;

  private final Execution execution;
  private final SegmentPlan plan;
  private final SegmentView view;
  private final TopKCollector top;
  private final IndexOrder positions;

  /** The position at which the page begins. */
  private final int start;

  private final int rowsExpected;
  private final boolean fewWanted;

  /** Ranks that are asked for their bit in the time in which one matching row is gathered. */
  private final int ranksPerRow;

  /** Takes the rows of a run, and their first keys. */
  private final int[] batch;

  private final long[] firsts;

  /** Filters the first positions; null if their rows are checked one by one. */
  private final @Nullable PrefixFilter prefix;

  /** The ends of the positions that are filtered by the prefix, checked, and have a first key. */
  private final int prefixEnd;

  private final int checkedEnd;
  private final int presentEnd;
  private int position;

  /** How many positions come next, and how many after them. */
  private int run;

  private int nextRun = 2 * FIRST_RUN;

  /** The rows that the bitmaps have in common; null before they were intersected. */
  private long @Nullable [] matching;

  /** The clauses that check these rows; before, those that check every row. */
  private List<Clause> checks;

  /** Whether the first keys of the last run are known. */
  private boolean knowsFirsts;

  /** How many positions are read over the intersection before the rows left are gathered. */
  private long gatherAfter = Long.MAX_VALUE;

  private boolean gathered;
  private long examined;

  /**
   * Creates a scan at its first position.
   *
   * @param rowsExpected how many of the rows wanted are expected to be of this segment
   * @param top the collector that rows will be offered to
   */
  IndexScan(
      Execution execution,
      SegmentPlan plan,
      IndexOrder positions,
      int rowsExpected,
      TopKCollector top) {
    this.execution = execution;
    this.plan = plan;
    this.view = plan.view();
    this.checks = plan.clauses();
    this.top = top;
    this.positions = positions;
    this.start = positions.startOf(top.pageStart().first());
    this.rowsExpected = rowsExpected;
    this.fewWanted = top.capacity <= TopKCollector.MAX_SORTED;
    this.ranksPerRow =
        fewWanted && !top.isFolded()
            ? CostModel.RANKS_PER_GATHERED_ROW
            : CostModel.RANKS_PER_REPLACED_ROW;
    this.batch = execution.scratch().batch();
    this.firsts = execution.scratch().numbers();
    this.presentEnd = positions.presentEnd();
    this.position = start;
    int budget = plan.budget();
    this.prefix = budget > 0 ? positions.prefix(start, plan.clauses()) : null;
    int filtered = prefix == null ? 0 : Math.min(prefix.positions(), presentEnd);
    boolean filtersMost =
        prefix != null && prefix.checksPerPosition() <= CostModel.MOST_CHECKS_PER_PREFIX_RANK;
    // The budget is that of rows which lie apart: the prefix cache has them side by side.
    int checked = position + Math.min(budget, presentEnd - position);
    this.checkedEnd = filtersMost ? Math.max(checked, filtered) : checked;
    this.prefixEnd = Math.min(filtered, checkedEnd);
    this.run = plan.matchesAll() ? Math.min(plan.rowsWanted(), FIRST_RUN) : FIRST_RUN;
  }

  @Override
  public void advance() {
    long[] words = matching;
    if (words != null && position - checkedEnd >= gatherAfter) {
      clearPassed(words);
      execution.examineAll(checks, words, view.wordCount(), top::offerAll);
      position = positions.size();
      gathered = true;
      return;
    }
    if (top.isFull() && position < presentEnd) {
      int end = Math.min(position + run, presentEnd);
      run = positions.firstBeyond(top.cutoff(), position + 1, end) - position;
    }
    int size = nextRows(batch);
    if (knowsFirsts) {
      top.offerAll(batch, firsts, size);
    } else {
      top.offerAll(batch, size);
    }
  }

  @Override
  public boolean hasNext() {
    return position < positions.size();
  }

  @Override
  public long nextFirst() {
    return position < presentEnd ? positions.first(position) : Long.MAX_VALUE;
  }

  @Override
  public Progress progress() {
    if (gathered) {
      return Progress.GATHER;
    }
    if (matching != null) {
      return Progress.INTERSECTED_SCAN;
    }
    return position == start ? Progress.NOT_STARTED : Progress.SCAN;
  }

  @Override
  public int budget() {
    return Math.max(plan.budget(), prefixEnd - start);
  }

  /**
   * Reads one run of positions.
   *
   * @param rows takes the matching rows, in the order of the index; has room for a batch
   * @return how many match, perhaps none
   */
  int nextRows(int[] rows) {
    long examinedBefore = execution.rowsExamined();
    intersectIfBudgetIsSpent();
    int from = position;
    int to = Math.min(from + run, endLike(from));
    if (plan.matchesAll() && matching == null && to < checkedEnd) {
      to = positions.endOfTies(to, Math.min(from + Scratch.BATCH, checkedEnd));
    }
    position = to;
    run = nextRun;
    nextRun = Math.min(Scratch.BATCH, nextRun + FIRST_RUN);
    int size = findRows(from, to, rows);
    examined += execution.rowsExamined() - examinedBefore;
    return size;
  }

  /** Returns the end of the positions that are read in the same way as one of them. */
  private int endLike(int from) {
    if (from < checkedEnd) {
      return from < prefixEnd ? prefixEnd : checkedEnd;
    }
    return from < presentEnd ? presentEnd : positions.size();
  }

  /** Finds the matching rows at some positions that are read in the same way. */
  private int findRows(int from, int to, int[] rows) {
    if (from >= checkedEnd && from < presentEnd) {
      knowsFirsts = false;
      execution.passed(to - from);
      int size = positions.members(Objects.requireNonNull(matching), from, to, rows);
      return execution.verify(checks, rows, size);
    }
    PrefixFilter filter = from < prefixEnd ? prefix : null;
    int size = filter == null ? RowBatches.list(from, to, rows) : filter(filter, from, to, rows);
    readRows(rows, size, to);
    long[] words = matching;
    int candidates =
        words == null ? view.live().filter(rows, size) : Bits.keep(words, false, rows, size);
    int left = execution.verify(filter == null ? checks : filter.rest(), rows, candidates);
    knowsFirsts &= left == size;
    return left;
  }

  /** Lists the positions that a prefix filter accepts. */
  private int filter(PrefixFilter filter, int from, int to, int[] accepted) {
    execution.words((long) filter.bitmapCount() * Bits.wordCount(to - from));
    execution.passed(filter.rangeCount() == 0 ? 0 : to - from);
    return filter.list(from, to, accepted);
  }

  /** Replaces positions by their rows, and reads the first keys if the prefix cache has them. */
  private void readRows(int[] rows, int size, int end) {
    knowsFirsts = positions.cachesFirsts(end);
    for (int i = 0; i < size; i++) {
      int at = rows[i];
      firsts[i] = knowsFirsts ? positions.first(at) : 0;
      rows[i] = positions.row(at);
    }
  }

  /** Returns how many rows {@link #nextRows} examined one by one. */
  long rowsExamined() {
    return examined;
  }

  private void intersectIfBudgetIsSpent() {
    if (position != checkedEnd || position >= presentEnd || matching != null) {
      return;
    }
    checks = new ArrayList<>();
    long[] words = execution.intersect(plan, checks);
    matching = words;
    long count = Bits.count(words, view.wordCount());
    run = runWith(rowsExpected, count);
    nextRun = FIRST_INTERSECTED_RUN;
    long gathering = count * ranksPerRow;
    double scanning = (double) plan.rowsWanted() * positions.presentCount() / Math.max(1, count);
    if (gathering < Math.min(presentEnd - position, scanning)) {
      gatherAfter = 0;
    } else if (fewWanted) {
      gatherAfter = gathering;
    }
  }

  /** Returns how many positions should have so many of the matching rows. */
  private int runWith(long rows, long matches) {
    long passed = rows * positions.presentCount() / Math.max(1, matches);
    passed += (long) (passed * CostModel.SPARE_RANKS);
    return (int) Math.max(FIRST_RUN, Math.min(Scratch.BATCH, passed));
  }

  /**
   * Returns whether {@link #nextRows} reads the rows of the scan in the order of their first keys.
   * If the scan starts with an intersection, it is made now: if few rows are left, {@link #advance}
   * gathers them at once, in no order.
   */
  boolean readsInOrder() {
    if (positions.isExact()) {
      intersectIfBudgetIsSpent();
    }
    return positions.isExact() && gatherAfter > 0;
  }

  /** Clears the rows at the positions that were read. */
  private void clearPassed(long[] words) {
    for (int passed = start; passed < position; passed++) {
      Bits.clear(words, positions.row(passed));
    }
  }
}
