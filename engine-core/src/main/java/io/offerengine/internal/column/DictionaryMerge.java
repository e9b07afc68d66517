package io.offerengine.internal.column;

import io.offerengine.schema.Collation;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Merges the texts of columns of texts, or of lists of texts, for the column of a new segment.
 *
 * <p>The dictionary of a sealed source is sorted; the texts of a tail are sorted first. Then the
 * texts of all sources are merged as sorted runs. Texts that no surviving row has are dropped. If
 * the dictionary of a sealed source has exactly the remaining texts, the new column shares this
 * dictionary.
 *
 * <p><b>Layout.</b> During the merge, every text of every source has a number: {@code
 * starts[source]} plus its code.
 *
 * <p><b>Threads.</b> Confined to one merge.
 */
final class DictionaryMerge {
  /**
   * More texts of tails are copied, so that they lie in memory in their order. A search for a part
   * of 200,000 titles then takes a quarter of the time, because it misses the caches less often.
   */
  private static final int MOST_SCATTERED = 512;

  /** By source. */
  private final List<Texts> dictionaries = new ArrayList<>();

  /** For each source, the new code of each code; {@link TextColumn#ABSENT} for dropped texts. */
  private final int[][] newCodes;

  private final int[] starts;
  private boolean someAbsent;
  private final Dictionary dictionary;

  /**
   * Merges the dictionaries.
   *
   * @param sources the column of each source, sealed or not, in the order of {@code rows}
   * @param rows the rows that the new segment takes over
   */
  DictionaryMerge(List<? extends CodedTexts> sources, RowMaps rows) {
    this.newCodes = new int[sources.size()][];
    this.starts = new int[sources.size() + 1];
    List<int[]> runs = new ArrayList<>();
    for (int source = 0; source < sources.size(); source++) {
      dictionaries.add(sources.get(source).dictionary());
      runs.add(read(source, sources.get(source), rows.source(source)));
    }
    int[] sorted = SortedRuns.merge(runs, this::isBefore);
    int size = number(sorted);
    this.dictionary = dictionary(sorted, size);
  }

  /** Returns the numbers of the texts of one source that surviving rows have, in their order. */
  private int[] read(int source, CodedTexts column, RowMap map) {
    Texts texts = dictionaries.get(source);
    int size = texts.size();
    starts[source + 1] = starts[source] + size;
    boolean[] isUsed = new boolean[size + 1];
    column.markUsed(map, isUsed);
    someAbsent |= isUsed[0];
    int[] used = new int[size];
    int count = 0;
    for (int code = 0; code < size; code++) {
      used[count] = starts[source] + code;
      count += isUsed[code + 1] ? 1 : 0;
    }
    newCodes[source] = new int[size];
    Arrays.fill(newCodes[source], TextColumn.ABSENT);
    if (!(texts instanceof Dictionary)) {
      int start = starts[source];
      IntArrays.quickSort(
          used,
          0,
          count,
          (left, right) -> {
            int order = Collation.compare(texts.key(left - start), texts.key(right - start));
            return order != 0
                ? order
                : texts.text(left - start).compareTo(texts.text(right - start));
          });
    }
    return Arrays.copyOf(used, count);
  }

  /** Returns the source of a text's number: a bulk load may have hundreds of sources. */
  private int source(int number) {
    int low = 0;
    int high = dictionaries.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      boolean isBehind = starts[middle] > number;
      low = isBehind ? low : middle;
      high = isBehind ? middle - 1 : high;
    }
    return low;
  }

  private String key(int number) {
    int source = source(number);
    return dictionaries.get(source).key(number - starts[source]);
  }

  private String text(int number) {
    int source = source(number);
    return dictionaries.get(source).text(number - starts[source]);
  }

  private boolean isBefore(int left, int right) {
    int order = Collation.compare(key(left), key(right));
    return order == 0 ? text(left).compareTo(text(right)) < 0 : order < 0;
  }

  /** Assigns codes to the sorted texts, one code to equal texts; returns the number of codes. */
  private int number(int[] sorted) {
    int last = TextColumn.ABSENT;
    int lastSource = TextColumn.ABSENT;
    for (int i = 0; i < sorted.length; i++) {
      int source = source(sorted[i]);
      // A source has no text twice, so texts of the same source need no comparison.
      boolean isNew =
          i == 0 || source == lastSource || !text(sorted[i]).equals(text(sorted[i - 1]));
      last += isNew ? 1 : 0;
      newCodes[source][sorted[i] - starts[source]] = last;
      lastSource = source;
    }
    return last + 1;
  }

  private Dictionary dictionary(int[] sorted, int size) {
    for (int source = 0; source < dictionaries.size(); source++) {
      int[] codes = newCodes[source];
      if (dictionaries.get(source) instanceof Dictionary sealed
          && codes.length == size
          && areUnchanged(codes)) {
        return sealed;
      }
    }
    String[] texts = new String[size];
    String[] keys = new String[size];
    for (int number : sorted) {
      int source = source(number);
      int code = newCodes[source][number - starts[source]];
      boolean isSorted = dictionaries.get(source) instanceof Dictionary;
      boolean isCopied = !isSorted && size > MOST_SCATTERED;
      String text = text(number);
      String key = key(number);
      texts[code] = isCopied ? new String(text.toCharArray()) : text;
      keys[code] = isCopied && key.equals(text) ? texts[code] : key;
    }
    return new Dictionary(texts, keys);
  }

  private static boolean areUnchanged(int[] codes) {
    for (int code = 0; code < codes.length; code++) {
      if (codes[code] != code) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns the new code of each code of a source; {@link TextColumn#ABSENT} for a text that no
   * surviving row has.
   */
  int[] newCodes(int source) {
    return newCodes[source];
  }

  /** Returns the texts of the new segment. */
  Dictionary dictionary() {
    return dictionary;
  }

  /** Returns whether a row of the new segment has no text. */
  boolean someAbsent() {
    return someAbsent;
  }
}
