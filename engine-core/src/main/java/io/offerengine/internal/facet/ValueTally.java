package io.offerengine.internal.facet;

import io.offerengine.facet.FacetRequest.ValueFacet;
import io.offerengine.facet.Facets;
import io.offerengine.schema.Collation;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.NumericKey;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Counts how often each value of a field occurs.
 *
 * <p>Values that conditions find equal are one value: numbers by key, texts by collation key. Each
 * value has a number, in the order in which the values were found.
 *
 * <p><b>Cost.</b> A value that is greater than all before needs no lookup. Segments hand on their
 * values in ascending order, so the values of the first segment need none.
 *
 * <p><b>Memory.</b> Some words per different value; in a count of folds also the {@link FoldPairs}.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class ValueTally {
  private static final int FIRST_CAPACITY = 32;

  private final Field field;

  /** By number of the value: a Long or a collation key. */
  private Object[] keys = new Object[FIRST_CAPACITY];

  /** By number: the spelling of a text that is first by code points; null for a number. */
  private @Nullable String[] spellings = new String[FIRST_CAPACITY];

  private long[] counts = new long[FIRST_CAPACITY];
  private int size;
  private long absent;

  /** From keys to numbers; null as long as the keys ascend. */
  private @Nullable Object2IntOpenHashMap<Object> numbers;

  /** Which folds have which value; null if rows are counted. */
  private final @Nullable FoldPairs folds;

  ValueTally(Field field, boolean countsFolds) {
    this.field = field;
    this.folds = countsFolds ? new FoldPairs() : null;
  }

  /** Returns the field. */
  Field field() {
    return field;
  }

  /** Returns whether folds are counted. */
  boolean countsFolds() {
    return folds != null;
  }

  /** Returns the number of a value; a new value gets the next number. */
  int number(Object key) {
    if (numbers == null) {
      int order = size == 0 ? 1 : compare(key, keys[size - 1]);
      if (order >= 0) {
        return order == 0 ? size - 1 : append(key);
      }
      numbers = new Object2IntOpenHashMap<>(2 * size);
      numbers.defaultReturnValue(-1);
      for (int number = 0; number < size; number++) {
        numbers.put(keys[number], number);
      }
    }
    int known = numbers.getInt(key);
    if (known < 0) {
      known = append(key);
      numbers.put(key, known);
    }
    return known;
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

  /** Adds rows that have a value. */
  void add(int number, long rows) {
    counts[number] += rows;
  }

  /** Adds rows without a value. */
  void addAbsent(long rows) {
    absent += rows;
  }

  /** Adds a row of a fold to a value, unless the fold was added before. */
  void addFold(int number, int fold) {
    if (folds != null && folds.add(number + 1, fold)) {
      counts[number]++;
    }
  }

  /** Adds a row of a fold without a value. */
  void addAbsentFold(int fold) {
    if (folds != null && folds.add(0, fold)) {
      absent++;
    }
  }

  /**
   * Returns the counts.
   *
   * @param existing all values of the snapshot, which are added with the count 0; null to add none
   */
  Facets.Values finish(ValueFacet facet, @Nullable ValueTally existing) {
    int counted = size;
    if (existing != null) {
      for (int number = 0; number < existing.size; number++) {
        int mine = number(existing.keys[number]);
        // A counted value shows the spelling of the offers that match.
        spellings[mine] = mine < counted ? spellings[mine] : existing.spellings[number];
      }
    }
    int[] order = new int[size];
    for (int number = 0; number < size; number++) {
      order[number] = number;
    }
    IntArrays.quickSort(order, this::compareCounts);
    int shown = Math.min(facet.limit(), size);
    List<Facets.Count> most = new ArrayList<>(shown);
    for (int i = 0; i < shown; i++) {
      most.add(new Facets.Count(shown(order[i]), counts[order[i]]));
    }
    return new Facets.Values(field, most, absent, size - shown);
  }

  private Object shown(int number) {
    String spelling = spellings[number];
    if (spelling != null) {
      return spelling;
    }
    Object key = keys[number];
    if (field.type() == FieldType.BOOLEAN) {
      return (Long) key != 0;
    }
    return field.type() == FieldType.NUMBER ? (Object) NumericKey.toDouble((Long) key) : key;
  }

  /** The greater count first, then the lesser key. */
  private int compareCounts(int left, int right) {
    return counts[left] == counts[right]
        ? compare(keys[left], keys[right])
        : Long.compare(counts[right], counts[left]);
  }

  private static int compare(Object left, Object right) {
    return left instanceof Long number
        ? Long.compare(number, (Long) right)
        : Collation.compare((String) left, (String) right);
  }
}
