package io.offerengine.internal.facet;

import io.offerengine.facet.FacetRequest.ValueFacet;
import io.offerengine.facet.Facets;
import io.offerengine.internal.column.CodedTexts;
import io.offerengine.internal.column.ListColumn;
import io.offerengine.internal.column.NumericColumn;
import io.offerengine.internal.column.TextColumn;
import io.offerengine.internal.index.FieldIndex;
import io.offerengine.internal.index.Scratch;
import io.offerengine.internal.plan.CostModel;
import io.offerengine.schema.Collation;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Counts the values of one field in the rows of a segment: by the bitmaps of its values if many
 * rows match, otherwise by reading the rows.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class ValueCounter {
  /** As many keys keep their numbers beside the hash map of the tally. */
  private static final int SLOT_BITS = 8;

  /** An odd multiplier of irregular bits, which spreads keys that differ in a few bits only. */
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  private final ValueTally tally;
  private final Field field;

  /** By slot: a key and its number; no key if the number is 0. Empty before the first row. */
  private long[] slotKeys = {};

  private int[] slotNumbers = {};

  /** How many lists were read so far; by number of a value: the last of them that has it. */
  private long readLists;

  private long[] lastLists = {};

  ValueCounter(ValueTally tally) {
    this.tally = tally;
    this.field = tally.field();
  }

  /** Returns whether bitmaps count the values of some rows. */
  boolean usesBitmaps(MatchedRows rows) {
    FieldIndex index = rows.countsFolds() ? null : rows.index(field);
    long words = index == null ? 0 : (long) index.countedBitmaps() * rows.wordCount();
    boolean isSpelled = field.type() == FieldType.TEXT_LIST && !isExact();
    int wordsPerRow =
        field.type().isList()
            ? CostModel.WORDS_PER_COUNTED_LIST
            : CostModel.WORDS_PER_COUNTED_VALUE;
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
    if (field.type().isText()) {
      TextColumn column = rows.view().segment().text(field);
      return rows.countsFolds() ? new TextFolds(rows, column) : new Texts(column);
    }
    return field.type().isList()
        ? new Lists(rows, rows.view().segment().list(field))
        : new Numbers(rows, rows.reader().ordered(field));
  }

  private void addByBitmaps(MatchedRows rows, FieldIndex index) {
    int[] counts = index.countValues(rows.words(), rows.wordCount(), rows.count());
    int last = counts.length - 1;
    if (field.type().isText()) {
      TextColumn column = rows.view().segment().text(field);
      for (int code = 0; code < last; code++) {
        addText(column, code, counts[code]);
      }
    } else if (field.type() == FieldType.TEXT_LIST) {
      ListColumn column = rows.view().segment().list(field);
      for (int value = 0; value < last; value++) {
        addText(column, (int) index.valueKey(value), counts[value]);
      }
    } else {
      addAbsentAsFalse(counts[last]);
      for (int value = 0; value < last; value++) {
        addNumber(index.valueKey(value), counts[value]);
      }
    }
    tally.add(ValueTally.ABSENT, field.isAbsentAsFalse() ? 0 : counts[last]);
  }

  private void addText(CodedTexts column, int code, int count) {
    if (count > 0) {
      tally.add(textNumber(column, code), count);
    }
  }

  private int textNumber(CodedTexts column, int code) {
    int value = tally.number(column.keyOf(code));
    tally.spell(value, column.textOf(code));
    return value;
  }

  /** Returns the number of a key. A key keeps its slot, so that two frequent keys don't fight. */
  private int number(long key) {
    if (slotKeys.length == 0) {
      slotKeys = new long[1 << SLOT_BITS];
      slotNumbers = new int[slotKeys.length];
    }
    int slot = (int) ((key * SPREAD) >>> (Long.SIZE - SLOT_BITS));
    int known = slotNumbers[slot];
    if (known != 0 && slotKeys[slot] == key) {
      return known;
    }
    int number = tally.number(key);
    if (known == 0) {
      slotKeys[slot] = key;
      slotNumbers[slot] = number;
    }
    return number;
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
      tally.add(ValueTally.ABSENT, counts[0]);
      for (int code = 0; code + 1 < counts.length; code++) {
        addText(column, code, counts[code + 1]);
      }
    }
  }

  /** Counts the pairs of a text and a fold. */
  private final class TextFolds implements RowCounter {
    private final MatchedRows matched;
    private final TextColumn column;

    /** By code plus one: the number of the text; 0 if it is not known yet. */
    private final int[] numbers;

    TextFolds(MatchedRows matched, TextColumn column) {
      this.matched = matched;
      this.column = column;
      this.numbers = new int[column.codeCount() + 1];
    }

    @Override
    public void accept(int[] rows, int size) {
      for (int i = 0; i < size; i++) {
        tally.addRow(number(column.code(rows[i])), matched, rows[i]);
      }
    }

    private int number(int code) {
      if (numbers[code + 1] == 0 && code != TextColumn.ABSENT) {
        numbers[code + 1] = textNumber(column, code);
      }
      return numbers[code + 1];
    }
  }

  /** Counts the numbers of rows. */
  private final class Numbers implements RowCounter {
    private final MatchedRows matched;
    private final NumericColumn column;
    private final long[] read;

    Numbers(MatchedRows matched, NumericColumn column) {
      this.matched = matched;
      this.column = column;
      this.read = matched.roomForKeys();
    }

    @Override
    public void accept(int[] rows, int size) {
      column.keysOr(rows, size, NumericColumn.RARE_KEY, read);
      for (int i = 0; i < size; i++) {
        boolean isAbsent = read[i] == NumericColumn.RARE_KEY && !column.isPresent(rows[i]);
        tally.addRow(isAbsent ? ValueTally.ABSENT : number(read[i]), matched, rows[i]);
      }
    }
  }

  /** Counts each value of a list once. */
  private final class Lists implements RowCounter {
    private final MatchedRows matched;
    private final ListColumn column;
    private final long[] values;

    /** By code: the number of the text; 0 if it is not known yet. Empty if few rows match. */
    private final int[] numbers;

    Lists(MatchedRows matched, ListColumn column) {
      this.matched = matched;
      this.column = column;
      this.values = new long[column.longest()];
      boolean isFew = matched.count() < column.codeCount() / CostModel.CODES_PER_COUNTED_ROW;
      this.numbers = new int[isFew ? 0 : column.codeCount()];
    }

    @Override
    public void accept(int[] rows, int size) {
      for (int i = 0; i < size; i++) {
        add(rows[i]);
      }
    }

    private void add(int row) {
      int length = column.length(row);
      if (length == ListColumn.NO_LIST) {
        tally.addRow(ValueTally.ABSENT, matched, row);
        return;
      }
      column.read(row, values, 0);
      readLists++;
      for (int i = 0; i < length; i++) {
        int value = column.isOfTexts() ? textNumber((int) values[i]) : number(values[i]);
        if (isFirst(value)) {
          tally.addRow(value, matched, row);
        }
      }
    }

    private int textNumber(int code) {
      if (numbers.length == 0) {
        return ValueCounter.this.textNumber(column, code);
      }
      if (numbers[code] == 0) {
        numbers[code] = ValueCounter.this.textNumber(column, code);
      }
      return numbers[code];
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
    return tally.finish(facet, existing == null ? null : existing.tally);
  }
}
