package io.offerengine.internal.exec;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.index.Clause;
import io.offerengine.internal.index.PrefixFilter;
import io.offerengine.internal.index.RowBatches;
import io.offerengine.internal.index.Scratch;
import io.offerengine.internal.plan.SegmentPlan;
import io.offerengine.internal.segment.SegmentView;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A walk over a segment's matching rows in the order of a permutation by the query's first key.
 *
 * <p><b>How.</b> No estimate says reliably how far a walk has to go. So it begins row by row, with
 * a budget of what intersecting the bitmaps costs (none where these are cheaper than the walk is
 * expected to be); of the first rows from an end of the permutation, bits and keys that are kept
 * beside each other tell which to look at. Then the bitmaps are intersected, it is known how many
 * rows match, and the walk goes on asking for one bit a row; unless it would be longer than
 * gathering the matching rows that are left, in no order. Where few rows are wanted, it has that as
 * a budget.
 *
 * <p><b>Cost.</b> So at most about twice that of the best of the three ways.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class IndexScan implements SegmentScan {
  /** Of {@link #ranksPerRow}, where a row that is gathered is kept or not, and no more. */
  private static final int RANKS_PER_ROW = 4;

  /**
   * Like {@link #RANKS_PER_ROW}, where rows that come in no order take the place of others of their
   * fold, or so many are wanted that they have to be sorted: decision 46.
   */
  private static final int RANKS_PER_PLACED_ROW = 16;

  /** The first run of places; from the second on, each is longer than the last by so many. */
  private static final int FIRST_CHECKED = 32;

  private static final int FIRST_RUN = 64;

  /** What is not told of the first places is asked of so many rows for each of them at most. */
  private static final double MOST_ASKED = 0.25;

  /** A run that is to have some rows is longer by this share: they are not spread evenly. */
  private static final int SPARE_SHARE = 8;

  private final PlanRunner runner;
  private final SegmentPlan plan;
  private final SegmentView view;
  private final RankPositions places;
  private final boolean fewWanted;

  /** Ranks that are asked for their bit in the time that one matching row is gathered in. */
  private final int ranksPerRow;

  private final int wantedHere;

  /** Takes the rows of a run, and their first numbers. */
  private final int[] batch;

  private final long[] firsts;

  /** Whether no condition is asked, so that the first run has as many rows as are wanted. */
  private final boolean allMatch;

  /** Tells of the first places; null where their rows are asked for one by one. */
  private final @Nullable PrefixFilter head;

  /** The ends of the places that it tells of, that are checked one by one, and that have a key. */
  private final int headEnd;

  private final int checkedEnd;
  private final int presentEnd;
  private int walked;

  /** How many places come next, and how many after them. */
  private int run;

  private int nextRun = 2 * FIRST_CHECKED;

  /** The rows that the bitmaps have in common; null before they were intersected. */
  private long @Nullable [] matching;

  /** What remains to be asked of these rows. */
  private final List<Clause> checks = new ArrayList<>();

  /** Whether the first numbers of the last run are known. */
  private boolean knowsFirsts;

  private long budget = Long.MAX_VALUE;
  private long examined;

  /**
   * Creates a walk.
   *
   * @param top what rows will be offered to
   * @param wantedHere how many of the rows wanted are expected to be of this segment
   * @param scratch the search's working memory; its batch is used while the walk goes on only
   */
  IndexScan(
      PlanRunner runner,
      SegmentPlan plan,
      RankPositions places,
      TopKCollector top,
      int wantedHere,
      Scratch scratch) {
    this.runner = runner;
    this.plan = plan;
    this.view = plan.view();
    this.places = places;
    this.fewWanted = top.capacity <= TopKCollector.MAX_SORTED;
    this.ranksPerRow = fewWanted && !top.isFolded() ? RANKS_PER_ROW : RANKS_PER_PLACED_ROW;
    this.wantedHere = wantedHere;
    this.batch = scratch.batch();
    this.firsts = scratch.numbers();
    this.presentEnd = places.presentCount();
    this.head = plan.budget() > 0 ? places.head(plan) : null;
    int told = head == null ? 0 : Math.min(head.places(), presentEnd);
    boolean tellsMost = head != null && head.asked() <= MOST_ASKED;
    // A budget is made for rows that are looked at one by one: what lies together is cheaper.
    int checked = tellsMost ? Math.max(plan.budget(), told) : plan.budget();
    this.checkedEnd = Math.min(checked, presentEnd);
    this.headEnd = Math.min(told, checkedEnd);
    this.allMatch = plan.leading().isEmpty() && plan.residual().isEmpty();
    this.run = allMatch ? Math.min(plan.wanted(), FIRST_CHECKED) : FIRST_CHECKED;
  }

  @Override
  public void walkOn(TopKCollector top) {
    long[] words = matching;
    if (words != null && walked - checkedEnd >= budget) {
      clearWalked(words);
      runner.examineAll(checks, words, view.wordCount(), top::offerAll);
      walked = places.size();
      return;
    }
    if (top.isFull() && walked < presentEnd) {
      int end = Math.min(walked + run, presentEnd);
      run = places.firstBeyond(top.cutoff(), walked + 1, end) - walked;
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
    return walked < places.size();
  }

  @Override
  public long nextFirst() {
    return walked < presentEnd ? places.first(walked) : Long.MAX_VALUE;
  }

  /**
   * Walks on a little.
   *
   * @param rows takes the matching rows met, in the order of the walk; has room for a batch
   * @return how many these are, perhaps none
   */
  int nextRows(int[] rows) {
    long examinedBefore = runner.rowsExamined();
    if (walked == checkedEnd && walked < presentEnd && matching == null) {
      intersect();
    }
    int from = walked;
    int to = Math.min(from + run, endLike(from));
    if (allMatch && matching == null && to < checkedEnd) {
      to = places.endOfTies(to, Math.min(from + Scratch.BATCH, checkedEnd));
    }
    walked = to;
    run = nextRun;
    nextRun = Math.min(Scratch.BATCH, nextRun + FIRST_CHECKED);
    int size = findRows(from, to, rows);
    examined += runner.rowsExamined() - examinedBefore;
    return size;
  }

  /** Returns the end of the places that are looked at as one of them is. */
  private int endLike(int place) {
    if (place < checkedEnd) {
      return place < headEnd ? headEnd : checkedEnd;
    }
    return place < presentEnd ? presentEnd : places.size();
  }

  private int findRows(int from, int to, int[] rows) {
    PrefixFilter known = head;
    if (known != null && from < headEnd) {
      runner.noteWords((long) known.bitmapCount() * Bits.wordCount(to - from));
      runner.notePassed(known.rangeCount() == 0 ? 0 : to - from);
      int told = known.list(from, to, rows);
      readPlaces(rows, told, to);
      return noteKept(told, runner.verifyFound(view, known.rest(), List.of(), rows, told));
    }
    if (from >= checkedEnd && from < presentEnd) {
      knowsFirsts = false;
      runner.notePassed(to - from);
      int size = places.members(Objects.requireNonNull(matching), from, to, rows);
      return runner.verify(checks, rows, size);
    }
    int size = RowBatches.list(from, to, rows);
    readPlaces(rows, size, to);
    if (matching == null) {
      return noteKept(size, runner.verifyFound(view, plan.leading(), plan.residual(), rows, size));
    }
    int kept = Bits.keep(matching, false, rows, size);
    return noteKept(size, runner.verify(checks, rows, kept));
  }

  /** Puts the rows of places in their place, and reads their first numbers if they lie together. */
  private void readPlaces(int[] rows, int size, int end) {
    knowsFirsts = places.keepsFirsts(end);
    for (int i = 0; i < size; i++) {
      int place = rows[i];
      firsts[i] = knowsFirsts ? places.first(place) : 0;
      rows[i] = places.row(place);
    }
  }

  /** Notes how many of some rows were kept: first numbers are known of all of them or of none. */
  private int noteKept(int size, int kept) {
    knowsFirsts &= kept == size;
    return kept;
  }

  /** Returns how many rows {@link #nextRows} looked at one by one. */
  long rowsExamined() {
    return examined;
  }

  private void intersect() {
    long[] words = runner.intersection(plan, checks);
    matching = words;
    long count = Bits.count(words, view.wordCount());
    run = runTo(wantedHere, count);
    nextRun = FIRST_RUN;
    long gathering = count * ranksPerRow;
    double passed = (double) plan.wanted() * presentEnd / Math.max(1, count);
    if (gathering < Math.min(presentEnd, passed)) {
      budget = 0;
    } else if (fewWanted) {
      budget = gathering;
    }
  }

  /** Returns how many places probably have so many of the rows that match. */
  private int runTo(long rows, long matches) {
    long passed = rows * presentEnd / Math.max(1, matches);
    return (int) Math.max(FIRST_CHECKED, Math.min(Scratch.BATCH, passed + passed / SPARE_SHARE));
  }

  /** Returns whether rows come in the order of the first key. */
  boolean isOrdered() {
    return places.isOrdered();
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

  /** Takes the rows that were walked off those of a bitmap. */
  private void clearWalked(long[] words) {
    for (int place = 0; place < walked; place++) {
      Bits.clear(words, places.row(place));
    }
  }
}
