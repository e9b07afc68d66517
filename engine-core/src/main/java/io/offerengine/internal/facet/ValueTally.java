package io.offerengine.internal.facet;

import io.offerengine.facet.FacetRequest.ValueFacet;
import io.offerengine.facet.Facets;
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
 * Counts how often each value of a field occurs.
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
final class ValueTally {
  /** The number of absence. */
  static final int ABSENT = 0;

  private static final int FIRST_CAPACITY = 32;

  private final Field field;

  /** By number: a Long or a collation key; null for absence. */
  private @Nullable Object[] keys = new Object[FIRST_CAPACITY];

  /** By number: the spelling of a text that is first by code points; null for a number. */
  private @Nullable String[] spellings = new String[FIRST_CAPACITY];

  private long[] counts = new long[FIRST_CAPACITY];
  private int size = 1;

  /** From keys to numbers; null as long as the keys ascend. */
  private @Nullable Object2IntOpenHashMap<Object> numbers;

  /** Which folds have which value; empty if rows are counted. */
  private final FoldPairs folds = new FoldPairs();

  ValueTally(Field field) {
    this.field = field;
  }

  /** Returns the field. */
  Field field() {
    return field;
  }

  /** Returns the number of a value; a new value gets the next number. */
  int number(Object key) {
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

  /** Notes a spelling of a text. */
  void spell(int number, String text) {
    String known = spellings[number];
    if (known == null || Collation.compare(text, known) < 0) {
      spellings[number] = text;
    }
  }

  /** Adds rows to a value. */
  void add(int number, long rows) {
    counts[number] += rows;
  }

  /** Adds a row to a value; in a count of folds, only if its fold was not added before. */
  void addRow(int number, MatchedRows rows, int row) {
    if (!rows.countsFolds() || folds.add(number, rows.fold(row))) {
      counts[number]++;
    }
  }

  /**
   * Returns the counts.
   *
   * @param existing all values of the snapshot, which are added with the count 0; null to add none
   */
  Facets.Values finish(ValueFacet facet, @Nullable ValueTally existing) {
    int counted = size;
    for (int number = 1; existing != null && number < existing.size; number++) {
      int mine = number(existing.key(number));
      // A counted value shows the spelling of the offers that match.
      spellings[mine] = mine < counted ? spellings[mine] : existing.spellings[number];
    }
    int[] order = new int[size - 1];
    for (int i = 0; i < order.length; i++) {
      order[i] = i + 1;
    }
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
