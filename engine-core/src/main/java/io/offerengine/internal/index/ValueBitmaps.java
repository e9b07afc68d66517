package io.offerengine.internal.index;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.column.Numbered;
import io.offerengine.internal.file.BlockReader;
import io.offerengine.internal.file.BlockWriter;
import io.offerengine.query.NumericSet;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The bitmap index of a column of few values: a posting for every value, and one for absence. A row
 * of a column of lists may occur in several postings, in each once.
 *
 * <p>Values are numbered in their order: by the codes of a dictionary, or by their rank among the
 * sorted keys. The number after the last one stands for absence. A set of values is a bitmap of
 * their numbers.
 *
 * <p><b>Threads.</b> Immutable.
 */
final class ValueBitmaps {
  /**
   * A range that begins and ends within the values is a union of bitmaps if it has at most so many
   * values. All other ranges use cumulative bitmaps. Fields of at most so many values, cold fields
   * and lists have none, and use unions.
   */
  static final int MAX_UNITED_VALUES = 2;

  private static final long[] NO_KEYS = {};

  private final long[] keys;
  private final Posting[] postings;
  private final int absent;
  private final @Nullable Posting @Nullable [] cumulative;

  private ValueBitmaps(long[] keys, Posting[] postings, boolean hasRanges) {
    this.keys = keys;
    this.postings = postings;
    this.absent = postings.length - 1;
    this.cumulative = hasRanges && keys.length > MAX_UNITED_VALUES ? unite() : null;
  }

  /**
   * Returns the index of a column of texts.
   *
   * @param codes the code of each row's text, or -1 for none
   */
  static ValueBitmaps ofTexts(int[] codes, int textCount) {
    return new ValueBitmaps(NO_KEYS, postings(codes, textCount), false);
  }

  /**
   * Returns the index of a column of numbers.
   *
   * @param hasRanges whether searches often ask for ranges
   */
  static ValueBitmaps ofNumbers(Numbered numbers, boolean hasRanges) {
    long[] keys = numbers.keys();
    return new ValueBitmaps(keys, postings(numbers.values(), keys.length), hasRanges);
  }

  private static Posting[] postings(int[] values, int valueCount) {
    int[] counts = new int[valueCount + 1];
    for (int value : values) {
      counts[value < 0 ? valueCount : value]++;
    }
    int[][] rows = new int[valueCount + 1][];
    Arrays.setAll(rows, value -> new int[counts[value]]);
    int[] next = new int[valueCount + 1];
    for (int row = 0; row < values.length; row++) {
      int value = values[row] < 0 ? valueCount : values[row];
      rows[value][next[value]++] = row;
    }
    return Arrays.stream(rows)
        .map(listed -> Posting.ofRows(listed, values.length))
        .toArray(Posting[]::new);
  }

  /**
   * Returns the index of a column of lists.
   *
   * @param numbers the values of all lists
   * @param rows the row of each of these values; those of equal values ascend
   * @param absent the rows without a list, ascending
   */
  static ValueBitmaps ofLists(
      Numbered numbers, IntArrayList rows, IntArrayList absent, int rowCount) {
    int valueCount = numbers.keys().length;
    IntArrayList[] rowsOfValues = new IntArrayList[valueCount + 1];
    Arrays.setAll(rowsOfValues, value -> value < valueCount ? new IntArrayList() : absent);
    for (int i = 0; i < rows.size(); i++) {
      IntArrayList ofValue = rowsOfValues[numbers.values()[i]];
      if (ofValue.isEmpty() || ofValue.getInt(ofValue.size() - 1) != rows.getInt(i)) {
        ofValue.add(rows.getInt(i));
      }
    }
    Posting[] postings =
        Arrays.stream(rowsOfValues)
            .map(listed -> Posting.ofRows(listed.toIntArray(), rowCount))
            .toArray(Posting[]::new);
    return new ValueBitmaps(numbers.keys(), postings, false);
  }

  /** Writes the bitmaps without their keys; cumulative bitmaps are made again. */
  void write(BlockWriter out) throws IOException {
    out.writeInt(postings.length);
    for (Posting posting : postings) {
      posting.write(out);
    }
  }

  /** Reads the bitmaps of some keys. */
  static ValueBitmaps read(long[] keys, boolean hasRanges, BlockReader in) throws IOException {
    Posting[] postings = new Posting[in.readInt()];
    for (int value = 0; value < postings.length; value++) {
      postings[value] = Posting.read(in);
    }
    return new ValueBitmaps(keys, postings, hasRanges);
  }

  /** Returns the {@link #cumulative} bitmaps of a column that has one value a row. */
  private @Nullable Posting[] unite() {
    int rowCount = Arrays.stream(postings).mapToInt(Posting::count).sum();
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

  /**
   * Returns for each value the bitmap of the rows that have this value or a greater one; null for
   * the least value if every row has a value. Returns null if ranges are unions.
   *
   * <p>The rows of a range are one of these bitmaps minus another. A range without an upper end is
   * one bitmap. A range without a lower end is the complement of one, if every row has a value. So
   * a range reads each word of one or two bitmaps, for a bit a row and value.
   */
  @Nullable Posting @Nullable [] cumulative() {
    return cumulative;
  }

  /**
   * Returns the keys of the values, ascending, not to be changed. Those of lists of texts are ranks
   * of the dictionary. Empty for texts.
   */
  long[] keys() {
    return keys;
  }

  /** Returns the number of the first value whose key is at least another key. */
  int firstValueFrom(long key) {
    int found = Arrays.binarySearch(keys, key);
    return found < 0 ? ~found : found;
  }

  /** Returns the number of the first value whose key is above another key. */
  int firstValueBehind(long key) {
    return key == Long.MAX_VALUE ? keys.length : firstValueFrom(key + 1);
  }

  /** Returns the numbers of the values that a set accepts. */
  long[] select(NumericSet accepted) {
    long[] values = new long[Bits.wordCount(postings.length)];
    for (int value = 0; value < keys.length; value++) {
      if (accepted.contains(keys[value])) {
        Bits.set(values, value);
      }
    }
    if (accepted.includesAbsent()) {
      Bits.set(values, absent);
    }
    return values;
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
  Posting[] postings(long[] values, boolean selects) {
    int chosen = Bits.count(values);
    Posting[] selected = new Posting[selects ? chosen : postings.length - chosen];
    int size = 0;
    for (int i = 0; i < values.length; i++) {
      for (long rest = selects ? values[i] : ~values[i]; rest != 0; rest &= rest - 1) {
        int value = (i << 6) + Long.numberOfTrailingZeros(rest);
        if (value < postings.length) {
          selected[size++] = postings[value];
        }
      }
    }
    return selected;
  }

  /** Returns whether fewer values are left out than selected. */
  boolean selectsMost(long[] values) {
    return 2 * Bits.count(values) > postings.length;
  }

  /** Returns the postings of the values from one up to, not including, another one. */
  Posting[] postings(int from, int to) {
    return Arrays.copyOfRange(postings, from, to);
  }

  /** Returns the postings by value, not to be changed. */
  Posting[] postings() {
    return postings;
  }

  /** Returns the posting of a value; that of absence at the number of values. */
  Posting posting(int value) {
    return postings[value];
  }

  /**
   * Counts the rows of a bitmap by value, absence last.
   *
   * @param wordCount the first words of the bitmap, which have all its rows
   * @param total how many rows the bitmap has; of a column of one value a row, the most frequent
   *     value has those that are left
   * @param areLists whether a row may have several values
   */
  int[] countIn(long[] rows, int wordCount, int total, boolean areLists) {
    int[] counts = new int[postings.length];
    int most = 0;
    for (int value = 1; value < postings.length; value++) {
      most = postings[value].count() > postings[most].count() ? value : most;
    }
    int left = total;
    for (int value = 0; value < postings.length; value++) {
      if (value != most || areLists) {
        counts[value] = postings[value].countIn(rows, wordCount);
        left -= counts[value];
      }
    }
    counts[most] = areLists ? counts[most] : left;
    return counts;
  }
}
