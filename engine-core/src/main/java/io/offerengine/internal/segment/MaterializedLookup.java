package io.offerengine.internal.segment;

import io.offerengine.schema.Arguments;
import io.offerengine.schema.Field;
import io.offerengine.schema.Formula;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of one search. Finds the materialised values that belong to these arguments.
 *
 * <p>Every segment of a schema has the values of a field under the same {@linkplain Arguments#usual
 * usual arguments}, in the same order. So the arguments are compared once per search, not once per
 * segment.
 *
 * <p><b>Threads.</b> Confined to one query.
 */
public final class MaterializedLookup {
  /** No materialised values belong to the arguments. */
  private static final int NONE = -1;

  private final Arguments arguments;

  /** By ordinal of the field: the position of the values plus one; 0 before the first lookup. */
  private short @Nullable [] positions;

  /** A computed field's values under some arguments. */
  public interface Entry {
    /** Returns the arguments under which a formula has these values. */
    Arguments arguments();
  }

  /** Creates the arguments of a search. */
  public MaterializedLookup(Arguments arguments) {
    this.arguments = arguments;
  }

  /** Returns the arguments. */
  public Arguments arguments() {
    return arguments;
  }

  /**
   * Returns the values of a field under these arguments; null if they are not materialised.
   *
   * @param valuesByField by ordinal of the field; null for a field that is not materialised
   */
  <T extends Entry> @Nullable T find(Field field, @Nullable List<T>[] valuesByField) {
    List<T> values = valuesByField[field.ordinal()];
    Formula formula = field.formula();
    if (values == null || formula == null) {
      return null;
    }
    short[] known = positions;
    if (known == null) {
      known = new short[valuesByField.length];
      positions = known;
    }
    int position = known[field.ordinal()];
    if (position == 0) {
      position = positionOf(formula, values);
      known[field.ordinal()] = (short) position;
    }
    return position == NONE ? null : values.get(position - 1);
  }

  private int positionOf(Formula formula, List<? extends Entry> values) {
    for (int i = 0; i < values.size(); i++) {
      if (formula.agreesUnder(arguments, values.get(i).arguments())) {
        return i + 1;
      }
    }
    return NONE;
  }
}
