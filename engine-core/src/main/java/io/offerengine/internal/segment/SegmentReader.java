package io.offerengine.internal.segment;

import io.offerengine.internal.column.ComputedColumn;
import io.offerengine.internal.column.NumericColumn;
import io.offerengine.schema.Arguments;
import io.offerengine.schema.Field;
import io.offerengine.schema.Formula;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A segment's fields as one search sees them: stored, or computed from the search's arguments.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
public final class SegmentReader {
  private final Segment segment;
  private final Arguments arguments;

  /** By ordinal of the field; made when the first field is asked for that has to be computed. */
  private @Nullable NumericColumn @Nullable [] computed;

  /** Creates a reader for a search. */
  public SegmentReader(Segment segment, Arguments arguments) {
    this.segment = segment;
    this.arguments = arguments;
  }

  /** Returns the segment. */
  public Segment segment() {
    return segment;
  }

  /** Returns the column of a numeric field. */
  public NumericColumn numeric(Field field) {
    NumericColumn column = segment.numeric(field, arguments);
    if (column != null) {
      return column;
    }
    @Nullable NumericColumn[] columns = computed;
    if (columns == null) {
      columns = new NumericColumn[segment.schema().fields().size()];
      computed = columns;
    }
    NumericColumn known = columns[field.ordinal()];
    if (known == null) {
      known = compute(Objects.requireNonNull(field.formula()));
      columns[field.ordinal()] = known;
    }
    return known;
  }

  /** Returns whether the values of a computed field are read from a usual column. */
  public boolean isUsual(Field field) {
    return segment.numeric(field, arguments) != null;
  }

  /** Returns the column of a formula's values. */
  public ComputedColumn compute(Formula formula) {
    List<Formula.Input> inputs = formula.inputs();
    NumericColumn[] columns = new NumericColumn[inputs.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = segment.numeric(inputs.get(i).field());
    }
    return new ComputedColumn(formula, columns, arguments);
  }

  /** Returns the search's arguments. */
  public Arguments arguments() {
    return arguments;
  }
}
