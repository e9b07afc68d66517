package io.offerengine.internal.segment;

/** A row that is to be appended to a {@link TailSegment}. */
public sealed interface NewRow permits StoredRow, ChangedRow {
  /** Returns the identifier of its offer. */
  long id();
}
