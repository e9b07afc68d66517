package io.offerengine.internal.facet;

import io.offerengine.facet.FacetRequest.ValueFacet;
import io.offerengine.facet.Facets;
import io.offerengine.internal.column.ListColumn;
import io.offerengine.internal.column.NumericColumn;
import io.offerengine.internal.column.TextColumn;
import io.offerengine.internal.index.FieldIndex;
import io.offerengine.internal.index.Scratch;
import io.offerengine.schema.Collation;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Counts the values of one field in the rows of a segment: by the bitmaps of its values if many
 * rows match, otherwise by reading the rows.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class ValueCounter {
  /** Reading a row costs as much as this many words of bitmaps, on the machines measured. */
  private static final int WORDS_PER_ROW = 6;

  private static final int WORDS_PER_LIST = 16;

  private final ValueTally tally;
  private final Field field;

  /** The numbers of all rows that were read so far; null before the first. */
  private @Nullable KeyTally keys;

  /** How many lists were read so far; by number of a value: the last of them that has it. */
  private long readLists;

  private long[] lastLists = {};

  ValueCounter(ValueTally tally) {
    this.tally = tally;
    this.field = tally.field();
  }

  /** Returns whether bitmaps count the values of some rows. */
  boolean usesBitmaps(MatchedRows rows) {
    FieldIndex index = tally.countsFolds() ? null : rows.index(field);
    long words = index == null ? 0 : index.countedWords();
    boolean isSpelled = field.type() == FieldType.TEXT_LIST && !isExact();
    int wordsPerRow = field.type().isList() ? WORDS_PER_LIST : WORDS_PER_ROW;
    return words > 0 && !isSpelled && (long) rows.count() * wordsPerRow > words;
  }

  private boolean isExact() {
    return field.collation().equals(Collation.EXACT);
  }

  /**
   * Counts the rows of a segment by bitmaps.
   *
   * @return what counts the rows one by one instead; null if they are counted
   */
  @Nullable RowCounter begin(MatchedRows rows) {
    if (usesBitmaps(rows)) {
      addByBitmaps(rows, Objects.requireNonNull(rows.index(field)));
      return null;
    }
    boolean countsFolds = tally.countsFolds();
    if (field.type().isText()) {
      TextColumn column = rows.view().segment().text(field);
      return countsFolds ? new TextFolds(rows, column) : new Texts(column);
    }
    if (field.type().isList()) {
      return new Lists(rows, rows.view().segment().list(field));
    }
    NumericColumn column = rows.reader().ordered(field);
    return countsFolds ? new NumberFolds(rows, column) : new Numbers(column);
  }

  private void addByBitmaps(MatchedRows rows, FieldIndex index) {
    if (field.type().isList()) {
      tally.addAbsent(index.countListValues(rows.words(), this::addListed));
      return;
    }
    int[] counts = index.countValues(rows.words(), rows.count());
    int last = counts.length - 1;
    if (field.type().isText()) {
      TextColumn column = rows.view().segment().text(field);
      for (int code = 0; code < last; code++) {
        addText(column, code, counts[code]);
      }
    } else {
      addAbsentAsFalse(counts[last]);
      for (int value = 0; value < last; value++) {
        addNumber(index.valueKey(value), counts[value]);
      }
    }
    tally.addAbsent(field.isAbsentAsFalse() ? 0 : counts[last]);
  }

  private void addListed(Object key, int count) {
    if (count > 0) {
      int value = tally.number(key);
      tally.add(value, count);
      if (key instanceof String text) {
        tally.spell(value, text);
      }
    }
  }

  private void addText(TextColumn column, int code, int count) {
    if (count > 0) {
      tally.add(textNumber(column, code), count);
    }
  }

  private int textNumber(TextColumn column, int code) {
    int value = tally.number(column.keyOf(code));
    tally.spell(value, column.textOf(code));
    return value;
  }

  private void addNumber(long key, int count) {
    if (count > 0) {
      tally.add(tally.number(key), count);
    }
  }

  private void addAbsentAsFalse(int count) {
    if (field.isAbsentAsFalse()) {
      addNumber(0, count);
    }
  }

  /** Counts the codes of rows. */
  private final class Texts implements RowCounter {
    private final TextColumn column;
    private final int[] codes = new int[Scratch.BATCH];

    /** By code plus one: how many rows have it. */
    private final int[] counts;

    Texts(TextColumn column) {
      this.column = column;
      this.counts = new int[column.codeCount() + 1];
    }

    @Override
    public void accept(int[] rows, int size) {
      column.codes(rows, size, codes);
      for (int i = 0; i < size; i++) {
        counts[codes[i] + 1]++;
      }
    }

    @Override
    public void end() {
      tally.addAbsent(counts[0]);
      for (int code = 0; code + 1 < counts.length; code++) {
        addText(column, code, counts[code + 1]);
      }
    }
  }

  /** Counts the pairs of a text and a fold. */
  private final class TextFolds implements RowCounter {
    private static final int UNKNOWN = -1;

    private final MatchedRows matched;
    private final TextColumn column;

    /** By code: the number of its value. */
    private final int[] numbers;

    TextFolds(MatchedRows matched, TextColumn column) {
      this.matched = matched;
      this.column = column;
      this.numbers = new int[column.codeCount()];
      Arrays.fill(numbers, UNKNOWN);
    }

    @Override
    public void accept(int[] rows, int size) {
      for (int i = 0; i < size; i++) {
        int code = column.code(rows[i]);
        int fold = matched.fold(rows[i]);
        if (code == TextColumn.ABSENT) {
          tally.addAbsentFold(fold);
        } else {
          tally.addFold(number(code), fold);
        }
      }
    }

    private int number(int code) {
      if (numbers[code] == UNKNOWN) {
        numbers[code] = textNumber(column, code);
      }
      return numbers[code];
    }
  }

  /** Counts the keys of rows; they are handed on after the last segment. */
  private final class Numbers implements RowCounter {
    private final NumericColumn column;
    private final KeyTally counts;
    private final long[] read = new long[Scratch.BATCH];

    Numbers(NumericColumn column) {
      this.column = column;
      KeyTally known = keys;
      this.counts = known == null ? new KeyTally() : known;
      keys = counts;
    }

    @Override
    public void accept(int[] rows, int size) {
      column.keysOr(rows, size, NumericColumn.RARE_KEY, read);
      for (int i = 0; i < size; i++) {
        if (read[i] == NumericColumn.RARE_KEY && !column.isPresent(rows[i])) {
          tally.addAbsent(1);
        } else {
          counts.add(read[i]);
        }
      }
    }
  }

  /** Counts the pairs of a number and a fold. */
  private final class NumberFolds implements RowCounter {
    private final MatchedRows matched;
    private final NumericColumn column;
    private final long[] read = new long[Scratch.BATCH];

    /** By slot: the last key, and one more than the number of its value. */
    private final long[] slotKeys = new long[KeyTally.SLOTS];

    private final int[] slotNumbers = new int[KeyTally.SLOTS];

    NumberFolds(MatchedRows matched, NumericColumn column) {
      this.matched = matched;
      this.column = column;
    }

    @Override
    public void accept(int[] rows, int size) {
      column.keysOr(rows, size, NumericColumn.RARE_KEY, read);
      for (int i = 0; i < size; i++) {
        int fold = matched.fold(rows[i]);
        if (read[i] == NumericColumn.RARE_KEY && !column.isPresent(rows[i])) {
          tally.addAbsentFold(fold);
        } else {
          tally.addFold(number(read[i]), fold);
        }
      }
    }

    private int number(long key) {
      int slot = KeyTally.slot(key);
      if (slotKeys[slot] != key || slotNumbers[slot] == 0) {
        slotKeys[slot] = key;
        slotNumbers[slot] = tally.number(key) + 1;
      }
      return slotNumbers[slot] - 1;
    }
  }

  /** Counts each value of a list once. */
  private final class Lists implements RowCounter {
    private final MatchedRows matched;
    private final ListColumn column;

    Lists(MatchedRows matched, ListColumn column) {
      this.matched = matched;
      this.column = column;
    }

    @Override
    public void accept(int[] rows, int size) {
      for (int i = 0; i < size; i++) {
        add(rows[i]);
      }
    }

    private void add(int row) {
      List<?> values = column.keys(row, field.collation());
      if (values == null) {
        if (tally.countsFolds()) {
          tally.addAbsentFold(matched.fold(row));
        } else {
          tally.addAbsent(1);
        }
        return;
      }
      List<String> texts = column.texts(row);
      readLists++;
      for (int i = 0; i < values.size(); i++) {
        int value = tally.number(values.get(i));
        if (texts != null) {
          tally.spell(value, texts.get(i));
        }
        if (tally.countsFolds()) {
          tally.addFold(value, matched.fold(row));
        } else if (isFirst(value)) {
          tally.add(value, 1);
        }
      }
    }

    /** Returns whether the list that is read did not have the value before. */
    private boolean isFirst(int value) {
      if (value >= lastLists.length) {
        lastLists = Arrays.copyOf(lastLists, Math.max(value + 1, 2 * lastLists.length));
      }
      boolean isFirst = lastLists[value] != readLists;
      lastLists[value] = readLists;
      return isFirst;
    }
  }

  /** Returns the counts; see {@link ValueTally#finish}. */
  Facets.Values finish(ValueFacet facet, @Nullable ValueCounter existing) {
    if (existing != null) {
      existing.handOnKeys();
    }
    handOnKeys();
    return tally.finish(facet, existing == null ? null : existing.tally);
  }

  private void handOnKeys() {
    if (keys != null) {
      keys.forEach((key, count) -> tally.add(tally.number(key), count));
    }
  }
}
