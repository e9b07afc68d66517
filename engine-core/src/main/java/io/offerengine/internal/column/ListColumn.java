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
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A column of lists of integers or of texts, both for tails and for sealed segments.
 *
 * <p><b>Layout.</b> One object per row: an array of integers, or an immutable list of texts; null
 * if the row has no list.
 *
 * <p><b>Threads.</b> As {@link GrowingColumn} in a tail; immutable in a sealed segment.
 */
public final class ListColumn extends Column implements GrowingColumn {
  /** The length of a list that a row does not have, in files. */
  private static final int NO_LIST = -1;

  private @Nullable Object[] lists;

  /** Creates a column with memory for {@code capacity} rows, without lists. */
  public ListColumn(int capacity) {
    this.lists = new Object[capacity];
  }

  private ListColumn(@Nullable Object[] lists) {
    this.lists = lists;
  }

  /** Returns the column of a new segment. */
  public static ListColumn merge(List<ListColumn> sources, RowMaps rows) {
    @Nullable Object[] merged = new Object[rows.size()];
    for (int source = 0; source < sources.size(); source++) {
      rows.source(source).move(sources.get(source).lists, merged);
    }
    return new ListColumn(merged);
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

  static ListColumn read(FieldType type, BlockReader in) throws IOException {
    int[] lengths = in.readPresentInts();
    String[] texts = in.readTexts();
    ListColumn column = new ListColumn(lengths.length);
    for (int row = 0; row < lengths.length; row++) {
      if (lengths[row] != NO_LIST) {
        long[] values = new long[lengths[row]];
        for (int i = 0; i < values.length; i++) {
          values[i] = in.readLong();
        }
        column.lists[row] = type == FieldType.INTEGER_LIST ? values : texts(values, texts);
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
  public @Nullable List<?> keys(int row, Collation collation) {
    List<String> texts = texts(row);
    if (texts == null) {
      long[] integers = integers(row);
      return integers == null ? null : LongArrayList.wrap(integers);
    }
    if (collation.equals(Collation.EXACT)) {
      return texts;
    }
    List<String> keys = new ArrayList<>(texts.size());
    for (String text : texts) {
      keys.add(collation.key(text));
    }
    return keys;
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
  public void set(int row, @Nullable Object list) {
    if (row >= lists.length) {
      lists = Arrays.copyOf(lists, Math.max(row + 1, 2 * lists.length));
    }
    lists[row] = list;
  }

  @Override
  public void copy(int[] rows, Column source, int[] sourceRows) {
    for (int i = 0; i < rows.length; i++) {
      set(rows[i], ((ListColumn) source).lists[sourceRows[i]]);
    }
  }

  @Override
  public boolean isPresent(int row) {
    return lists[row] != null;
  }

  /** Returns the memory of the column; that of a text counts for each row that has it. */
  @Override
  public long bytes() {
    long bytes = Footprint.array(lists.length, Footprint.REFERENCE);
    for (int row = 0; row < lists.length; row++) {
      long[] integers = integers(row);
      List<String> texts = texts(row);
      bytes += integers == null ? 0 : Footprint.array(integers.length, Long.BYTES);
      bytes += texts == null ? 0 : Footprint.array(texts.size(), Footprint.REFERENCE);
      for (int i = 0; texts != null && i < texts.size(); i++) {
        bytes += Footprint.string(texts.get(i));
      }
    }
    return bytes;
  }
}
