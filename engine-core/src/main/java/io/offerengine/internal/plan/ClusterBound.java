package io.offerengine.internal.plan;

import io.offerengine.internal.column.BinarySearch;
import io.offerengine.internal.column.NumericColumn;
import io.offerengine.internal.segment.SealedSegment;
import io.offerengine.schema.Arguments;
import io.offerengine.schema.Field;
import io.offerengine.schema.Formula;
import io.offerengine.schema.NumericKey;
import org.jspecify.annotations.Nullable;

/**
 * A bound of an order key from storage order: from a row on, no row has a better key.
 *
 * <p>Rows are stored in the order of the schema's cluster field. The order key is the cluster field
 * itself, or a formula that is monotonic in the cluster field and in its other inputs. The bound is
 * the formula at the row's cluster value and the best values of the other inputs in the segment. It
 * holds to the last bit, because floating-point operations round monotonically. With the worst
 * values of the other inputs, the formula says which rows a later page need not read.
 *
 * <p>Rows without a cluster value lie at the end. Nothing bounds their keys, so they are read
 * first.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
public final class ClusterBound {
  /** The bound that excludes nothing. */
  public static final long NONE = Long.MIN_VALUE;

  private static final double[] NONE_ELSE = {};

  private final NumericColumn cluster;
  private final int presentCount;
  private final boolean backwards;
  private final boolean descending;
  private final @Nullable Formula formula;

  /** The best values of the inputs in the segment. */
  private final double[] extremes;

  /** The worst values of the inputs; null if some rows may have no value of the formula. */
  private final double @Nullable [] worst;

  private final double[] inputs;
  private final int clusterInput;
  private final Arguments arguments;

  private ClusterBound(
      NumericColumn cluster,
      int presentCount,
      boolean backwards,
      boolean descending,
      @Nullable Formula formula,
      double[] extremes,
      double @Nullable [] worst,
      int clusterInput,
      Arguments arguments) {
    this.cluster = cluster;
    this.presentCount = presentCount;
    this.backwards = backwards;
    this.descending = descending;
    this.formula = formula;
    this.extremes = extremes;
    this.worst = worst;
    this.inputs = extremes.clone();
    this.clusterInput = clusterInput;
    this.arguments = arguments;
  }

  /**
   * Returns the bound of an order by a field; null if storage order does not bound its values.
   *
   * @param descending whether the greatest value ranks first
   */
  static @Nullable ClusterBound of(
      Field field, boolean descending, SealedSegment segment, Arguments arguments) {
    Field clusterField = segment.schema().clusterField();
    if (clusterField == null || !field.type().hasIntegerKeys() || field.isAbsentAsFalse()) {
      return null;
    }
    Formula formula = field.formula();
    if (formula == null && field != clusterField) {
      return null;
    }
    int present = presentCount(segment, clusterField);
    NumericColumn cluster = segment.numeric(clusterField);
    if (formula == null) {
      return new ClusterBound(
          cluster, present, descending, descending, null, NONE_ELSE, NONE_ELSE, 0, arguments);
    }
    int input = 0;
    while (input < formula.inputs().size() && formula.inputs().get(input).field() != clusterField) {
      input++;
    }
    if (input == formula.inputs().size() || !formula.isBounded()) {
      return null;
    }
    double[] extremes = ComputedBounds.inputs(formula, segment, !descending);
    double[] worst =
        ComputedBounds.hasAllInputs(formula, segment)
            ? ComputedBounds.inputs(formula, segment, descending)
            : null;
    boolean increasing =
        formula.inputs().get(input).monotonicity() == Formula.Monotonicity.INCREASING;
    ClusterBound bound =
        new ClusterBound(
            cluster,
            present,
            descending == increasing,
            descending,
            formula,
            extremes,
            worst,
            input,
            arguments);
    return bound.tellsNothing() ? null : bound;
  }

  /** Returns whether the bound is unknown, or the same from the first row to the last. */
  private boolean tellsNothing() {
    if (presentCount == 0) {
      return false;
    }
    long first = at(0);
    return first == NONE || (presentCount > 1 && first == at(presentCount - 1));
  }

  private static int presentCount(SealedSegment segment, Field clusterField) {
    return segment.index(clusterField).presentCount();
  }

  /** Returns how many rows have a cluster value; the other rows lie behind them. */
  public int presentCount() {
    return presentCount;
  }

  /** Returns whether the best keys lie last. */
  public boolean isBackwards() {
    return backwards;
  }

  /**
   * Returns a bound of the first keys from a row on, in the direction of the scan: no row has a
   * lesser one. Keys of a descending order are inverted.
   */
  public long at(int row) {
    if (formula == null) {
      return directed(cluster.key(row));
    }
    double value = value(row);
    return Double.isNaN(value) ? NONE : directed(NumericKey.of(value));
  }

  /**
   * Returns how many rows a scan may leave out at its start, because all their keys are less than
   * one, in the direction of the scan.
   */
  public int rowsBefore(long key) {
    if (key == NONE || presentCount == 0 || at(row(0)) == NONE) {
      return 0;
    }
    return BinarySearch.firstBehind(0, presentCount, position -> worstAt(row(position)) >= key);
  }

  /** Returns a key that no row up to a row exceeds, in the direction of the scan. */
  private long worstAt(int row) {
    if (formula == null) {
      return directed(cluster.key(row));
    }
    double[] others = worst;
    double value = others == null ? Double.NaN : value(row, others);
    return Double.isNaN(value) ? Long.MAX_VALUE : directed(NumericKey.of(value));
  }

  /** Returns the row at a position of the scan. */
  private int row(int position) {
    return backwards ? presentCount - 1 - position : position;
  }

  /**
   * Returns whether a scan reads more than some rows before its bound is worse than a first key.
   */
  boolean readsMoreThan(long rows, long cutoff) {
    return rows < presentCount && at(row((int) rows)) <= cutoff;
  }

  /** Returns the formula at a row's cluster value and the best values of the other inputs. */
  double value(int row) {
    return value(row, extremes);
  }

  private double value(int row, double[] others) {
    Formula known = formula;
    if (known == null) {
      return cluster.number(row);
    }
    System.arraycopy(others, 0, inputs, 0, inputs.length);
    inputs[clusterInput] = cluster.number(row);
    return known.value(inputs, arguments);
  }

  private long directed(long key) {
    return descending ? ~key : key;
  }
}
