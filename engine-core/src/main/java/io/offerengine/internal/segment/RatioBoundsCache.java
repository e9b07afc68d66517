package io.offerengine.internal.segment;

import io.offerengine.internal.column.NumericColumn;
import io.offerengine.internal.index.FieldIndex;
import io.offerengine.internal.index.RatioBounds;
import io.offerengine.internal.index.RowBatches;
import io.offerengine.internal.index.Scratch;
import io.offerengine.schema.Arguments;
import io.offerengine.schema.Field;
import io.offerengine.schema.Formula;
import io.offerengine.schema.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * How far the values of a sealed segment's computed fields under other than usual arguments lie
 * from the {@linkplain MaterializedColumns values that are kept}: what an order by such a field is
 * walked by.
 *
 * <p>It is worked out when the same arguments come for the second time, so that a client whose
 * arguments never come again costs no more than the search itself.
 *
 * <p><b>Cost.</b> O(rows) once for each field and arguments, of which the latest few are known.
 *
 * <p><b>Threads.</b> Safe for all; two searches may work out the same.
 */
final class RatioBoundsCache {
  private static final int MOST_KNOWN = 64;

  private final MaterializedColumns materialized;
  private final Set<Use> seen = ConcurrentHashMap.newKeySet();
  private final ConcurrentHashMap<Use, Optional<RatioBounds>> known = new ConcurrentHashMap<>();

  /** A field and the values of the parameters that its formula reads. */
  private record Use(Field field, List<Double> values) {}

  RatioBoundsCache(MaterializedColumns materialized) {
    this.materialized = materialized;
  }

  /**
   * Returns the index that bounds a field's values under some arguments; null where none is known.
   *
   * @param reader reads the segment under these arguments
   */
  @Nullable RatioBounds find(Field field, SegmentReader reader) {
    Formula formula = field.formula();
    FieldIndex index =
        formula == null ? null : materialized.nearest(field, formula, reader.arguments());
    if (formula == null || index == null || index.permutation() == null) {
      return null;
    }
    Use use = new Use(field, values(formula, reader.arguments()));
    Optional<RatioBounds> found = known.get(use);
    if (found != null) {
      return found.orElse(null);
    }
    if (seen.size() >= MOST_KNOWN) {
      seen.clear();
    }
    if (seen.add(use)) {
      return null;
    }
    if (known.size() >= MOST_KNOWN) {
      known.clear();
    }
    RatioBounds scaled = scale(index, reader.numeric(field), reader.segment().size());
    known.put(use, Optional.ofNullable(scaled));
    return scaled;
  }

  private static List<Double> values(Formula formula, Arguments arguments) {
    List<Parameter<?>> parameters = formula.parameters();
    List<Double> values = new ArrayList<>();
    for (Parameter<?> parameter : parameters == null ? List.<Parameter<?>>of() : parameters) {
      values.add(arguments.value(parameter));
    }
    return values;
  }

  /** Returns null where a value is absent under one of both arguments only, or not positive. */
  private static @Nullable RatioBounds scale(FieldIndex index, NumericColumn values, int size) {
    double least = Double.POSITIVE_INFINITY;
    double greatest = 0;
    int[] rows = new int[Scratch.BATCH];
    double[] kept = new double[Scratch.BATCH];
    double[] wanted = new double[Scratch.BATCH];
    RowBatches all = RowBatches.all(size);
    for (int count = all.next(rows); count > 0; count = all.next(rows)) {
      index.numbers().numbers(rows, count, kept);
      values.numbers(rows, count, wanted);
      for (int i = 0; i < count; i++) {
        boolean isAbsent = Double.isNaN(kept[i]) && Double.isNaN(wanted[i]);
        double quotient = wanted[i] / kept[i];
        if (!isAbsent && !(isScalable(kept[i]) && isScalable(wanted[i]) && isScalable(quotient))) {
          return null;
        }
        least = isAbsent ? least : Math.min(least, quotient);
        greatest = isAbsent ? greatest : Math.max(greatest, quotient);
      }
    }
    return isScalable(least) ? RatioBounds.of(index, least, greatest) : null;
  }

  /** Returns whether a number is positive, finite and of full precision. */
  private static boolean isScalable(double number) {
    return number >= Double.MIN_NORMAL && number <= Double.MAX_VALUE;
  }
}
