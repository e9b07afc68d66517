package io.offerengine.internal.facet;

import io.offerengine.internal.column.NumericColumn;
import io.offerengine.internal.index.FieldIndex;
import io.offerengine.internal.index.RankCounts;
import io.offerengine.internal.index.SortedPermutation;
import io.offerengine.internal.plan.CostModel;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Adds the rows of a segment to a {@link NumberTally}: by ranks or by the bitmaps of few values if
 * many rows match, otherwise by reading the rows.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class NumberCounter {
  private final NumberTally tally;

  /** How rows are read. */
  enum Way {
    RANKS,
    BITMAPS,
    ROWS
  }

  NumberCounter(NumberTally tally) {
    this.tally = tally;
  }

  /** Returns how some rows are read. */
  Way way(MatchedRows rows) {
    FieldIndex index = rows.countsFolds() ? null : rows.index(tally.field());
    long byRows = (long) rows.count() * CostModel.WORDS_PER_COUNTED_NUMBER;
    if (index == null || rows.count() == 0) {
      return Way.ROWS;
    }
    SortedPermutation permutation = index.permutation();
    if (permutation != null) {
      long passes = tally.edgeCount() + 1L;
      long repaired = permutation.rowCount() / rows.count();
      return byRows > 3 * passes * rows.wordCount() + repaired ? Way.RANKS : Way.ROWS;
    }
    return byRows > (long) index.countedBitmaps() * rows.wordCount() && index.valueCount() > 0
        ? Way.BITMAPS
        : Way.ROWS;
  }

  /**
   * Counts the rows of a segment by ranks or bitmaps.
   *
   * @return what reads the rows one by one instead; null if they are counted
   */
  @Nullable RowCounter begin(MatchedRows rows) {
    return switch (way(rows)) {
      case RANKS -> {
        addByRanks(rows, permutation(rows));
        yield null;
      }
      case BITMAPS -> {
        addByBitmaps(rows, Objects.requireNonNull(rows.index(tally.field())));
        yield null;
      }
      case ROWS ->
          rows.countsFolds()
              ? new Folds(rows, rows.reader().numeric(tally.field()))
              : new Rows(rows, rows.reader().numeric(tally.field()));
    };
  }

  private SortedPermutation permutation(MatchedRows rows) {
    FieldIndex index = Objects.requireNonNull(rows.index(tally.field()));
    return Objects.requireNonNull(index.permutation());
  }

  private void addByRanks(MatchedRows rows, SortedPermutation permutation) {
    // Quantiles look at the bitmap after the segment's masks were taken back.
    int wordCount = rows.view().wordCount();
    long[] words = tally.keepsKeys() ? Arrays.copyOf(rows.words(), wordCount) : rows.words();
    RankCounts ranks = new RankCounts(permutation, words, rows.wordCount(), rows.count());
    int present = ranks.present();
    tally.addAbsent(rows.count() - present);
    if (present > 0) {
      KeyCounts counts = ranks::upTo;
      tally.addCounts(counts, present, ranks.least(), ranks.greatest());
      tally.keep(counts);
    }
  }

  private void addByBitmaps(MatchedRows rows, FieldIndex index) {
    int[] all = index.countValues(rows.words(), rows.wordCount(), rows.count());
    int last = all.length - 1;
    tally.addAbsent(all[last]);
    long[] keys = new long[last];
    int[] counts = new int[last];
    int used = 0;
    for (int value = 0; value < last; value++) {
      keys[used] = index.valueKey(value);
      counts[used] = all[value];
      used += all[value] > 0 ? 1 : 0;
    }
    if (used > 0) {
      long[] found = Arrays.copyOf(keys, used);
      KeyCounts few = KeyCounts.ofFew(found, counts);
      tally.addCounts(few, rows.count() - all[last], found[0], found[used - 1]);
      tally.keep(few);
    }
  }

  /** Reads the keys of rows. */
  private final class Rows implements RowCounter {
    private final NumericColumn column;
    private final long[] keys;

    /** All keys so far, for quantiles; empty if these are not asked for. */
    private final long[] all;

    private int size;

    Rows(MatchedRows matched, NumericColumn column) {
      this.column = column;
      this.keys = matched.roomForKeys();
      this.all = new long[tally.keepsKeys() ? matched.count() : 0];
    }

    @Override
    public void accept(int[] rows, int count) {
      column.keysOr(rows, count, NumericColumn.RARE_KEY, keys);
      int present = 0;
      for (int i = 0; i < count; i++) {
        keys[present] = keys[i];
        boolean isAbsent = keys[i] == NumericColumn.RARE_KEY && !column.isPresent(rows[i]);
        present += isAbsent ? 0 : 1;
      }
      tally.addKeys(keys, present);
      tally.addAbsent(count - present);
      if (tally.keepsKeys()) {
        System.arraycopy(keys, 0, all, size, present);
        size += present;
      }
    }

    @Override
    public void end() {
      if (size > 0) {
        Arrays.sort(all, 0, size);
        tally.keep(KeyCounts.ofSorted(all, size));
      }
    }
  }

  /** Reads the keys and folds of rows. */
  private final class Folds implements RowCounter {
    private final MatchedRows matched;
    private final NumericColumn column;
    private final long[] keys;

    Folds(MatchedRows matched, NumericColumn column) {
      this.matched = matched;
      this.column = column;
      this.keys = matched.roomForKeys();
    }

    @Override
    public void accept(int[] rows, int size) {
      column.keysOr(rows, size, NumericColumn.RARE_KEY, keys);
      for (int i = 0; i < size; i++) {
        if (keys[i] == NumericColumn.RARE_KEY && !column.isPresent(rows[i])) {
          tally.addAbsentFold(matched.fold(rows[i]));
        } else {
          tally.addFold(keys[i], matched.fold(rows[i]));
        }
      }
    }
  }
}
