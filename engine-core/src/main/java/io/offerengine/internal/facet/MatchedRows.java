package io.offerengine.internal.facet;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.exec.RowConsumer;
import io.offerengine.internal.index.FieldIndex;
import io.offerengine.internal.index.Scratch;
import io.offerengine.internal.segment.SealedSegment;
import io.offerengine.internal.segment.SegmentReader;
import io.offerengine.internal.segment.SegmentView;
import io.offerengine.schema.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a segment that match one variant of a query.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class MatchedRows {
  /** Rows between two checks of the deadline. */
  private static final int ROWS_PER_CHECK = 1 << 14;

  private final SegmentView view;
  private final SegmentReader reader;
  private final long[] words;
  private final int wordCount;
  private final int count;
  private final Scratch scratch;

  /** By row: the number of its fold value; null if rows are counted. */
  private final int @Nullable [] folds;

  /** What reads the rows one by one. */
  private final List<RowCounter> counters = new ArrayList<>();

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

  /** Returns the segment. */
  SegmentView view() {
    return view;
  }

  /** Returns the fields as the query sees them. */
  SegmentReader reader() {
    return reader;
  }

  /** Returns the bitmap of the rows, not to be changed. */
  long[] words() {
    return words;
  }

  /**
   * Returns the number of words of the bitmap up to its last row. A condition on the cluster field
   * often leaves the first rows of a segment alone.
   */
  int wordCount() {
    return wordCount;
  }

  /** Returns how many rows there are. */
  int count() {
    return count;
  }

  /** Returns room for the keys of a batch of rows: always the same array. */
  long[] roomForKeys() {
    return scratch.numbers();
  }

  /** Returns whether folds are counted, and not rows. */
  boolean countsFolds() {
    return folds != null;
  }

  /** Returns the number of a row's fold value. */
  int fold(int row) {
    return Objects.requireNonNull(folds)[row];
  }

  /** Returns other rows of the segment, whose folds are counted, too. */
  MatchedRows withRows(long[] others) {
    return new MatchedRows(view, reader, others, scratch, folds);
  }

  /** Returns other rows of the segment, which are counted as rows. */
  MatchedRows withoutFolds(long[] others) {
    return new MatchedRows(view, reader, others, scratch, null);
  }

  /** Returns the index of a field, stored or materialised; null if there is none. */
  @Nullable FieldIndex index(Field field) {
    return view.segment() instanceof SealedSegment sealed
        ? sealed.index(field, reader.arguments())
        : null;
  }

  /** Begins to count a facet: at once, or when the rows are {@linkplain #readRows read}. */
  void count(Function<MatchedRows, @Nullable RowCounter> facet) {
    scratch.checkDeadline();
    RowCounter counter = count == 0 ? null : facet.apply(this);
    if (counter != null) {
      counters.add(counter);
    }
  }

  /** Reads the rows for all facets that need them. */
  void readRows() {
    if (counters.isEmpty()) {
      return;
    }
    RowCounter[] all = counters.toArray(RowCounter[]::new);
    forEach((rows, size) -> {
      for (RowCounter counter : all) {
        counter.accept(rows, size);
      }
    });
    counters.forEach(RowCounter::end);
  }

  /** Hands on all rows in storage order, a batch at a time. */
  void forEach(RowConsumer consumer) {
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
