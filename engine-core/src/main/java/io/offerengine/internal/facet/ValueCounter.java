package io.offerengine.internal.facet;

import io.offerengine.facet.FacetRequest.ValueFacet;
import io.offerengine.facet.Facets;
import io.offerengine.internal.column.ListColumn;
import io.offerengine.internal.column.NumericColumn;
import io.offerengine.internal.column.TextColumn;
import io.offerengine.internal.facet.ValueTally.Value;
import io.offerengine.internal.index.FieldIndex;
import io.offerengine.internal.index.Scratch;
import io.offerengine.schema.Collation;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
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
  private static final int WORDS_PER_TEXT = 6;

  private static final int WORDS_PER_NUMBER = 16;

  private final ValueTally tally;
  private final Field field;
  private long listedRows;

  ValueCounter(ValueTally tally) {
    this.tally = tally;
    this.field = tally.field();
  }

  /** Returns whether bitmaps count the values of some rows. */
  boolean usesBitmaps(MatchedRows rows) {
    FieldIndex index = tally.countsFolds() ? null : rows.index(field);
    int bitmaps = index == null ? 0 : index.countedBitmaps();
    boolean isText = field.type().isText() || field.type() == FieldType.TEXT_LIST;
    boolean isSpelled = field.type() == FieldType.TEXT_LIST && !isExact();
    long byRows = (long) rows.count() * (isText ? WORDS_PER_TEXT : WORDS_PER_NUMBER);
    return bitmaps > 0 && !isSpelled && byRows > (long) rows.wordCount() * bitmaps;
  }

  private boolean isExact() {
    return field.collation().equals(Collation.EXACT);
  }

  /** Adds the rows of a segment. */
  void add(MatchedRows rows) {
    if (rows.count() == 0) {
      return;
    }
    if (usesBitmaps(rows)) {
      addByBitmaps(rows, Objects.requireNonNull(rows.index(field)));
    } else if (field.type().isText()) {
      addTexts(rows);
    } else if (field.type().isList()) {
      addLists(rows);
    } else {
      addNumbers(rows);
    }
  }

  private void addByBitmaps(MatchedRows rows, FieldIndex index) {
    if (field.type().isList()) {
      tally.absent().add(index.countListValues(rows.words(), this::addListed));
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
      for (int value = 0; value < last; value++) {
        addNumber(index.valueKey(value), counts[value]);
      }
    }
    addAbsent(counts[last]);
  }

  private void addListed(Object key, int count) {
    if (count > 0) {
      Value value = tally.value(key);
      value.add(count);
      if (key instanceof String text) {
        value.spell(text);
      }
    }
  }

  private void addText(TextColumn column, int code, int count) {
    if (count > 0) {
      Value value = tally.value(column.keyOf(code));
      value.add(count);
      value.spell(column.textOf(code));
    }
  }

  private void addNumber(long key, int count) {
    if (count > 0) {
      tally.value(key).add(count);
    }
  }

  private void addAbsent(int count) {
    if (field.isAbsentAsFalse()) {
      addNumber(0, count);
    } else {
      tally.absent().add(count);
    }
  }

  private void addTexts(MatchedRows rows) {
    TextColumn column = rows.view().segment().text(field);
    int codeCount = column.codeCount();
    if (tally.countsFolds()) {
      @Nullable Value[] byCode = new Value[codeCount + 1];
      rows.forEach((list, size) -> addTextFolds(rows, column, byCode, list, size));
      return;
    }
    int[] codes = new int[Scratch.BATCH];
    int[] counts = new int[codeCount + 1];
    rows.forEach((list, size) -> {
      column.codes(list, size, codes);
      countCodes(codes, size, counts);
    });
    addAbsent(counts[0]);
    for (int code = 0; code < codeCount; code++) {
      addText(column, code, counts[code + 1]);
    }
  }

  private static void countCodes(int[] codes, int size, int[] counts) {
    for (int i = 0; i < size; i++) {
      counts[codes[i] + 1]++;
    }
  }

  private void addTextFolds(
      MatchedRows rows, TextColumn column, @Nullable Value[] byCode, int[] list, int size) {
    for (int i = 0; i < size; i++) {
      int code = column.code(list[i]);
      Value value = byCode[code + 1];
      if (value == null) {
        value = code == TextColumn.ABSENT ? tally.absent() : tally.value(column.keyOf(code));
        if (code != TextColumn.ABSENT) {
          value.spell(column.textOf(code));
        }
        byCode[code + 1] = value;
      }
      tally.addFold(value, rows.fold(list[i]));
    }
  }

  private void addNumbers(MatchedRows rows) {
    NumericColumn column = rows.reader().ordered(field);
    long[] keys = new long[Scratch.BATCH];
    if (tally.countsFolds()) {
      rows.forEach((list, size) -> {
        column.keysOr(list, size, NumericColumn.RARE_KEY, keys);
        addNumberFolds(rows, column, keys, list, size);
      });
      return;
    }
    Long2IntOpenHashMap counts = new Long2IntOpenHashMap();
    rows.forEach((list, size) -> {
      column.keysOr(list, size, NumericColumn.RARE_KEY, keys);
      countKeys(column, keys, list, size, counts);
    });
    counts.long2IntEntrySet().fastForEach(each -> addNumber(each.getLongKey(), each.getIntValue()));
  }

  private void countKeys(
      NumericColumn column, long[] keys, int[] list, int size, Long2IntOpenHashMap counts) {
    int absent = 0;
    for (int i = 0; i < size; i++) {
      if (keys[i] == NumericColumn.RARE_KEY && !column.isPresent(list[i])) {
        absent++;
      } else {
        counts.addTo(keys[i], 1);
      }
    }
    tally.absent().add(absent);
  }

  private void addNumberFolds(
      MatchedRows rows, NumericColumn column, long[] keys, int[] list, int size) {
    for (int i = 0; i < size; i++) {
      boolean isAbsent = keys[i] == NumericColumn.RARE_KEY && !column.isPresent(list[i]);
      tally.addFold(isAbsent ? tally.absent() : tally.value(keys[i]), rows.fold(list[i]));
    }
  }

  private void addLists(MatchedRows rows) {
    ListColumn column = rows.view().segment().list(field);
    rows.forEach((list, size) -> {
      for (int i = 0; i < size; i++) {
        addList(rows, column, list[i]);
      }
    });
  }

  private void addList(MatchedRows rows, ListColumn column, int row) {
    List<?> keys = column.keys(row, field.collation());
    List<String> texts = column.texts(row);
    listedRows++;
    if (keys == null) {
      add(rows, tally.absent(), row);
      return;
    }
    for (int i = 0; i < keys.size(); i++) {
      Value value = tally.value(keys.get(i));
      add(rows, value, row);
      if (texts != null) {
        value.spell(texts.get(i));
      }
    }
  }

  private void add(MatchedRows rows, Value value, int row) {
    if (tally.countsFolds()) {
      tally.addFold(value, rows.fold(row));
    } else {
      value.addOnce(listedRows);
    }
  }

  /** Returns the counts; see {@link ValueTally#finish}. */
  Facets.Values finish(ValueFacet facet, @Nullable ValueCounter existing) {
    return tally.finish(facet, existing == null ? null : existing.tally);
  }
}
