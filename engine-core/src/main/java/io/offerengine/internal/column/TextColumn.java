package io.offerengine.internal.column;

import org.jspecify.annotations.Nullable;

/**
 * A column of texts. Each distinct text has a code, and rows store codes.
 *
 * <p>Texts compare by {@link io.offerengine.schema.Collation collation key}.
 */
public abstract non-sealed class TextColumn extends Column implements CodedTexts {
  /** The code of an absent value. */
  public static final int ABSENT = -1;

  /** Returns the code of a row, or {@link #ABSENT}. */
  public abstract int code(int row);

  /** Writes the codes of the first {@code size} rows of a list to an array. */
  public final void codes(int[] rows, int size, int[] target) {
    for (int i = 0; i < size; i++) {
      target[i] = code(rows[i]);
    }
  }

  @Override
  public final void markUsed(RowMap map, boolean[] isUsed) {
    for (int row : map.rows()) {
      isUsed[code(row) + 1] = true;
    }
  }

  /** Returns the text of a row as it was stored; null when absent. */
  public final @Nullable String text(int row) {
    int code = code(row);
    return code == ABSENT ? null : dictionary().text(code);
  }

  /** Returns the collation key of a row's text; null when absent. */
  public final @Nullable String key(int row) {
    int code = code(row);
    return code == ABSENT ? null : dictionary().key(code);
  }

  @Override
  public final boolean isPresent(int row) {
    return code(row) != ABSENT;
  }
}
