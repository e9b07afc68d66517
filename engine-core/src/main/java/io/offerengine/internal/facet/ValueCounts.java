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
import io.offerengine.schema.NumericKey;
import io.offerengine.schema.TimeKey;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How often each value of a field occurs.
 *
 * <p>Values that conditions find equal are one value: numbers by key, texts by collation key. Each
 * value has a number, in the order in which the values were found; absence has the number {@link
 * #ABSENT}.
 *
 * <p><b>Cost.</b> A value that is greater than all before needs no lookup. Bitmaps and dictionaries
 * hand on their values in ascending order, so those of the first segment need none.
 *
 * <p><b>Memory.</b> Some words per different value; in a count of folds also the {@link FoldPairs}.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class ValueCounts extends FieldCounter {
  /** The number of absence. */
  private static final int ABSENT = 0;

  private static final int FIRST_CAPACITY = 32;

  /** As many keys keep their numbers beside the hash map. */
  private static final int SLOT_BITS = 8;

  /** An odd multiplier of irregular bits, which spreads keys that differ in a few bits only. */
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  /** By number: a Long or a collation key; null for absence. */
  private @Nullable Object[] keys = new Object[FIRST_CAPACITY];

  /** By number: the spelling of a text that is first by code points; null for a number. */
  private @Nullable String[] spellings = new String[FIRST_CAPACITY];

  private long[] counts = new long[FIRST_CAPACITY];
  private int size = 1;

  /** From keys to numbers; null as long as the keys ascend. */
  private @Nullable Object2IntOpenHashMap<Object> numbers;

  /** By slot: a key and its number; no key if the number is 0. Empty before the first row. */
  private long[] slotKeys = {};

  private int[] slotNumbers = {};

  /** Which folds have which value; empty if rows are counted. */
  private final FoldPairs folds = new FoldPairs();

  ValueCounts(Field field, int variant) {
    super(field, variant);
  }

  @Override
  Way way(MatchedRows rows) {
    FieldIndex index = rows.countsFolds() ? null : rows.index(field);
    long words = index == null ? 0 : (long) index.countedBitmaps() * rows.wordCount;
    boolean isSpelled =
        field.type() == FieldType.TEXT_LIST && !field.collation().equals(Collation.EXACT);
    int wordsPerRow =
        field.type().isList()
            ? CostModel.WORDS_PER_COUNTED_LIST
            : CostModel.WORDS_PER_COUNTED_VALUE;
    return words > 0 && !isSpelled && (long) rows.count * wordsPerRow > words
        ? Way.BITMAPS
        : Way.ROWS;
  }

  @Override
  Reader reader(MatchedRows rows) {
    if (field.type().isText()) {
      return new Texts(rows, rows.view.segment().text(field));
    }
    return field.type().isList()
        ? new Lists(rows, rows.view.segment().list(field))
        : new Numbers(rows, rows.reader.numeric(field));
  }

  @Override
  void add(MatchedRows rows, FieldIndex index) {
    int[] found = index.countValues(rows.words, rows.wordCount, rows.count);
    int last = found.length - 1;
    if (!field.isAbsentAsFalse()) {
      counts[ABSENT] += found[last];
    } else if (found[last] > 0) {
      int zero = number((Object) 0L); // A new value may replace the array of counts.
      counts[zero] += found[last];
    }
    boolean isText = field.type().isText();
    CodedTexts texts = isText ? rows.view.segment().text(field) : null;
    if (field.type() == FieldType.TEXT_LIST) {
      texts = rows.view.segment().list(field);
    }
    for (int value = 0; value < last; value++) {
      if (found[value] > 0) {
        long key = isText ? value : index.valueKey(value);
        int number = texts == null ? number((Object) key) : textNumber(texts, (int) key);
        counts[number] += found[value];
      }
    }
  }

  /** Returns the number of a value; a new value gets the next number. */
  private int number(Object key) {
    if (numbers == null) {
      int order = size == 1 ? 1 : compare(key, key(size - 1));
      if (order >= 0) {
        return order == 0 ? size - 1 : append(key);
      }
      numbers = new Object2IntOpenHashMap<>(2 * size);
      for (int number = 1; number < size; number++) {
        numbers.put(key(number), number);
      }
    }
    int known = numbers.getInt(key);
    if (known == ABSENT) {
      known = append(key);
      numbers.put(key, known);
    }
    return known;
  }

  private Object key(int number) {
    return Objects.requireNonNull(keys[number]);
  }

  private int append(Object key) {
    if (size == keys.length) {
      keys = Arrays.copyOf(keys, 2 * size);
      spellings = Arrays.copyOf(spellings, 2 * size);
      counts = Arrays.copyOf(counts, 2 * size);
    }
    keys[size] = key;
    return size++;
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
    int number = number((Object) key);
    if (known == 0) {
      slotKeys[slot] = key;
      slotNumbers[slot] = number;
    }
    return number;
  }

  /** Returns the number of a text, and notes its spelling. */
  private int textNumber(CodedTexts column, int code) {
    int number = number(column.dictionary().key(code));
    String text = column.dictionary().text(code);
    String known = spellings[number];
    if (known == null || Collation.compare(text, known) < 0) {
      spellings[number] = text;
    }
    return number;
  }

  /**
   * Returns the number of a text.
   *
   * @param known by code: the numbers so far, or 0; empty to keep none
   */
  private int textNumber(CodedTexts column, int code, int[] known) {
    if (known.length == 0) {
      return textNumber(column, code);
    }
    if (known[code] == 0) {
      known[code] = textNumber(column, code);
    }
    return known[code];
  }

  /** Adds a row to a value; in a count of folds, only if its fold was not added before. */
  private void addRow(int number, MatchedRows rows, int row) {
    counts[number] += rows.isNew(folds, number, row) ? 1 : 0;
  }

  /** Counts the codes of rows, or the pairs of a text and a fold. */
  private final class Texts implements Reader {
    private final MatchedRows matched;
    private final TextColumn column;
    private final int[] codes = new int[Scratch.BATCH];

    /** By code plus one: how many rows have it. Empty if folds are counted. */
    private final int[] rowCounts;

    /** By code: the number of the text; 0 if it is not known yet. Empty if rows are counted. */
    private final int[] known;

    Texts(MatchedRows matched, TextColumn column) {
      this.matched = matched;
      this.column = column;
      this.rowCounts = new int[matched.countsFolds() ? 0 : column.dictionary().size() + 1];
      this.known = new int[matched.countsFolds() ? column.dictionary().size() : 0];
    }

    @Override
    public void accept(int[] rows, int size) {
      column.codes(rows, size, codes);
      if (!matched.countsFolds()) {
        for (int i = 0; i < size; i++) {
          rowCounts[codes[i] + 1]++;
        }
        return;
      }
      for (int i = 0; i < size; i++) {
        boolean isAbsent = codes[i] == TextColumn.ABSENT;
        addRow(isAbsent ? ABSENT : textNumber(column, codes[i], known), matched, rows[i]);
      }
    }

    @Override
    public void end() {
      for (int code = TextColumn.ABSENT; code + 1 < rowCounts.length; code++) {
        if (rowCounts[code + 1] > 0) {
          int number = code == TextColumn.ABSENT ? ABSENT : textNumber(column, code);
          counts[number] += rowCounts[code + 1];
        }
      }
    }
  }

  /** Counts the numbers of rows. */
  private final class Numbers implements Reader {
    private final MatchedRows matched;
    private final NumericColumn column;
    private final long[] read;

    Numbers(MatchedRows matched, NumericColumn column) {
      this.matched = matched;
      this.column = column;
      this.read = matched.scratch.numbers();
    }

    @Override
    public void accept(int[] rows, int size) {
      column.keysOr(rows, size, field.isAbsentAsFalse() ? 0 : NumericColumn.RARE_KEY, read);
      for (int i = 0; i < size; i++) {
        boolean isAbsent = read[i] == NumericColumn.RARE_KEY && !column.isPresent(rows[i]);
        addRow(isAbsent ? ABSENT : number(read[i]), matched, rows[i]);
      }
    }
  }

  /** Counts each value of a list once. */
  private final class Lists implements Reader {
    private final MatchedRows matched;
    private final ListColumn column;
    private final long[] values;

    /** By code: the number of the text; 0 if it is not known yet. Empty if few rows match. */
    private final int[] known;

    /** By number of a value: one more than the last row that has it. */
    private int[] lastRows = new int[size];

    Lists(MatchedRows matched, ListColumn column) {
      this.matched = matched;
      this.column = column;
      this.values = new long[column.longest()];
      boolean isFew = matched.count < column.dictionary().size() / CostModel.CODES_PER_COUNTED_ROW;
      this.known = new int[isFew ? 0 : column.dictionary().size()];
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
        addRow(ABSENT, matched, row);
        return;
      }
      column.read(row, values, 0);
      for (int i = 0; i < length; i++) {
        int value =
            column.isOfTexts() ? textNumber(column, (int) values[i], known) : number(values[i]);
        if (isFirst(value, row)) {
          addRow(value, matched, row);
        }
      }
    }

    /** Returns whether the list of a row, which is read, did not have the value before. */
    private boolean isFirst(int value, int row) {
      if (value >= lastRows.length) {
        lastRows = Arrays.copyOf(lastRows, Math.max(value + 1, 2 * lastRows.length));
      }
      boolean isFirst = lastRows[value] != row + 1;
      lastRows[value] = row + 1;
      return isFirst;
    }
  }

  /**
   * Returns the counts.
   *
   * @param existing all values of the snapshot, which are added with the count 0; null to add none
   */
  Facets.Values finish(ValueFacet facet, @Nullable ValueCounts existing) {
    int counted = size;
    for (int number = 1; existing != null && number < existing.size; number++) {
      int mine = number(existing.key(number));
      // A counted value shows the spelling of the offers that match.
      spellings[mine] = mine < counted ? spellings[mine] : existing.spellings[number];
    }
    int[] order = new int[size - 1];
    Arrays.setAll(order, i -> i + 1);
    IntArrays.quickSort(order, this::compareCounts);
    int shown = Math.min(facet.limit(), order.length);
    List<Facets.Count> most = new ArrayList<>(shown);
    for (int i = 0; i < shown; i++) {
      most.add(new Facets.Count(shown(order[i]), counts[order[i]]));
    }
    return new Facets.Values(field, most, counts[ABSENT], order.length - shown);
  }

  private Object shown(int number) {
    String spelling = spellings[number];
    if (spelling != null) {
      return spelling;
    }
    Object key = key(number);
    if (field.type() == FieldType.BOOLEAN) {
      return (Long) key != 0;
    }
    if (field.type().isTime()) {
      return TimeKey.toTime(field.type(), (Long) key);
    }
    return field.type() == FieldType.NUMBER ? (Object) NumericKey.toDouble((Long) key) : key;
  }

  /** The greater count first, then the lesser value. */
  private int compareCounts(int left, int right) {
    if (counts[left] != counts[right]) {
      return Long.compare(counts[right], counts[left]);
    }
    return key(left) instanceof String text
        ? field.collation().order(text, (String) key(right))
        : compare(key(left), key(right));
  }

  private static int compare(Object left, Object right) {
    return left instanceof Long number
        ? Long.compare(number, (Long) right)
        : Collation.compare((String) left, (String) right);
  }
}
