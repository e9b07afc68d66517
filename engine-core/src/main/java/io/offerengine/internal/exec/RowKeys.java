package io.offerengine.internal.exec;

import io.offerengine.internal.column.NumericColumn;
import io.offerengine.internal.column.TextColumn;
import io.offerengine.internal.segment.SegmentReader;
import io.offerengine.query.Cursor;
import io.offerengine.query.SortKey;
import io.offerengine.schema.Collation;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The order values of some rows, in numbered slots, and the order itself.
 *
 * <p>Rows compare key by key: numeric keys and texts in the direction asked for, texts that are no
 * version after all versions, absent values after everything, in either direction. Equal rows
 * compare by ascending identifier, so that no two rows are equal.
 *
 * <p><b>Layout.</b> {@code slots x keys} numeric keys, turned over where the order descends, so
 * that the lesser always comes first; texts and absence beside them.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class RowKeys {
  private final List<SortKey> order;
  private final int keyCount;

  /** By key: all ones where the order descends, so that an exclusive or turns a number over. */
  private final long[] turns;

  private final long[] numbers;
  private final boolean[] absent;
  private final long[] ids;

  /** Empty where no key is a text. */
  private final @Nullable String[] texts;

  /** The columns of the segment that rows are loaded from, by key. */
  private final @Nullable NumericColumn[] numericColumns;

  private final @Nullable TextColumn[] textColumns;
  private @Nullable NumericColumn idColumn;

  RowKeys(List<SortKey> order, int slots) {
    this.order = order;
    this.keyCount = order.size();
    this.turns = new long[keyCount];
    this.numbers = new long[slots * keyCount];
    this.absent = new boolean[slots * keyCount];
    this.ids = new long[slots];
    this.numericColumns = new NumericColumn[keyCount];
    this.textColumns = new TextColumn[keyCount];
    boolean hasTexts = false;
    for (int key = 0; key < keyCount; key++) {
      turns[key] = order.get(key).isDescending() ? -1L : 0;
      hasTexts |= order.get(key).field().type().isText();
    }
    this.texts = new String[hasTexts ? slots * keyCount : 0];
  }

  /** Turns to the rows of another segment. */
  void turnTo(SegmentReader reader) {
    idColumn = reader.segment().numeric(reader.segment().schema().idField());
    for (int key = 0; key < keyCount; key++) {
      Field field = order.get(key).field();
      if (field.type().isText()) {
        textColumns[key] = reader.segment().text(field);
      } else {
        numericColumns[key] = reader.ordered(field);
      }
    }
  }

  /**
   * Writes the first numbers of rows of the current segment, as {@link #number} tells them of a
   * slot: no row of a lesser one ranks behind one of a greater. The same of all rows where the
   * first key is a text.
   */
  void firsts(int[] rows, int size, long[] target) {
    long turn = keyCount == 0 ? 0 : turns[0];
    NumericColumn column = keyCount == 0 ? idColumn : numericColumns[0];
    if (column == null) {
      Arrays.fill(target, 0, size, Long.MIN_VALUE);
      return;
    }
    column.keysOr(rows, size, Long.MAX_VALUE ^ turn, target);
    for (int i = 0; i < size; i++) {
      target[i] ^= turn;
    }
  }

  /** Loads a row of the current segment into a slot. */
  void load(int slot, int row) {
    ids[slot] = Objects.requireNonNull(idColumn).key(row);
    for (int key = 0; key < keyCount; key++) {
      int at = slot * keyCount + key;
      NumericColumn column = numericColumns[key];
      if (column != null) {
        numbers[at] = column.keyOr(row, Long.MAX_VALUE ^ turns[key]) ^ turns[key];
        absent[at] = numbers[at] == Long.MAX_VALUE && !column.isPresent(row);
      } else {
        TextColumn textColumn = textColumns[key];
        String text = textColumn == null ? null : textColumn.key(row);
        absent[at] = text == null;
        texts[at] = text;
      }
    }
  }

  /** Loads the row that a cursor stands for into a slot. */
  void load(int slot, Cursor cursor) {
    ids[slot] = cursor.id();
    for (int key = 0; key < keyCount; key++) {
      int at = slot * keyCount + key;
      Object value = cursor.key(key);
      absent[at] = value == null;
      if (order.get(key).field().type().isText()) {
        texts[at] = (String) value;
      } else {
        numbers[at] = value instanceof Long number ? number ^ turns[key] : Long.MAX_VALUE;
      }
    }
  }

  /** Returns an order value as a cursor keeps it: Long, String, or null when absent. */
  @Nullable Object value(int slot, int key) {
    int at = slot * keyCount + key;
    if (absent[at]) {
      return null;
    }
    boolean isText = order.get(key).field().type().isText();
    return isText ? texts[at] : (Object) (numbers[at] ^ turns[key]);
  }

  /**
   * Returns a numeric order value, turned over where the order descends, so that the lesser comes
   * first; the identifier behind the last key. Any number where it is absent or a text.
   */
  long number(int slot, int key) {
    return key < keyCount ? numbers[slot * keyCount + key] : ids[slot];
  }

  /** Returns whether an order value is absent. */
  boolean isAbsent(int slot, int key) {
    return key < keyCount && absent[slot * keyCount + key];
  }

  long id(int slot) {
    return ids[slot];
  }

  /** Copies a slot's row to another slot. */
  void copy(int from, int to) {
    System.arraycopy(numbers, from * keyCount, numbers, to * keyCount, keyCount);
    if (texts.length > 0) {
      System.arraycopy(texts, from * keyCount, texts, to * keyCount, keyCount);
    }
    System.arraycopy(absent, from * keyCount, absent, to * keyCount, keyCount);
    ids[to] = ids[from];
  }

  /** Compares the rows of two slots: negative when the first one ranks before the second. */
  int compare(int left, int right) {
    if (keyCount > 0 && numbers[left * keyCount] != numbers[right * keyCount]) {
      return numbers[left * keyCount] < numbers[right * keyCount] ? -1 : 1;
    }
    for (int key = 0; key < keyCount; key++) {
      int order = compareKey(key, left * keyCount + key, right * keyCount + key);
      if (order != 0) {
        return order;
      }
    }
    return Long.compare(ids[left], ids[right]);
  }

  private int compareKey(int key, int left, int right) {
    // Absent rows have the greatest number, texts all have the same.
    if (numbers[left] != numbers[right]) {
      return numbers[left] < numbers[right] ? -1 : 1;
    }
    if (absent[left] || absent[right]) {
      return Boolean.compare(absent[left], absent[right]);
    }
    if (numericColumns[key] != null) {
      return Long.compare(numbers[left], numbers[right]);
    }
    return compareTexts(order.get(key), String.valueOf(texts[left]), String.valueOf(texts[right]));
  }

  private static int compareTexts(SortKey key, String left, String right) {
    if (key.field().type() == FieldType.VERSION) {
      boolean leftReadable = Collation.isReadableVersion(left);
      if (leftReadable != Collation.isReadableVersion(right)) {
        return leftReadable ? -1 : 1;
      }
    }
    int ascending = Collation.compare(left, right);
    return key.isDescending() ? -ascending : ascending;
  }
}
