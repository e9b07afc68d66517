package io.offerengine.internal.segment;

import io.offerengine.schema.Arguments;
import io.offerengine.schema.Field;
import io.offerengine.schema.Formula;
import io.offerengine.schema.Schema;
import io.offerengine.schema.Schema.UsualColumn;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of one search. Finds the slot of the column that has the values of a field for
 * these arguments.
 *
 * <p>All segments of a schema have the same slots. So the arguments are compared once per search
 * and field, not once per segment.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
public final class SearchSlots {
  /** No column has the values of a field. */
  public static final int NONE = -1;

  /** What is added to slots, so that 0 is left for fields that were not looked up. */
  private static final int SHIFT = 2;

  private final Arguments arguments;

  /** By ordinal of the computed field; null before the first lookup. */
  private short @Nullable [] shifted;

  /** Creates the slots of a search. */
  public SearchSlots(Arguments arguments) {
    this.arguments = arguments;
  }

  /** Returns the arguments. */
  public Arguments arguments() {
    return arguments;
  }

  /** Returns the slot of a field; {@link #NONE} if no column has its values. */
  int slot(Schema schema, Field field) {
    Formula formula = field.formula();
    if (formula == null) {
      return field.slot();
    }
    short[] known = shifted;
    if (known == null) {
      known = new short[schema.fields().size()];
      shifted = known;
    }
    if (known[field.ordinal()] == 0) {
      known[field.ordinal()] = (short) (usualSlot(schema, field, formula) + SHIFT);
    }
    return known[field.ordinal()] - SHIFT;
  }

  private int usualSlot(Schema schema, Field field, Formula formula) {
    for (UsualColumn usual : schema.usualColumns(field)) {
      if (formula.agreesUnder(arguments, usual.arguments())) {
        return usual.slot();
      }
    }
    return NONE;
  }
}
