package io.offerengine.internal.plan;

import io.offerengine.internal.column.ComputedColumn;
import io.offerengine.internal.column.NumericColumn;
import io.offerengine.internal.segment.SealedSegment;
import io.offerengine.query.SortKey;
import io.offerengine.schema.Arguments;
import io.offerengine.schema.Field;
import io.offerengine.schema.Formula;
import io.offerengine.schema.NumericKey;
import org.jspecify.annotations.Nullable;

/**
 * What the order of a segment's rows says of an order key: from a row on, no better key comes.
 *
 * <p>Rows lie in the order of the schema's cluster field. A key that is this field, or a formula
 * that moves one way with it and with its other inputs, is bounded by the formula at the row's
 * cluster value and the other inputs' extremes. The bound is exact arithmetic: floating-point
 * operations round monotonically.
 *
 * <p>Rows without a cluster value lie at the end, and nothing is known of their keys: they are
 * walked first.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
public final class RowBound {
  /** The bound of which nothing is known: every key is worse. */
  public static final long NONE = Long.MIN_VALUE;

  private final NumericColumn cluster;
  private final int presentCount;
  private final boolean backwards;
  private final boolean descending;
  private final @Nullable Formula formula;
  private final double[] extremes;
  private final double[] inputs;
  private final int clusterInput;
  private final Arguments arguments;

  private RowBound(
      NumericColumn cluster,
      int presentCount,
      boolean backwards,
      boolean descending,
      @Nullable Formula formula,
      double[] extremes,
      int clusterInput,
      Arguments arguments) {
    this.cluster = cluster;
    this.presentCount = presentCount;
    this.backwards = backwards;
    this.descending = descending;
    this.formula = formula;
    this.extremes = extremes;
    this.inputs = extremes.clone();
    this.clusterInput = clusterInput;
    this.arguments = arguments;
  }

  /** Returns the bound of an order key; null when the rows' order says nothing of it. */
  public static @Nullable RowBound of(SortKey key, SealedSegment segment, Arguments arguments) {
    return of(key.field(), key.isDescending(), segment, arguments);
  }

  /** Returns the bound of a field that comes greatest or least first. */
  static @Nullable RowBound of(
      Field field, boolean descending, SealedSegment segment, Arguments arguments) {
    Field clusterField = segment.schema().clusterField();
    if (clusterField == null || !field.type().isNumeric() || field.isAbsentAsFalse()) {
      return null;
    }
    int present = presentCount(segment, clusterField);
    NumericColumn cluster = segment.numeric(clusterField);
    Formula formula = field.formula();
    if (formula == null) {
      return field == clusterField
          ? new RowBound(
              cluster, present, descending, descending, null, new double[0], 0, arguments)
          : null;
    }
    int input = 0;
    while (input < formula.inputs().size() && formula.inputs().get(input).field() != clusterField) {
      input++;
    }
    if (input == formula.inputs().size() || !formula.isBounded()) {
      return null;
    }
    double[] extremes = ComputedBounds.inputs(formula, segment, !descending);
    boolean increasing =
        formula.inputs().get(input).monotonicity() == Formula.Monotonicity.INCREASING;
    RowBound bound =
        new RowBound(
            cluster,
            present,
            descending == increasing,
            descending,
            formula,
            extremes,
            input,
            arguments);
    return bound.tellsNothing() ? null : bound;
  }

  /** Returns whether it is unknown, or the same from the first row to the last. */
  private boolean tellsNothing() {
    return presentCount > 0
        && (at(0) == NONE || (presentCount > 1 && at(0) == at(presentCount - 1)));
  }

  private static int presentCount(SealedSegment segment, Field clusterField) {
    return segment.index(clusterField).presentCount();
  }

  /** Returns how many rows have a cluster value; the others lie behind them. */
  public int presentCount() {
    return presentCount;
  }

  /** Returns whether the best keys come last. */
  public boolean isBackwards() {
    return backwards;
  }

  /**
   * Returns a bound of the keys from a row on, in the direction of the walk: none is less, keys of
   * a descending order turned over so that the lesser comes first.
   */
  public long at(int row) {
    if (formula == null) {
      return directed(cluster.key(row));
    }
    double value = value(row);
    return Double.isNaN(value) ? NONE : directed(NumericKey.of(value));
  }

  /** Returns how many rows come before the bound is worse than a directed key. */
  int rowsWithin(long cutoff) {
    int low = 0;
    int high = presentCount;
    while (low < high) {
      int middle = (low + high) >>> 1;
      boolean within = at(backwards ? presentCount - 1 - middle : middle) <= cutoff;
      low = within ? middle + 1 : low;
      high = within ? high : middle;
    }
    return low;
  }

  /** Returns the formula at a row's cluster value and the other inputs' extremes. */
  double value(int row) {
    Formula known = formula;
    if (known == null) {
      return cluster.number(row);
    }
    System.arraycopy(extremes, 0, inputs, 0, inputs.length);
    inputs[clusterInput] = cluster.number(row);
    return ComputedColumn.evaluate(known, inputs, arguments);
  }

  private long directed(long key) {
    return descending ? ~key : key;
  }
}
