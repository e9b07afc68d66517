package io.offerengine.internal.exec;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.index.RangeClause;
import io.offerengine.internal.index.ScaledIndex;
import io.offerengine.internal.index.Scratch;
import io.offerengine.internal.index.SortedPermutation;
import io.offerengine.internal.plan.OrderAccess;
import io.offerengine.internal.plan.SegmentPlan;
import io.offerengine.internal.segment.SegmentView;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A walk over a segment's matching rows in the order of a permutation by the query's first key.
 *
 * <p><b>How.</b> No estimate says reliably how far a walk has to go. So it begins row by row, with
 * a budget of what intersecting the bitmaps costs (none where these are cheaper than the walk is
 * expected to be). Then the bitmaps are intersected, it is known how many rows match, and the walk
 * goes on asking for one bit a row; unless it would be longer than gathering the matching rows that
 * are left, in no order. Where few rows are wanted, it has that as a budget.
 *
 * <p><b>Cost.</b> So at most about twice that of the best of the three ways.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class RankWalk implements SegmentWalk {
  /** Ranks that are asked for their bit in the time that one matching row is gathered in. */
  private static final int RANKS_PER_ROW = 4;

  /** Like {@link #RANKS_PER_ROW}, where so many rows are wanted that they have to be sorted. */
  private static final int RANKS_PER_SORTED_ROW = 16;

  /** The first run of ranks; from the second on, each is longer than the last by so many. */
  private static final int FIRST_CHECKED = 32;

  private static final int FIRST_RUN = 64;

  /** A run that is to have some rows is longer by this share: they are not spread evenly. */
  private static final int SPARE_SHARE = 8;

  private final PlanRunner runner;
  private final SegmentPlan plan;
  private final SegmentView view;
  private final SortedPermutation sorted;
  private final boolean descending;
  private final int wanted;
  private final int wantedHere;

  /** Null where the rows are sorted by the first key itself. */
  private final @Nullable ScaledIndex scale;

  /** Takes the rows of a run. */
  private final int[] batch;

  /** The ranks that have a first key and may match. */
  private final int low;

  private final int high;

  /** Places of the walk: checked row by row, with a first key, in all. */
  private final int checkedEnd;

  private final int presentEnd;
  private final int end;
  private int walked;

  /** How many ranks come next, and how many after them. */
  private int run = FIRST_CHECKED;

  private int nextRun = 2 * FIRST_CHECKED;

  /** The rows that the bitmaps have in common; null before they were intersected. */
  private long @Nullable [] matching;

  private long budget = Long.MAX_VALUE;
  private long examined;

  /**
   * Creates a walk.
   *
   * @param wanted how many rows are wanted at most
   * @param wantedHere how many of these are expected to be of this segment
   * @param batch has room for a batch of rows; used while the walk goes on only
   */
  RankWalk(
      PlanRunner runner,
      SegmentPlan plan,
      OrderAccess order,
      SortedPermutation sorted,
      int wanted,
      int wantedHere,
      int[] batch) {
    this.runner = runner;
    this.plan = plan;
    this.view = plan.view();
    this.sorted = sorted;
    this.descending = order.descending();
    this.wanted = wanted;
    this.wantedHere = wantedHere;
    this.scale = order.scale();
    this.batch = batch;
    RangeClause range = order.range();
    int present = sorted.presentCount();
    this.low = range == null ? 0 : Math.min(range.fromRank(), present);
    this.high = range == null ? present : Math.min(range.toRank(), present);
    boolean includesAbsent = range == null || range.toRank() > present;
    this.presentEnd = Math.max(0, high - low);
    this.checkedEnd = Math.min(plan.budget(), presentEnd);
    this.end = presentEnd + (includesAbsent ? sorted.rowCount() - present : 0);
  }

  /** Offers the rows until no better one can come. */
  void run(TopRows top) {
    while (hasNext() && !(top.isFull() && nextFirst() > top.cutoff())) {
      walkOn(top);
    }
  }

  @Override
  public void walkOn(TopRows top) {
    long[] words = matching;
    if (words != null && walked - checkedEnd >= budget) {
      clearWalked(words);
      runner.examineAll(plan.residual(), words, view.wordCount(), top::offerAll);
      walked = end;
    } else {
      if (top.isFull()) {
        shorten(top.cutoff());
      }
      top.offerAll(batch, nextRows(batch));
    }
  }

  /** Ends the next run with the last row that may make a cutoff, one row at least. */
  private void shorten(long cutoff) {
    int low = walked + 1;
    int high = Math.min(walked + run, presentEnd);
    if (high <= low || first(high - 1) <= cutoff) {
      return;
    }
    while (low < high) {
      int middle = (low + high) >>> 1;
      boolean within = first(middle) <= cutoff;
      low = within ? middle + 1 : low;
      high = within ? high : middle;
    }
    run = low - walked;
  }

  @Override
  public boolean hasNext() {
    return walked < end;
  }

  @Override
  public long nextFirst() {
    return walked >= presentEnd ? Long.MAX_VALUE : first(walked);
  }

  /** Returns the first number at a place that has one, or a bound of it. */
  private long first(int place) {
    long key = sorted.key(rank(place));
    key = scale == null ? key : scale.bound(key, descending);
    return descending ? ~key : key;
  }

  /**
   * Walks on a little.
   *
   * @param rows takes the matching rows met, in the order of the walk; has room for a batch
   * @return how many these are, perhaps none
   */
  int nextRows(int[] rows) {
    long examinedBefore = runner.rowsExamined();
    int size = findRows(rows);
    examined += runner.rowsExamined() - examinedBefore;
    return size;
  }

  private int findRows(int[] rows) {
    if (walked == checkedEnd && walked < presentEnd && matching == null) {
      intersect();
    }
    int from = walked;
    if (from < checkedEnd || from >= presentEnd) {
      int to = Math.min(from + run, from < checkedEnd ? checkedEnd : end);
      for (int place = from; place < to; place++) {
        rows[place - from] = sorted.row(rank(place));
      }
      moveTo(to);
      return matching == null
          ? runner.verifyFound(plan, rows, to - from)
          : runner.verify(plan.residual(), rows, Bits.keep(matching, false, rows, to - from));
    }
    int to = Math.min(from + run, presentEnd);
    int size = members(from, to, rows);
    moveTo(to);
    return runner.verify(plan.residual(), rows, size);
  }

  /** Returns how many rows {@link #nextRows} looked at one by one. */
  long rowsExamined() {
    return examined;
  }

  private void moveTo(int place) {
    walked = place;
    run = nextRun;
    nextRun = Math.min(Scratch.BATCH, nextRun + FIRST_CHECKED);
  }

  /** Returns the rank at a place of the walk; rows without a first key have the last ones. */
  private int rank(int place) {
    if (place >= presentEnd) {
      return sorted.presentCount() + place - presentEnd;
    }
    return descending ? high - 1 - place : low + place;
  }

  private void intersect() {
    long[] words = runner.intersection(plan);
    matching = words;
    boolean fewWanted = wanted <= TopRows.MAX_SORTED;
    long count = Bits.count(words, view.wordCount());
    run = runTo(wantedHere, count);
    nextRun = FIRST_RUN;
    long gathering = count * (fewWanted ? RANKS_PER_ROW : RANKS_PER_SORTED_ROW);
    if (gathering < Math.min(presentEnd, (double) wanted * presentEnd / Math.max(1, count))) {
      budget = 0;
    } else if (fewWanted) {
      budget = gathering;
    }
  }

  /** Returns how many ranks probably have so many of the rows that match. */
  private int runTo(long rows, long matches) {
    long ranks = rows * presentEnd / Math.max(1, matches);
    return (int) Math.max(FIRST_CHECKED, Math.min(Scratch.BATCH, ranks + ranks / SPARE_SHARE));
  }

  /** Returns whether rows come in the order of the first key. */
  boolean isOrdered() {
    return scale == null;
  }

  /**
   * Intersects the bitmaps, if the walk starts with that, and returns whether the rows that they
   * have in common are so few that {@link #walkOn} hands them on at once, in no order.
   */
  boolean gathers() {
    if (checkedEnd == 0 && presentEnd > 0 && matching == null) {
      intersect();
    }
    return budget == 0;
  }

  /** Lists the matching rows at some places of the walk. */
  private int members(int from, int to, int[] rows) {
    long[] words = Objects.requireNonNull(matching);
    runner.notePassed(to - from);
    if (!descending) {
      return sorted.members(words, low + from, low + to, rows);
    }
    int size = sorted.members(words, high - to, high - from, rows);
    IntArrays.reverse(rows, 0, size);
    return size;
  }

  /** Takes the rows that were walked off those of a bitmap. */
  private void clearWalked(long[] words) {
    for (int place = 0; place < walked; place++) {
      Bits.clear(words, sorted.row(rank(place)));
    }
  }
}
