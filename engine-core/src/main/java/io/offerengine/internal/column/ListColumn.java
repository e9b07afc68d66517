package io.offerengine.internal.column;

import io.offerengine.internal.file.BlockReader;
import io.offerengine.internal.file.BlockWriter;
import io.offerengine.schema.Collation;
import io.offerengine.schema.Field;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Offer;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.objects.Object2IntLinkedOpenHashMap;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A column of lists of integers or of texts, both for tails and for sealed segments.
 *
 * <p><b>Layout.</b> One object per row: an array of integers, or an immutable list of texts; null
 * if the row has no list. If the texts of a row are not their own collation keys, a second object
 * is the list of the keys. The keys are made when a row is set, so that no search and no merge runs
 * the code of a collation.
 *
 * <p><b>Threads.</b> As {@link GrowingColumn} in a tail; immutable in a sealed segment.
 */
public final class ListColumn extends Column implements GrowingColumn {
  /** The length of a list that a row does not have, in files. */
  private static final int NO_LIST = -1;

  /** Texts whose keys are remembered; after so many different ones, all are forgotten. */
  private static final int MOST_REMEMBERED = 4096;

  private final Collation collation;
  private @Nullable Object[] lists;

  /**
   * The keys of the texts of each row that are not their own keys; null for the other rows. Empty
   * before the first such row.
   */
  private @Nullable List<String>[] keys;

  /** Keys of texts, so that equal texts share one. Only the writer uses this map. */
  private final Map<String, String> remembered = new HashMap<>();

  /**
   * Creates a column with memory for {@code capacity} rows, without lists.
   *
   * @param collation gives the keys of texts
   */
  public ListColumn(Collation collation, int capacity) {
    this(collation, new Object[capacity], none(0));
  }

  private ListColumn(Collation collation, @Nullable Object[] lists, @Nullable List<String>[] keys) {
    this.collation = collation;
    this.lists = lists;
    this.keys = keys;
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // there are no arrays of generic types
  private static @Nullable List<String>[] none(int count) {
    return new List[count];
  }

  /** Returns the column of a new segment. */
  public static ListColumn merge(List<ListColumn> sources, RowMaps rows) {
    @Nullable Object[] merged = new Object[rows.size()];
    boolean haveKeys = sources.stream().anyMatch(source -> source.keys.length > 0);
    @Nullable List<String>[] keys = none(haveKeys ? rows.size() : 0);
    for (int source = 0; source < sources.size(); source++) {
      rows.source(source).move(sources.get(source).lists, merged);
      if (sources.get(source).keys.length > 0) {
        rows.source(source).move(sources.get(source).keys, keys);
      }
    }
    return new ListColumn(sources.get(0).collation, merged, keys);
  }

  /** Writes the length of each list, -1 for none, and all values; a text only once. */
  void write(BlockWriter out) throws IOException {
    int[] lengths = new int[lists.length];
    Object2IntLinkedOpenHashMap<String> codes = new Object2IntLinkedOpenHashMap<>();
    for (int row = 0; row < lengths.length; row++) {
      long[] integers = integers(row);
      List<String> texts = texts(row);
      lengths[row] = integers == null ? NO_LIST : integers.length;
      for (int i = 0; texts != null && i < texts.size(); i++) {
        codes.putIfAbsent(texts.get(i), codes.size());
      }
      lengths[row] = texts == null ? lengths[row] : texts.size();
    }
    out.write(lengths);
    out.writeTexts(codes.keySet().toArray(new String[0]));
    for (int row = 0; row < lengths.length; row++) {
      long[] integers = integers(row);
      List<String> texts = texts(row);
      for (int i = 0; integers != null && i < integers.length; i++) {
        out.writeLong(integers[i]);
      }
      for (int i = 0; texts != null && i < texts.size(); i++) {
        out.writeLong(codes.getInt(texts.get(i)));
      }
    }
  }

  static ListColumn read(FieldType type, Collation collation, BlockReader in) throws IOException {
    int[] lengths = in.readPresentInts();
    String[] texts = in.readTexts();
    ListColumn column = new ListColumn(collation, lengths.length);
    for (int row = 0; row < lengths.length; row++) {
      if (lengths[row] != NO_LIST) {
        long[] values = new long[lengths[row]];
        for (int i = 0; i < values.length; i++) {
          values[i] = in.readLong();
        }
        column.set(row, type == FieldType.INTEGER_LIST ? values : texts(values, texts));
      }
    }
    return column;
  }

  private static List<String> texts(long[] codes, String[] texts) {
    String[] list = new String[codes.length];
    for (int i = 0; i < codes.length; i++) {
      list[i] = texts[(int) codes[i]];
    }
    return List.of(list);
  }

  /** Returns the integers of a row, not to be changed; null if it has none. */
  public long @Nullable [] integers(int row) {
    return lists[row] instanceof long[] integers ? integers : null;
  }

  /** Returns the texts of a row as they were stored; null if it has none. */
  @SuppressWarnings("unchecked") // an offer has texts in a list, and nothing else
  public @Nullable List<String> texts(int row) {
    return lists[row] instanceof List<?> texts ? (List<String>) texts : null;
  }

  /**
   * Returns the values of a row as conditions compare them, Longs or collation keys, in the order
   * of the list and with its repetitions; null if the row has no list.
   */
  public @Nullable List<?> keys(int row) {
    long[] integers = integers(row);
    if (integers != null) {
      return LongArrayList.wrap(integers);
    }
    List<String> own = ownKeys(row);
    return own == null ? texts(row) : own;
  }

  /** Returns the keys of a row; null if its texts are their own keys, or if it has no texts. */
  private @Nullable List<String> ownKeys(int row) {
    return row < keys.length ? keys[row] : null;
  }

  private @Nullable List<String> keysOf(List<String> texts) {
    if (collation.equals(Collation.EXACT)) {
      return null;
    }
    List<String> made = new ArrayList<>(texts.size());
    for (String text : texts) {
      made.add(keyOf(text));
    }
    return made.equals(texts) ? null : List.copyOf(made);
  }

  private String keyOf(String text) {
    String known = remembered.get(text);
    if (known != null) {
      return known;
    }
    String key = collation.key(text);
    if (remembered.size() == MOST_REMEMBERED) {
      remembered.clear();
    }
    remembered.put(text, key);
    return key;
  }

  /** Sets a row that is not published yet to the list of an offer. */
  public void set(int row, Offer offer, Field field) {
    boolean isOfTexts = field.type() == FieldType.TEXT_LIST;
    set(row, isOfTexts ? offer.texts(field) : offer.integers(field));
  }

  /**
   * Sets a row that is not published yet; the column grows as needed.
   *
   * @param list an array of integers or an immutable list of texts; null if the row has no list
   */
  @SuppressWarnings("unchecked") // a list has texts alone
  public void set(int row, @Nullable Object list) {
    set(row, list, list instanceof List<?> texts ? keysOf((List<String>) texts) : null);
  }

  private void set(int row, @Nullable Object list, @Nullable List<String> itsKeys) {
    if (row >= lists.length) {
      lists = Arrays.copyOf(lists, Math.max(row + 1, 2 * lists.length));
      keys = keys.length == 0 ? keys : Arrays.copyOf(keys, lists.length);
    }
    if (itsKeys != null && keys.length == 0) {
      keys = none(lists.length);
    }
    lists[row] = list;
    if (keys.length > 0) {
      keys[row] = itsKeys;
    }
  }

  @Override
  public void copy(int[] rows, Column source, int[] sourceRows) {
    for (int i = 0; i < rows.length; i++) {
      ListColumn others = (ListColumn) source;
      set(rows[i], others.lists[sourceRows[i]], others.ownKeys(sourceRows[i]));
    }
  }

  @Override
  public boolean isPresent(int row) {
    return lists[row] != null;
  }

  /** Returns the memory of the column; that of a text and a key counts for each row that has it. */
  @Override
  public long bytes() {
    long bytes =
        Footprint.array(lists.length, Footprint.REFERENCE)
            + Footprint.array(keys.length, Footprint.REFERENCE);
    for (int row = 0; row < lists.length; row++) {
      long[] integers = integers(row);
      List<String> texts = texts(row);
      bytes += integers == null ? 0 : Footprint.array(integers.length, Long.BYTES);
      bytes += texts == null ? 0 : Footprint.array(texts.size(), Footprint.REFERENCE);
      for (int i = 0; texts != null && i < texts.size(); i++) {
        bytes += Footprint.string(texts.get(i));
      }
      bytes += bytesOfKeys(row);
    }
    return bytes;
  }

  private long bytesOfKeys(int row) {
    List<String> own = ownKeys(row);
    if (own == null) {
      return 0;
    }
    long bytes = Footprint.array(own.size(), Footprint.REFERENCE);
    for (String key : own) {
      bytes += Footprint.string(key);
    }
    return bytes;
  }
}
