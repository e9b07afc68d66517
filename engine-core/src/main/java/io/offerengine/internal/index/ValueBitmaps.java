package io.offerengine.internal.index;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.file.BlockReader;
import io.offerengine.internal.file.BlockWriter;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The bitmap index of a column of few values: a posting for every value, and one for absence. A row
 * of a column of lists may occur in several postings, in each once.
 *
 * <p>Values are numbered in their order: by the codes of a dictionary, or by their rank among the
 * sorted keys.
 *
 * <p><b>Threads.</b> Immutable.
 */
final class ValueBitmaps {
  private final Posting[] postings;
  private final int absent;

  private ValueBitmaps(Posting[] postings) {
    this.postings = postings;
    this.absent = postings.length - 1;
  }

  /**
   * Returns the index of a column.
   *
   * @param values the number of each row's value, or -1 for none
   * @param valueCount how many values there are
   */
  static ValueBitmaps of(int[] values, int valueCount) {
    int[] counts = new int[valueCount + 1];
    for (int value : values) {
      counts[value < 0 ? valueCount : value]++;
    }
    long[] @Nullable [] dense = new long[valueCount + 1][];
    int[] @Nullable [] sparse = new int[valueCount + 1][];
    for (int value = 0; value <= valueCount; value++) {
      if (Posting.isFrequent(counts[value], values.length)) {
        dense[value] = new long[Bits.wordCount(values.length)];
      } else {
        sparse[value] = new int[counts[value]];
      }
    }
    int[] next = new int[valueCount + 1];
    for (int row = 0; row < values.length; row++) {
      int value = values[row] < 0 ? valueCount : values[row];
      long[] words = dense[value];
      int[] rows = sparse[value];
      if (words != null) {
        Bits.set(words, row);
      } else if (rows != null) {
        rows[next[value]++] = row;
      }
    }
    Posting[] postings = new Posting[valueCount + 1];
    for (int value = 0; value <= valueCount; value++) {
      int[] rows = sparse[value];
      postings[value] =
          rows == null
              ? Posting.dense(Objects.requireNonNull(dense[value]), counts[value])
              : Posting.sparse(rows);
    }
    return new ValueBitmaps(postings);
  }

  /**
   * Returns the index of a column of lists.
   *
   * @param values the number of each value of each list, or -1 for a row without a list
   * @param rows the row of each of these values; those of equal values ascend
   */
  static ValueBitmaps ofLists(int[] values, int[] rows, int valueCount, int rowCount) {
    IntArrayList[] rowsOfValues = new IntArrayList[valueCount + 1];
    Arrays.setAll(rowsOfValues, value -> new IntArrayList());
    for (int i = 0; i < values.length; i++) {
      IntArrayList ofValue = rowsOfValues[values[i] < 0 ? valueCount : values[i]];
      if (ofValue.isEmpty() || ofValue.getInt(ofValue.size() - 1) != rows[i]) {
        ofValue.add(rows[i]);
      }
    }
    return new ValueBitmaps(
        Arrays.stream(rowsOfValues)
            .map(listed -> Posting.ofRows(listed.toIntArray(), rowCount))
            .toArray(Posting[]::new));
  }

  void write(BlockWriter out) throws IOException {
    out.writeInt(postings.length);
    for (Posting posting : postings) {
      posting.write(out);
    }
  }

  static ValueBitmaps read(BlockReader in) throws IOException {
    Posting[] postings = new Posting[in.readInt()];
    for (int value = 0; value < postings.length; value++) {
      postings[value] = Posting.read(in);
    }
    return new ValueBitmaps(postings);
  }

  /**
   * Returns for each value the bitmap of the rows that have this value or a greater one; null for
   * the least value if every row has a value.
   *
   * <p>The rows of a range are one of these bitmaps minus another. A range without an upper end is
   * one bitmap. A range without a lower end is the complement of one, if every row has a value. So
   * a range reads each word of one or two bitmaps, for a bit a row and value.
   */
  @Nullable Posting[] cumulative(int rowCount) {
    @Nullable Posting[] from = new Posting[absent];
    long[] words = new long[Bits.wordCount(rowCount)];
    int count = 0;
    for (int value = absent - 1; value >= 0; value--) {
      Posting posting = postings[value];
      posting.orInto(words);
      count += posting.count();
      if (value == absent - 1 && posting.words() != null) {
        from[value] = posting;
      } else if (count < rowCount) {
        from[value] = Posting.dense(words.clone(), count);
      }
    }
    return from;
  }

  /** Returns how many values there are, absence not counted. */
  int valueCount() {
    return absent;
  }

  /**
   * Returns the postings of some values.
   *
   * @param selects whether the selected values are wanted, or all other values
   */
  Posting[] select(long[] values, boolean includesAbsent, boolean selects) {
    int chosen = Bits.count(values) + (includesAbsent ? 1 : 0);
    Posting[] selected = new Posting[selects ? chosen : postings.length - chosen];
    int size = 0;
    for (int i = 0; i < values.length; i++) {
      long wanted = selects ? values[i] : ~values[i];
      for (long rest = wanted; rest != 0; rest &= rest - 1) {
        int value = (i << 6) + Long.numberOfTrailingZeros(rest);
        if (value < absent) {
          selected[size++] = postings[value];
        }
      }
    }
    if (includesAbsent == selects) {
      selected[size] = postings[absent];
    }
    return selected;
  }

  /** Returns whether fewer values, absence included, are left out than selected. */
  boolean selectsMost(long[] values, boolean includesAbsent) {
    return 2 * (Bits.count(values) + (includesAbsent ? 1 : 0)) > postings.length;
  }

  /** Returns the posting of a value; that of absence at the number of values. */
  Posting posting(int value) {
    return postings[value];
  }

  /**
   * Counts the rows of a bitmap by value, absence last.
   *
   * @param wordCount the first words of the bitmap, which have all its rows
   * @param counts by value; has room for absence
   */
  void countIn(long[] rows, int wordCount, int[] counts) {
    for (int value = 0; value < postings.length; value++) {
      counts[value] = postings[value].countIn(rows, wordCount);
    }
  }

  /**
   * Counts the rows of a bitmap by value, absence last, where each row has one value.
   *
   * @param wordCount the first words of the bitmap, which have all its rows
   * @param total how many rows the bitmap has: the most frequent value has those that are left
   * @param counts by value; has room for absence
   */
  void countIn(long[] rows, int wordCount, int total, int[] counts) {
    int most = 0;
    for (int value = 1; value < postings.length; value++) {
      most = postings[value].count() > postings[most].count() ? value : most;
    }
    int left = total;
    for (int value = 0; value < postings.length; value++) {
      if (value != most) {
        counts[value] = postings[value].countIn(rows, wordCount);
        left -= counts[value];
      }
    }
    counts[most] = left;
  }
}
