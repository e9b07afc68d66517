package io.offerengine.internal.column;

import io.offerengine.schema.Collation;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Offer;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A column of lists to which rows are appended.
 *
 * <p><b>Layout.</b> An array of integers or of codes per row, never changed; null if the row has no
 * list. The texts are in a {@link GrowingDictionary}.
 *
 * <p><b>Threads.</b> As {@link GrowingColumn}.
 */
public final class GrowingListColumn extends ListColumn implements GrowingColumn {
  private static final int FEW_TEXTS = 64;

  private final GrowingDictionary texts;
  private long[] @Nullable [] lists;
  private int longest;

  /** Creates a column with memory for {@code capacity} rows, without lists. */
  public GrowingListColumn(FieldType type, Collation collation, int capacity) {
    super(type);
    this.texts = new GrowingDictionary(collation, isOfTexts() ? FEW_TEXTS : 0);
    this.lists = new long[capacity][];
  }

  /** Sets a row that is not published yet to the list of an offer. */
  public void set(int row, Offer offer, Field field) {
    List<String> list = isOfTexts() ? offer.texts(field) : null;
    if (list != null) {
      set(row, list.stream().mapToLong(texts::codeOf).toArray());
    } else {
      set(row, isOfTexts() ? null : offer.integers(field));
    }
  }

  /**
   * Sets a row that is not published yet; the column grows as needed.
   *
   * @param list integers, or codes, which nobody changes any more; null if the row has no list
   */
  public void set(int row, long @Nullable [] list) {
    if (row >= lists.length) {
      lists = Arrays.copyOf(lists, Math.max(row + 1, 2 * lists.length));
    }
    lists[row] = list;
    longest = list == null ? longest : Math.max(longest, list.length);
  }

  @Override
  public void copy(int row, Column source, int sourceRow) {
    ListColumn others = (ListColumn) source;
    long[] list = others.values(sourceRow);
    boolean hasOtherCodes = isOfTexts() && others != this;
    for (int at = 0; list != null && hasOtherCodes && at < list.length; at++) {
      list[at] = texts.codeOf(others.dictionary(), (int) list[at]);
    }
    set(row, list);
  }

  @Override
  public GrowingDictionary dictionary() {
    return texts;
  }

  @Override
  public int length(int row) {
    long[] list = lists[row];
    return list == null ? NO_LIST : list.length;
  }

  @Override
  public int longest() {
    return longest;
  }

  @Override
  public void read(int row, long[] target, int from) {
    long[] list = lists[row];
    if (list != null) {
      System.arraycopy(list, 0, target, from, list.length);
    }
  }
}
