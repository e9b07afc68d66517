package io.offerengine.internal.column;

/**
 * A view of a boolean column in which an absent value is false.
 *
 * <p>Orders by a field whose absent values count as false compare this view.
 *
 * <p><b>Threads.</b> As the column that it views.
 */
public final class AbsentAsFalseColumn extends NumericColumn {
  private final NumericColumn flags;

  /** Creates a view of a boolean column. */
  public AbsentAsFalseColumn(NumericColumn flags) {
    this.flags = flags;
  }

  @Override
  public boolean isPresent(int row) {
    return true;
  }

  @Override
  public long key(int row) {
    return flags.isPresent(row) ? flags.key(row) : 0;
  }

  @Override
  public double number(int row) {
    return (double) key(row);
  }
}
