package io.offerengine.internal.column;

import io.offerengine.schema.Collation;
import io.offerengine.schema.FieldType;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A text column that rows are appended to.
 *
 * <p><b>Layout.</b> A reference to the text and one to its collation key per row, null when absent;
 * both are the same string where the key is the text.
 */
public final class GrowingTextColumn extends TextColumn {
  private final FieldType type;
  private @Nullable String[] texts;
  private @Nullable String[] keys;

  /** Creates a column with room for some rows. */
  public GrowingTextColumn(FieldType type, int capacity) {
    this.type = type;
    this.texts = new String[capacity];
    this.keys = new String[capacity];
  }

  /** Sets a row, not published yet, to a text or to absent. */
  public void set(int row, @Nullable String text) {
    if (row >= texts.length) {
      int capacity = Math.max(row + 1, 2 * texts.length);
      texts = Arrays.copyOf(texts, capacity);
      keys = Arrays.copyOf(keys, capacity);
    }
    texts[row] = text;
    keys[row] = text == null ? null : Collation.key(type, text);
  }

  @Override
  public @Nullable String text(int row) {
    return texts[row];
  }

  @Override
  public @Nullable String key(int row) {
    return keys[row];
  }

  @Override
  public long bytes() {
    long bytes = 2 * Footprint.array(texts.length, Footprint.REFERENCE);
    for (int row = 0; row < texts.length; row++) {
      String text = texts[row];
      String key = keys[row];
      bytes += text == null ? 0 : Footprint.string(text);
      bytes += key == null || key.equals(text) ? 0 : Footprint.string(key);
    }
    return bytes;
  }
}
