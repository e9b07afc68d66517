package io.offerengine.internal.facet;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.column.KeyChains;
import io.offerengine.internal.exec.RowConsumer;
import io.offerengine.internal.index.FieldIndex;
import io.offerengine.internal.index.Scratch;
import io.offerengine.internal.segment.SealedSegment;
import io.offerengine.internal.segment.SegmentReader;
import io.offerengine.internal.segment.SegmentView;
import io.offerengine.schema.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a segment that match one variant of a query.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
class MatchedRows {
  /** Rows between two checks of the deadline. */
  private static final int ROWS_PER_CHECK = 1 << 14;

  /** The segment. */
  final SegmentView view;

  /** The fields as the query sees them. */
  final SegmentReader reader;

  /** The bitmap of the rows, not to be changed. */
  final long[] words;

  /**
   * How many words the bitmap has up to its last row. A condition on the cluster field often leaves
   * the first rows of a segment alone.
   */
  final int wordCount;

  /** How many rows there are. */
  final int count;

  /** The memory of the search. */
  final Scratch scratch;

  /** By row: the number of its fold value; null if rows are counted. */
  final int @Nullable [] folds;

  /** What reads the rows one by one. */
  private final List<FieldCounter.Reader> readers = new ArrayList<>();

  /**
   * Creates a set of rows.
   *
   * @param words their bitmap, not to be changed afterwards
   * @param folds by row: the number of its fold value; null to count rows
   */
  MatchedRows(
      SegmentView view,
      SegmentReader reader,
      long[] words,
      Scratch scratch,
      int @Nullable [] folds) {
    this.view = view;
    this.reader = reader;
    this.words = words;
    this.wordCount = Bits.lastUsed(words, 0, view.wordCount()) + 1;
    this.count = Bits.count(words, wordCount);
    this.scratch = scratch;
    this.folds = folds;
  }

  /** Creates other rows of a segment. */
  MatchedRows(MatchedRows from, long[] words, int @Nullable [] folds) {
    this(from.view, from.reader, words, from.scratch, folds);
  }

  /** Returns the same rows, which outlive the scratch memory. */
  MatchedRows copy() {
    return new MatchedRows(this, Arrays.copyOf(words, view.wordCount()), folds);
  }

  /** Returns these rows and others of the segment. */
  MatchedRows or(List<MatchedRows> more) {
    if (more.isEmpty()) {
      return this;
    }
    long[] union = Arrays.copyOf(words, view.wordCount());
    more.forEach(each -> Bits.or(union, each.words, 0, union.length));
    return new MatchedRows(this, union, folds);
  }

  /** Returns all live rows of the segment, which are counted as rows. */
  MatchedRows live() {
    long[] live = scratch.bitmap(view.wordCount());
    view.copyLive(live, 0, view.wordCount());
    return new MatchedRows(this, live, null);
  }

  /** Returns whether folds are counted, and not rows. */
  final boolean countsFolds() {
    return folds != null;
  }

  /** Returns the number of a row's fold value. */
  final int fold(int row) {
    return Objects.requireNonNull(folds)[row];
  }

  /** Returns whether a row counts for a value: if folds are counted, once for each of them. */
  final boolean isNew(FoldPairs pairs, int value, int row) {
    return folds == null || pairs.add(value, folds[row]);
  }

  /** Returns the index of a field, stored or materialised; null if there is none. */
  final @Nullable FieldIndex index(Field field) {
    return view.segment() instanceof SealedSegment sealed
        ? sealed.index(field, reader.arguments())
        : null;
  }

  /**
   * Returns these rows in parts, each of which is counted for itself. If folds are counted, there
   * are two kinds of parts: rows of which each stands for a fold with one value of a field, and
   * rows whose pairs of a value and a fold are counted.
   */
  List<MatchedRows> parts(Field field) {
    return List.of(this);
  }

  /** Returns how many of the rows have a fold value, by a walk over all its rows. */
  final int count(long fold) {
    KeyChains chains = Objects.requireNonNull(view.segment().foldRows());
    int found = 0;
    int row = chains.latest(fold, view.size());
    for (; row != KeyChains.NONE; row = chains.earlier(fold, row)) {
      found += Bits.get(words, row) ? 1 : 0;
    }
    return found;
  }

  /** Begins to count a field: at once, or when the rows are {@linkplain #readRows read}. */
  final void count(FieldCounter counter) {
    scratch.checkDeadline();
    if (count == 0) {
      return;
    }
    if (counter.way(this) == FieldCounter.Way.ROWS) {
      readers.add(counter.reader(this));
    } else {
      counter.add(this, Objects.requireNonNull(index(counter.field)));
    }
  }

  /** Reads the rows for all counters that wait for them; then none does. */
  final void readRows() {
    if (readers.isEmpty()) {
      return;
    }
    FieldCounter.Reader[] all = readers.toArray(FieldCounter.Reader[]::new);
    forEach((rows, size) -> {
      for (FieldCounter.Reader each : all) {
        each.accept(rows, size);
      }
    });
    readers.forEach(FieldCounter.Reader::end);
    readers.clear();
  }

  /** Hands on all rows in storage order, a batch at a time. */
  final void forEach(RowConsumer consumer) {
    int[] rows = scratch.batch();
    int size = 0;
    int untilCheck = ROWS_PER_CHECK;
    for (int i = Bits.firstUsed(words, 0, wordCount);
        i < wordCount;
        i = Bits.firstUsed(words, i + 1, wordCount)) {
      if (size > rows.length - Long.SIZE) {
        consumer.accept(rows, size);
        untilCheck -= size;
        size = 0;
        if (untilCheck < 0) {
          scratch.checkDeadline();
          untilCheck = ROWS_PER_CHECK;
        }
      }
      size = Bits.list(words[i], i, rows, size);
    }
    consumer.accept(rows, size);
  }
}
