package io.offerengine.internal.plan;

import io.offerengine.internal.column.ComputedColumn;
import io.offerengine.internal.index.NumericStatistics;
import io.offerengine.internal.segment.SealedSegment;
import io.offerengine.schema.Arguments;
import io.offerengine.schema.FieldType;
import io.offerengine.schema.Formula;
import io.offerengine.schema.NumericKey;
import org.jspecify.annotations.Nullable;

/**
 * Bounds of a computed field over a sealed segment, from its inputs' least and greatest values.
 *
 * <p>A formula whose result moves one way with every input takes its extremes at theirs;
 * floating-point arithmetic rounds monotonically, so the bounds hold exactly.
 */
final class ComputedBounds {
  private ComputedBounds() {}

  /** Returns bounds of the present values' keys; null when none are known. */
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
    // How many rows have a value is not known: as if some had and some had not.
    return new NumericStatistics(NumericKey.of(low), NumericKey.of(high), 1, 2);
  }

  private static double extreme(
      Formula formula, SealedSegment segment, Arguments arguments, boolean least) {
    return ComputedColumn.evaluate(formula, inputs(formula, segment, least), arguments);
  }

  /** Returns the inputs at which a bounded formula is least or greatest; NaN for one without. */
  static double[] inputs(Formula formula, SealedSegment segment, boolean least) {
    double[] inputs = new double[formula.inputs().size()];
    for (int i = 0; i < inputs.length; i++) {
      Formula.Input input = formula.inputs().get(i);
      boolean low = least == (input.monotonicity() == Formula.Monotonicity.INCREASING);
      inputs[i] = extreme(input, segment, low);
    }
    return inputs;
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
