package io.offerengine.internal.index;

import io.offerengine.schema.Field;

/**
 * The conditions on two fields whose rows a {@link CompositeIndex} lists together. The clause leads
 * slices; intersections read the bitmaps of the single fields. No plan checks rows by it.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
public final class CompositeClause extends Clause {
  private final Field second;
  private final int[] rows;

  /** The rows are those of the index from this position on. */
  private final int from;

  CompositeClause(Field first, Field second, int[] rows, int from, int to) {
    super(first, to - from, Check.VALUE);
    this.second = second;
    this.rows = rows;
    this.from = from;
  }

  /** Returns whether a condition on a field is one of the two. */
  @SuppressWarnings("ReferenceEquality") // a field is known by its identity
  public boolean covers(Field field) {
    return field == field() || field == second;
  }

  /** Returns whether a clause is one of the two conditions. */
  public boolean covers(Clause clause) {
    return !(clause instanceof AlternativesClause) && covers(clause.field());
  }

  @Override
  public String toString() {
    return field() + " and " + second + " (" + estimate() + ")";
  }

  @Override
  public boolean isExact() {
    return false;
  }

  @Override
  public int filter(int[] listed, int size) {
    throw new IllegalStateException("the rows of two fields together are listed, never checked");
  }

  @Override
  public RowBatches batches() {
    return RowBatches.of(rows, from, from + estimate());
  }
}
