package io.offerengine.internal.column;

import io.offerengine.schema.FieldType;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A column of lists of integers or of texts. Texts have codes.
 *
 * <p>The keys of texts are made when a row is set, so that no search and no merge runs the code of
 * a collation.
 */
public abstract sealed class ListColumn extends Column implements CodedTexts
    permits GrowingListColumn, PackedListColumn {
  /** The length of a list that a row does not have. */
  public static final int NO_LIST = -1;

  private final boolean isOfTexts;

  ListColumn(FieldType type) {
    this.isOfTexts = type == FieldType.TEXT_LIST;
  }

  /** Returns whether the values are texts; otherwise they are integers. */
  public final boolean isOfTexts() {
    return isOfTexts;
  }

  /** Returns the number of values of a row; {@link #NO_LIST} if it has no list. */
  public abstract int length(int row);

  /** Returns the length of the longest list, or a greater number. */
  public abstract int longest();

  /**
   * Copies the values of a row, in the order of the list and with its repetitions: integers, or
   * codes of texts.
   *
   * @param from the index of the first one in the target
   */
  public abstract void read(int row, long[] target, int from);

  @Override
  public final boolean isPresent(int row) {
    return length(row) != NO_LIST;
  }

  /** Returns a new array of a row's integers, or codes of texts; null if the row has no list. */
  public final long @Nullable [] values(int row) {
    int length = length(row);
    if (length == NO_LIST) {
      return null;
    }
    long[] values = new long[length];
    read(row, values, 0);
    return values;
  }

  /** Returns a new array of a row's integers; null if it has none. */
  public final long @Nullable [] integers(int row) {
    return isOfTexts ? null : values(row);
  }

  /** Returns the texts of a row as they were stored; null if it has none. */
  public final @Nullable List<String> texts(int row) {
    return isOfTexts ? texts(row, false) : null;
  }

  /**
   * Returns the values of a row as conditions compare them, Longs or collation keys, in the order
   * of the list and with its repetitions; null if the row has no list.
   */
  public final @Nullable List<?> keys(int row) {
    if (isOfTexts) {
      return texts(row, true);
    }
    long[] values = values(row);
    return values == null ? null : LongArrayList.wrap(values);
  }

  private @Nullable List<String> texts(int row, boolean asKeys) {
    long[] codes = values(row);
    if (codes == null) {
      return null;
    }
    Texts all = dictionary();
    String[] texts = new String[codes.length];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = asKeys ? all.key((int) codes[i]) : all.text((int) codes[i]);
    }
    return List.of(texts);
  }

  @Override
  public final void markUsed(RowMap map, boolean[] isUsed) {
    long[] codes = new long[longest()];
    for (int row : isOfTexts ? map.rows() : new int[0]) {
      int length = length(row);
      read(row, codes, 0);
      for (int i = 0; i < length; i++) {
        isUsed[(int) codes[i] + 1] = true;
      }
    }
  }
}
