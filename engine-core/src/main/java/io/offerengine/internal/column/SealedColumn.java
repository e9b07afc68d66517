package io.offerengine.internal.column;

/** A column of a sealed segment. */
public sealed interface SealedColumn
    permits NumberColumn, IntegerColumn, ConstantColumn, DictionaryColumn, ListColumn {
  /** Returns the column of the rows that are kept. */
  Column select(KeptRows kept);
}
