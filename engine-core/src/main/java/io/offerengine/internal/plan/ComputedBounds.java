package io.offerengine.internal.plan;

import io.offerengine.internal.index.NumericStatistics;
import io.offerengine.internal.segment.SealedSegment;
import io.offerengine.schema.Arguments;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Formula;
import io.offerengine.schema.NumericKey;
import org.jspecify.annotations.Nullable;

/**
 * Bounds of a computed field over a sealed segment, from the least and greatest values of its
 * inputs.
 *
 * <p>A formula that is monotonic in every input is least and greatest at extremes of the inputs.
 * Floating-point operations round monotonically, so the bounds are exact.
 */
final class ComputedBounds {
  private ComputedBounds() {}

  /** Returns bounds of the keys of the present values; null if none are known. */
  static @Nullable NumericStatistics of(
      Formula formula, SealedSegment segment, Arguments arguments) {
    if (!formula.isBounded()) {
      return null;
    }
    double low = extreme(formula, segment, arguments, true);
    double high = extreme(formula, segment, arguments, false);
    if (Double.isNaN(low) || Double.isNaN(high)) {
      return null;
    }
    // The number of rows with a value is unknown: 1 of 2 stands for some rows with and without.
    return new NumericStatistics(NumericKey.of(low), NumericKey.of(high), 1, 2);
  }

  private static double extreme(
      Formula formula, SealedSegment segment, Arguments arguments, boolean least) {
    return formula.value(inputs(formula, segment, least), arguments);
  }

  /**
   * Returns the inputs at which a formula is least or greatest; NaN for an input without values.
   */
  static double[] inputs(Formula formula, SealedSegment segment, boolean least) {
    double[] inputs = new double[formula.inputs().size()];
    for (int i = 0; i < inputs.length; i++) {
      Formula.Input input = formula.inputs().get(i);
      boolean low = least == (input.monotonicity() == Formula.Monotonicity.INCREASING);
      inputs[i] = extreme(input, segment, low);
    }
    return inputs;
  }

  /**
   * Returns whether every row that has a value of the cluster field has one of each input, too. An
   * absent input that counts as a number counts as present.
   */
  static boolean hasAllInputs(Formula formula, SealedSegment segment) {
    for (Formula.Input input : formula.inputs()) {
      boolean present =
          input.field() == segment.schema().clusterField()
              || segment.index(input.field()).presentCount() == segment.size();
      if (!present && Double.isNaN(input.absentAs())) {
        return false;
      }
    }
    return true;
  }

  private static double extreme(Formula.Input input, SealedSegment segment, boolean low) {
    NumericStatistics statistics = segment.index(input.field()).statistics();
    if (statistics == null || statistics.present() == 0) {
      return Double.NaN;
    }
    long key = low ? statistics.low() : statistics.high();
    double value =
        input.field().type() == FieldType.NUMBER ? NumericKey.toDouble(key) : (double) key;
    boolean someDefault =
        statistics.present() < statistics.rows() && !Double.isNaN(input.absentAs());
    if (!someDefault) {
      return value;
    }
    return low ? Math.min(value, input.absentAs()) : Math.max(value, input.absentAs());
  }
}
