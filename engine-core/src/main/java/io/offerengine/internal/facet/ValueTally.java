package io.offerengine.internal.facet;

import io.offerengine.facet.FacetRequest.ValueFacet;
import io.offerengine.facet.Facets;
import io.offerengine.schema.Collation;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.NumericKey;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts how often each value of a field occurs.
 *
 * <p>Values that conditions find equal are one value: numbers by key, texts by collation key.
 *
 * <p><b>Memory.</b> An object per different value; in a count of folds also an entry per pair of a
 * value and a fold.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
final class ValueTally {
  private final Field field;

  /** By key: a Long or a collation key. */
  private final Map<Object, Value> values = new HashMap<>();

  /** All values, in the order in which they were found. */
  private final List<Value> found = new ArrayList<>();

  private final Value absent = new Value(false, 0);

  /** The number of a value and that of a fold; null if rows are counted. */
  private final @Nullable LongOpenHashSet pairs;

  /** A value, and how often it occurs. */
  static final class Value {
    private final Object key;
    private final int number;
    private @Nullable String spelling;
    private long count;

    /** The last row of whose list the value was counted. */
    private long lastRow = -1;

    private Value(Object key, int number) {
      this.key = key;
      this.number = number;
    }

    /** Notes a spelling of a text: the first by code points is shown. */
    void spell(String text) {
      String known = spelling;
      if (known == null || Collation.compare(text, known) < 0) {
        spelling = text;
      }
    }

    /** Adds some rows. */
    void add(long rows) {
      count += rows;
    }

    /** Adds a row that may have the value several times. */
    void addOnce(long row) {
      count += row == lastRow ? 0 : 1;
      lastRow = row;
    }
  }

  ValueTally(Field field, boolean countsFolds) {
    this.field = field;
    this.pairs = countsFolds ? new LongOpenHashSet() : null;
  }

  /** Returns the field. */
  Field field() {
    return field;
  }

  /** Returns whether folds are counted. */
  boolean countsFolds() {
    return pairs != null;
  }

  /** Returns the value of a key. */
  Value value(Object key) {
    Value known = values.get(key);
    if (known == null) {
      known = new Value(key, found.size() + 1);
      values.put(key, known);
      found.add(known);
    }
    return known;
  }

  /** Returns what counts rows without a value. */
  Value absent() {
    return absent;
  }

  /** Adds a row of a fold to a value, unless the fold was added before. */
  void addFold(Value value, int fold) {
    if (pairs != null && pairs.add((long) value.number << Integer.SIZE | fold)) {
      value.count++;
    }
  }

  /**
   * Returns the counts.
   *
   * @param existing all values of the snapshot, which are added with the count 0; null to add none
   */
  Facets.Values finish(ValueFacet facet, @Nullable ValueTally existing) {
    if (existing != null) {
      for (Value each : existing.found) {
        if (!values.containsKey(each.key)) {
          each.count = 0;
          found.add(each);
        }
      }
    }
    found.sort(ValueTally::compare);
    int shown = Math.min(facet.limit(), found.size());
    List<Facets.Count> counts = new ArrayList<>(shown);
    for (int i = 0; i < shown; i++) {
      counts.add(new Facets.Count(shown(found.get(i)), found.get(i).count));
    }
    return new Facets.Values(field, counts, absent.count, found.size() - shown);
  }

  private Object shown(Value value) {
    String spelling = value.spelling;
    if (spelling != null) {
      return spelling;
    }
    long key = (Long) value.key;
    if (field.type() == FieldType.BOOLEAN) {
      return key != 0;
    }
    return field.type() == FieldType.NUMBER ? (Object) NumericKey.toDouble(key) : (Object) key;
  }

  /** The greater count first, then the lesser key. */
  private static int compare(Value left, Value right) {
    if (left.count != right.count) {
      return left.count > right.count ? -1 : 1;
    }
    return left.key instanceof Long number
        ? Long.compare(number, (Long) right.key)
        : Collation.compare((String) left.key, (String) right.key);
  }
}
