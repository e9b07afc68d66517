package io.offerengine.internal.exec;

import io.offerengine.internal.column.ComputedColumn;
import io.offerengine.internal.column.NumericColumn;
import io.offerengine.internal.column.TextColumn;
import io.offerengine.query.Cursor;
import io.offerengine.schema.SortKey;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The order of rows that a query asks for.
 *
 * <p><b>Order.</b> Rows compare field by field: numbers and texts in the direction asked for, texts
 * that are no version after all versions. Absent values come last in both directions, but for flags
 * whose absence counts as false. Equal rows compare by ascending identifier, so no two rows are
 * equal.
 *
 * <p>The <em>first key</em> of a row is the value of the first order field as a {@code long}; the
 * row with the lesser first key ranks first. The key is inverted if the order descends. It is
 * {@link Long#MAX_VALUE} if the value is absent and does not count as false, {@link Long#MIN_VALUE}
 * if the field is a text, and the identifier if the query asks for no order. The <em>second
 * key</em> is that of the second field.
 *
 * <p><b>Cost.</b> The columns of a row are read when the row is compared, as far as needed; nothing
 * of a row is cached.
 *
 * <p><b>Threads.</b> Immutable.
 */
final class RowOrder {
  /** The key of an absent value that counts as false; that of any other absent value differs. */
  private static final long ABSENT_AS_FALSE = 0;

  private final List<SortKey> order;

  /** By order field: all ones if it descends, so that an exclusive or inverts a key. */
  private final long[] flips;

  /** By order field: the key of an absent value, which ranks last unless it counts as false. */
  private final long[] absentKeys;

  RowOrder(List<SortKey> order) {
    this.order = order;
    this.flips = new long[order.size()];
    this.absentKeys = new long[order.size()];
    for (int key = 0; key < flips.length; key++) {
      flips[key] = order.get(key).isDescending() ? -1L : 0;
      absentKeys[key] =
          order.get(key).field().isAbsentAsFalse() ? ABSENT_AS_FALSE : Long.MAX_VALUE ^ flips[key];
    }
  }

  /** Writes the first keys of rows. */
  void firsts(KeyColumns columns, int[] rows, int size, long[] target) {
    long flip = flips.length == 0 ? 0 : flips[0];
    NumericColumn column = flips.length == 0 ? columns.ids : columns.numbers[0];
    if (column == null) {
      Arrays.fill(target, 0, size, Long.MIN_VALUE);
      return;
    }
    column.keysOr(rows, size, flips.length == 0 ? Long.MAX_VALUE : absentKeys[0], target);
    for (int i = 0; i < size; i++) {
      target[i] ^= flip;
    }
  }

  /** Returns whether first keys are read from a column, not evaluated for this search. */
  boolean hasStoredFirsts(KeyColumns columns) {
    NumericColumn column = flips.length == 0 ? columns.ids : columns.numbers[0];
    return column != null && !(column instanceof ComputedColumn);
  }

  /**
   * Drops rows whose first keys exceed a cutoff from a bitmap, where the column knows that all rows
   * of a word do. The column does not know absent values that count as false.
   */
  void narrow(KeyColumns columns, long[] words, int wordCount, long cutoff) {
    boolean descends = flips.length > 0 && flips[0] != 0;
    NumericColumn column = flips.length == 0 ? columns.ids : columns.numbers[0];
    boolean countsAsFalse = flips.length > 0 && absentKeys[0] == ABSENT_AS_FALSE;
    if (column != null && cutoff != Long.MAX_VALUE && !countsAsFalse) {
      long low = descends ? ~cutoff : Long.MIN_VALUE;
      column.narrow(words, 0, wordCount, low, descends ? Long.MAX_VALUE : cutoff);
    }
  }

  /**
   * Returns a row's key of an order field; {@link Long#MAX_VALUE} if it is a text, or absent and
   * not counted as false.
   */
  long number(KeyColumns columns, int row, int key) {
    NumericColumn column = key < flips.length ? columns.numbers[key] : null;
    return column == null ? Long.MAX_VALUE : column.keyOr(row, absentKeys[key]) ^ flips[key];
  }

  /** Returns whether the query orders by two fields or more. */
  boolean hasSecond() {
    return flips.length > 1;
  }

  /**
   * Returns whether second keys order rows of an equal first key: they do unless the first key is
   * that of a text or of an absent value.
   */
  static boolean isDecidedBySecond(long first) {
    return first != Long.MAX_VALUE && first != Long.MIN_VALUE;
  }

  /** Compares two rows of equal first keys: negative when the first one ranks before the second. */
  int compareTied(long first, KeyColumns left, int leftRow, KeyColumns right, int rightRow) {
    // Rows of equal first keys may still be an absent value and a present one, or texts.
    boolean decided = isDecidedBySecond(first);
    for (int key = decided ? 1 : 0; key < flips.length; key++) {
      NumericColumn column = left.numbers[key];
      NumericColumn other = right.numbers[key];
      int byKey =
          column == null || other == null
              ? order.get(key).compareValues(text(left, key, leftRow), text(right, key, rightRow))
              : compareNumbers(key, column, leftRow, other, rightRow);
      if (byKey != 0) {
        return byKey;
      }
    }
    return Long.compare(left.ids.key(leftRow), right.ids.key(rightRow));
  }

  private int compareNumbers(
      int key, NumericColumn left, int leftRow, NumericColumn right, int rightRow) {
    long number = left.keyOr(leftRow, absentKeys[key]) ^ flips[key];
    long other = right.keyOr(rightRow, absentKeys[key]) ^ flips[key];
    if (number != other) {
      return number < other ? -1 : 1;
    }
    return number == Long.MAX_VALUE
        ? Boolean.compare(!left.isPresent(leftRow), !right.isPresent(rightRow))
        : 0;
  }

  /** Compares a row with the row of a cursor: positive if the row ranks after it. */
  int compare(KeyColumns columns, int row, Cursor cursor) {
    for (int key = 0; key < flips.length; key++) {
      NumericColumn column = columns.numbers[key];
      Object value = cursor.key(key);
      int byKey;
      if (column == null) {
        byKey = order.get(key).compareValues(text(columns, key, row), value);
      } else if (value == null || isAbsent(column, row, key)) {
        byKey = Boolean.compare(isAbsent(column, row, key), value == null);
      } else {
        byKey = Long.compare(number(columns, row, key), (Long) value ^ flips[key]);
      }
      if (byKey != 0) {
        return byKey;
      }
    }
    return Long.compare(columns.ids.key(row), cursor.id());
  }

  /** Returns a row's key as a cursor holds it: a Long, a String, or null if absent. */
  @Nullable Object value(KeyColumns columns, int row, int key) {
    NumericColumn column = columns.numbers[key];
    if (column == null) {
      return text(columns, key, row);
    }
    return isAbsent(column, row, key) ? null : (Object) column.keyOr(row, absentKeys[key]);
  }

  /** Returns whether a row has no value, and its absence does not count as false. */
  private boolean isAbsent(NumericColumn column, int row, int key) {
    return absentKeys[key] != ABSENT_AS_FALSE && !column.isPresent(row);
  }

  private static @Nullable String text(KeyColumns columns, int key, int row) {
    TextColumn column = columns.texts[key];
    return column == null ? null : column.key(row);
  }
}
