package io.offerengine.internal.segment;

import io.offerengine.schema.Field;

/** A row that is to be appended to a {@link TailSegment}. */
public sealed interface NewRow permits StoredRow, ChangedRow {
  /** Returns the identifier of its offer. */
  long id();

  /**
   * Returns the value of an integer or number field as formulas read it; NaN for an absent value.
   */
  double input(Field field);
}
