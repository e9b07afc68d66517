package io.offerengine.internal.column;

/** A column of texts or of lists. */
public interface CodedTexts {
  /**
   * Returns the texts, a {@link Dictionary} in a sealed column. Lists of integers have no texts.
   */
  Texts dictionary();

  /**
   * Marks the codes of surviving rows as used.
   *
   * @param isUsed by code plus one; the first element stands for an absent text
   */
  void markUsed(RowMap map, boolean[] isUsed);
}
