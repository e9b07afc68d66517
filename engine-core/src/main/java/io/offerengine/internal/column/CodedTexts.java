package io.offerengine.internal.column;

import org.jspecify.annotations.Nullable;

/** A column of texts or of lists of texts. Each distinct text has a code. */
public interface CodedTexts {
  /** Returns the number of codes; every code is less. */
  int codeCount();

  /** Returns the text of a code as it was stored. */
  String textOf(int code);

  /** Returns the collation key of a code's text. */
  String keyOf(int code);

  /** Returns the dictionary of a sealed column; null for another one. */
  @Nullable Dictionary dictionary();

  /**
   * Marks the codes of surviving rows as used.
   *
   * @param isUsed by code plus one; the first element stands for an absent text
   */
  void markUsed(RowMap map, boolean[] isUsed);
}
