package io.offerengine.internal.segment;

import io.offerengine.internal.column.NumericColumn;
import io.offerengine.internal.file.BlockReader;
import io.offerengine.internal.file.BlockWriter;
import io.offerengine.internal.index.FieldIndex;
import io.offerengine.internal.index.RatioBounds;
import io.offerengine.internal.index.RowBatches;
import io.offerengine.internal.index.Scratch;
import io.offerengine.schema.Arguments;
import io.offerengine.schema.Field;
import io.offerengine.schema.Formula;
import io.offerengine.schema.Schema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The {@link RatioBounds} of a sealed segment: for each hot computed field, and each usual value
 * that the schema names for a parameter, how far the values under it lie from the materialised
 * values.
 *
 * <p>A merge combines the bounds of its sources: they hold for each of the surviving rows, though
 * dropped rows may have made them wider than these rows need.
 *
 * <p><b>Cost.</b> When rows are sealed, each formula is evaluated for all rows once per usual
 * value. A merge evaluates no formula unless a source has no bounds. The bounds are two numbers.
 *
 * <p><b>Threads.</b> Immutable.
 */
final class UsualRatios {
  /** No bounds are known. */
  static final UsualRatios NONE = new UsualRatios();

  private final List<Entry> entries = new ArrayList<>();

  private record Entry(Field field, Arguments arguments, RatioBounds bounds) {
    Formula formula() {
      return Objects.requireNonNull(field.formula());
    }
  }

  /**
   * Combines the bounds of the sources of a segment, or evaluates the formulas.
   *
   * @param sources the sealed segments that all its rows come from; empty if some come from a tail
   */
  UsualRatios(SealedSegment segment, List<SealedSegment> sources) {
    Schema schema = segment.schema();
    for (Field field : UsualIndexes.fields(schema)) {
      Formula formula = Objects.requireNonNull(field.formula());
      FieldIndex index = Objects.requireNonNull(segment.anyIndex(field));
      Arguments first = schema.usualColumns(field).get(0).arguments();
      for (Arguments arguments : Arguments.usualNumbers(schema)) {
        if (index.permutation() != null && !formula.agreesUnder(arguments, first)) {
          RatioBounds merged = merged(sources, field, index, arguments);
          add(
              field,
              arguments,
              merged == null ? bounds(segment, formula, index, arguments) : merged);
        }
      }
    }
  }

  private UsualRatios() {}

  private void add(Field field, Arguments arguments, @Nullable RatioBounds bounds) {
    if (bounds != null) {
      entries.add(new Entry(field, arguments, bounds));
    }
  }

  void write(Schema schema, BlockWriter out) throws IOException {
    for (Field field : UsualIndexes.fields(schema)) {
      for (Arguments arguments : Arguments.usualNumbers(schema)) {
        out.writeOptional(find(field, arguments), RatioBounds::write);
      }
    }
  }

  static UsualRatios read(SealedSegment segment, BlockReader in) throws IOException {
    UsualRatios ratios = new UsualRatios();
    for (Field field : UsualIndexes.fields(segment.schema())) {
      FieldIndex index = Objects.requireNonNull(segment.anyIndex(field));
      for (Arguments arguments : Arguments.usualNumbers(segment.schema())) {
        ratios.add(field, arguments, in.readOptional(from -> RatioBounds.read(index, from)));
      }
    }
    return ratios;
  }

  /** Returns the bounds of a field under some arguments; null if none are known. */
  @Nullable RatioBounds find(Field field, Arguments arguments) {
    for (Entry entry : entries) {
      if (entry.field().equals(field)
          && entry.formula().agreesUnder(arguments, entry.arguments())) {
        return entry.bounds();
      }
    }
    return null;
  }

  /** Returns bounds that hold in all sources; null without sources, or if one has no bounds. */
  private static @Nullable RatioBounds merged(
      List<SealedSegment> sources, Field field, FieldIndex index, Arguments arguments) {
    double least = Double.POSITIVE_INFINITY;
    double greatest = 0;
    for (SealedSegment source : sources) {
      RatioBounds known = source.ratioBounds(field, arguments);
      if (known == null) {
        return null;
      }
      least = Math.min(least, known.least());
      greatest = Math.max(greatest, known.greatest());
    }
    return sources.isEmpty() ? null : new RatioBounds(index, least, greatest);
  }

  /** Returns null also if the formula fails under the arguments: the bounds are optional. */
  private static @Nullable RatioBounds bounds(
      SealedSegment segment, Formula formula, FieldIndex index, Arguments arguments) {
    try {
      NumericColumn values = new SegmentReader(segment, arguments).compute(formula);
      return bounds(index, values, segment.size());
    } catch (Throwable e) {
      if (HostCode.isErrorOfJvm(e)) {
        throw e;
      }
      return null;
    }
  }

  /** Returns null if a value is absent under one of both arguments only, or is not positive. */
  private static @Nullable RatioBounds bounds(FieldIndex index, NumericColumn values, int size) {
    double least = Double.POSITIVE_INFINITY;
    double greatest = 0;
    int[] rows = new int[Scratch.BATCH];
    double[] indexed = new double[Scratch.BATCH];
    double[] wanted = new double[Scratch.BATCH];
    RowBatches all = RowBatches.all(size);
    for (int count = all.next(rows); count > 0; count = all.next(rows)) {
      index.numbers().numbers(rows, count, indexed);
      values.numbers(rows, count, wanted);
      for (int i = 0; i < count; i++) {
        boolean isAbsent = Double.isNaN(indexed[i]) && Double.isNaN(wanted[i]);
        double quotient = wanted[i] / indexed[i];
        if (!isAbsent
            && !(isScalable(indexed[i]) && isScalable(wanted[i]) && isScalable(quotient))) {
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
