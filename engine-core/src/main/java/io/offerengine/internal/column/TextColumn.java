package io.offerengine.internal.column;

import org.jspecify.annotations.Nullable;

/** A column of texts, which compare by {@link io.offerengine.schema.Collation collation key}. */
public abstract non-sealed class TextColumn extends Column {
  /** Returns the text of a row as it was stored; null when absent. */
  public abstract @Nullable String text(int row);

  /** Returns the collation key of a row's text; null when absent. */
  public abstract @Nullable String key(int row);

  @Override
  public boolean isPresent(int row) {
    return text(row) != null;
  }
}
