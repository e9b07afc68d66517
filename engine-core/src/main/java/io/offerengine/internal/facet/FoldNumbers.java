package io.offerengine.internal.facet;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.column.KeyChains;
import io.offerengine.internal.column.NumericColumn;
import io.offerengine.internal.segment.SealedSegment;
import io.offerengine.schema.Field;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Numbers the fold values of the rows that one search found, from 0 on, and counts those of its
 * matching rows. A row without a fold value has a number of its own.
 *
 * <p>A sealed segment knows the numbers of its rows. If it has most rows, it keeps them, and the
 * fold values of the other segments are looked up there. A hash table numbers all other fold
 * values, and tells which of them several segments have.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class FoldNumbers {
  /** Offers that fold share their value with one other offer on average. */
  private static final int ROWS_PER_FOLD = 2;

  private final Field field;

  /** The sealed segment with most of the rows; null if there is none. */
  private final @Nullable SealedSegment home;

  private final int homeCount;

  /** The numbers of the fold values of other segments. */
  private final Long2IntOpenHashMap numbers;

  /** By number behind those of that segment: the position of the first segment with it. */
  private final IntArrayList firstSegments = new IntArrayList();

  /** The numbers that rows of several segments have, as a bitmap. */
  private long[] shared = {};

  /** By segment and row; only rows that were found have a number. */
  private final int[][] ofRows;

  /** How many folds of matching rows one segment alone has. */
  private long ofOneSegment;

  /** The numbers of all other folds of matching rows, as a bitmap. */
  private long[] others = {};

  private FoldNumbers(Field field, @Nullable SealedSegment home, int segments, int otherRows) {
    this.field = field;
    this.home = home;
    this.homeCount = home == null ? 0 : home.foldGroups().count();
    this.ofRows = new int[segments][];
    this.numbers = new Long2IntOpenHashMap(otherRows / ROWS_PER_FOLD);
    numbers.defaultReturnValue(-1);
  }

  /** Numbers the fold values of the rows that were found in some segments. */
  static FoldNumbers of(Field field, List<MatchedRows> segments) {
    SealedSegment home = null;
    int homeRows = 0;
    int rows = 0;
    for (MatchedRows found : segments) {
      rows += found.count;
      if (found.view.segment() instanceof SealedSegment sealed && found.count > homeRows) {
        home = sealed;
        homeRows = found.count;
      }
    }
    if (2L * homeRows <= rows) {
      home = null;
      homeRows = 0;
    }
    FoldNumbers numbers = new FoldNumbers(field, home, segments.size(), rows - homeRows);
    for (int i = 0; i < segments.size(); i++) {
      MatchedRows found = segments.get(i);
      numbers.ofRows[i] =
          home != null && found.view.segment() == home
              ? home.foldGroups().ofRows()
              : numbers.number(found, i);
    }
    numbers.others = new long[Bits.wordCount(numbers.count())];
    return numbers;
  }

  private int[] number(MatchedRows found, int segment) {
    NumericColumn column = found.reader.numeric(field);
    int[] known = new int[found.view.size()];
    found.forEach((rows, size) -> {
      long lastFold = 0;
      int last = -1;
      for (int i = 0; i < size; i++) {
        int row = rows[i];
        if (!column.isPresent(row)) {
          known[row] = next(segment);
          continue;
        }
        // Rows of one fold often lie side by side, since they cost the same.
        long fold = column.key(row);
        last = last >= 0 && fold == lastFold ? last : number(fold, segment);
        lastFold = fold;
        known[row] = last;
      }
    });
    return known;
  }

  private int next(int segment) {
    firstSegments.add(segment);
    return count() - 1;
  }

  private int number(long fold, int segment) {
    int known = numbers.get(fold);
    if (known < 0) {
      int atHome = numberAtHome(fold);
      known = atHome < 0 ? next(segment) : atHome;
      numbers.put(fold, known);
    }
    if (known < homeCount || firstSegments.getInt(known - homeCount) != segment) {
      share(known);
    }
    return known;
  }

  private int numberAtHome(long fold) {
    if (home == null) {
      return -1;
    }
    KeyChains chains = Objects.requireNonNull(home.foldRows());
    int row = chains.latest(fold, home.size());
    return row == KeyChains.NONE ? -1 : home.foldGroups().ofRows()[row];
  }

  private void share(int number) {
    int words = Bits.wordCount(number + 1);
    shared = shared.length < words ? Arrays.copyOf(shared, 2 * words) : shared;
    Bits.set(shared, number);
  }

  /** Returns how many numbers there are. */
  int count() {
    return homeCount + firstSegments.size();
  }

  /** Returns by row the number of its fold value, for the rows that were found in a segment. */
  int[] ofRows(int segment) {
    return ofRows[segment];
  }

  /** Returns whether rows of several segments may have the fold value of a number. */
  boolean isShared(int number) {
    return number >>> 6 < shared.length && Bits.get(shared, number);
  }

  /** Counts the folds of matching rows of a segment. */
  void add(MatchedRows rows) {
    for (MatchedRows part : rows.parts(field)) {
      if (part.countsFolds()) {
        part.forEach((list, size) -> {
          for (int i = 0; i < size; i++) {
            Bits.set(others, part.fold(list[i]));
          }
        });
      } else {
        ofOneSegment += part.count;
      }
    }
  }

  /** Returns how many different folds were counted. */
  long different() {
    return ofOneSegment + Bits.count(others);
  }
}
