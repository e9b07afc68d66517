package io.offerengine.internal.column;

import io.offerengine.schema.Collation;
import io.offerengine.schema.FieldType;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A text column that rows are appended to.
 *
 * <p><b>Layout.</b> A code per row, and per code a text and its collation key, which are the same
 * string where the key is the text. Codes are given in the order in which texts first occur.
 *
 * <p><b>Cost.</b> {@link #set} is O(length of the text); each distinct text is kept once.
 *
 * <p>A tail's column chains the rows of each text, so that those of one are listed without a look
 * at others.
 */
public final class GrowingTextColumn extends TextColumn implements GrowingColumn {
  /** No further row. */
  public static final int NO_ROW = RowChains.NONE;

  private final FieldType type;
  private final CodeByText codeByText = new CodeByText();
  private int[] codes;
  private @Nullable String[] texts;
  private @Nullable String[] keys;

  /**
   * The keys' hashes behind an unused one for absence: most keys are told apart by them, without a
   * look at a text.
   */
  private int[] hashes;

  /** Null in a buffer, which no search reads. */
  private final @Nullable RowChains chains;

  /** Knows the code of each text, and how much memory it takes to know. */
  private static final class CodeByText extends Object2IntOpenHashMap<Object> {
    private static final long serialVersionUID = 1L;

    CodeByText() {
      defaultReturnValue(ABSENT);
    }

    long bytes() {
      return Footprint.array(key.length, Footprint.REFERENCE)
          + Footprint.array(value.length, Integer.BYTES);
    }
  }

  private GrowingTextColumn(
      FieldType type, int capacity, int textCapacity, @Nullable RowChains chains) {
    this.type = type;
    this.chains = chains;
    this.codes = new int[capacity];
    this.texts = new String[textCapacity];
    this.keys = new String[textCapacity];
    this.hashes = new int[textCapacity - ABSENT];
  }

  /** Returns a column with room for some rows, which are chained. */
  public static GrowingTextColumn ofTail(FieldType type, int capacity) {
    return new GrowingTextColumn(type, capacity, capacity, new RowChains(capacity));
  }

  /**
   * Returns a column with room for some rows and for fewer texts: more of them move its arrays, so
   * nobody may read beside the one that appends.
   */
  public static GrowingTextColumn ofBuffer(FieldType type, int capacity, int textCapacity) {
    return new GrowingTextColumn(type, capacity, textCapacity, null);
  }

  /** Sets a row, not published yet, to a text or to absent. */
  public void set(int row, @Nullable String text) {
    setCode(row, text == null ? ABSENT : codeOf(text));
  }

  @Override
  public void copy(int[] rows, Column source, int[] sourceRows) {
    TextColumn others = (TextColumn) source;
    if (rows.length == 1) {
      copy(rows[0], others, others.code(sourceRows[0]));
      return;
    }
    int[] read = new int[rows.length];
    others.codes(sourceRows, rows.length, read);
    for (int i = 0; i < rows.length; i++) {
      copy(rows[i], others, read[i]);
    }
  }

  private void copy(int row, TextColumn source, int code) {
    boolean same = source == this || code == ABSENT;
    setCode(row, same ? code : codeOf(source, code));
  }

  /** Chains rows, not published yet, that are set and follow those chained before. */
  public void chain(int from, int to) {
    for (int row = from; chains != null && row < to; row++) {
      if (codes[row] != ABSENT) {
        chains.add(row, codes[row]);
      }
    }
  }

  private void setCode(int row, int code) {
    if (row >= codes.length) {
      int capacity = Math.max(row + 1, 2 * codes.length);
      codes = Arrays.copyOf(codes, capacity);
    }
    codes[row] = code;
  }

  private int codeOf(String text) {
    int known = codeByText.getInt(text);
    return known == ABSENT ? add(text, Collation.key(type, text)) : known;
  }

  private int codeOf(TextColumn others, int code) {
    String text = others.textOf(code);
    int known = codeByText.getInt(text);
    return known == ABSENT ? add(text, others.keyOf(code)) : known;
  }

  private int add(String text, String key) {
    int code = codeByText.size();
    if (code == texts.length) {
      int capacity = Math.max(code + 1, 2 * texts.length);
      texts = Arrays.copyOf(texts, capacity);
      keys = Arrays.copyOf(keys, capacity);
      hashes = Arrays.copyOf(hashes, capacity - ABSENT);
    }
    texts[code] = text;
    keys[code] = key;
    hashes[code - ABSENT] = key.hashCode();
    codeByText.put(text, code);
    return code;
  }

  @Override
  public int codeCount() {
    return codeByText.size();
  }

  @Override
  public int code(int row) {
    return codes[row];
  }

  @Override
  public void codes(int[] rows, int size, int[] target) {
    for (int i = 0; i < size; i++) {
      target[i] = code(rows[i]);
    }
  }

  @Override
  public String textOf(int code) {
    return known(texts[code]);
  }

  @Override
  public String keyOf(int code) {
    return known(keys[code]);
  }

  /**
   * Lists the rows of a run whose key has a certain hash, and perhaps some without a text; returns
   * how many. It takes no branch for a row.
   */
  public int listHashed(int from, int to, int hash, int[] rows) {
    int size = 0;
    for (int row = from; row < to; row++) {
      rows[size] = row;
      size += hashes[codes[row] - ABSENT] == hash ? 1 : 0;
    }
    return size;
  }

  /**
   * Keeps those of some rows whose key has a certain hash, and perhaps some without a text, in
   * their order; returns how many. It takes no branch for a row.
   */
  public int keepHashed(int[] rows, int size, int hash) {
    int kept = 0;
    for (int i = 0; i < size; i++) {
      int row = rows[i];
      rows[kept] = row;
      kept += hashes[codes[row] - ABSENT] == hash ? 1 : 0;
    }
    return kept;
  }

  /** Returns whether the rows of each text are chained. */
  public boolean isChained() {
    return chains != null;
  }

  /** Returns the first code from one on that has a key; the end where none has. */
  public int codeOf(String key, int from, int end) {
    int hash = key.hashCode();
    int code = from;
    while (code < end && !(hashes[code - ABSENT] == hash && key.equals(keys[code]))) {
      code++;
    }
    return code;
  }

  /** Returns the latest of the first rows that has a code; {@link #NO_ROW} where none has. */
  public int latestRow(int code, int rowCount) {
    return chains().latest(code, rowCount);
  }

  /** Returns the row before one that has its code; {@link #NO_ROW} where there is none. */
  public int earlierRow(int row) {
    return chains().earlier(row);
  }

  private RowChains chains() {
    if (chains == null) {
      throw new IllegalStateException("a buffer's rows are not chained");
    }
    return chains;
  }

  private static String known(@Nullable String text) {
    if (text == null) {
      throw new IllegalStateException("no row has this code");
    }
    return text;
  }

  @Override
  public long bytes() {
    long bytes =
        codeByText.bytes()
            + Footprint.array(codes.length, Integer.BYTES)
            + 2 * Footprint.array(texts.length, Footprint.REFERENCE)
            + Footprint.array(hashes.length, Integer.BYTES)
            + (chains == null ? 0 : Footprint.object(2 * Footprint.REFERENCE) + chains.bytes());
    for (int code = 0; code < texts.length; code++) {
      String text = texts[code];
      String key = keys[code];
      bytes += text == null ? 0 : Footprint.string(text);
      bytes += key == null || key.equals(text) ? 0 : Footprint.string(key);
    }
    return bytes;
  }
}
