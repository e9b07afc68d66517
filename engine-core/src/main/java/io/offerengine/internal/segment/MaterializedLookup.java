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
  /** No values are kept that agree. */
  private static final int NONE = -1;

  private final Arguments arguments;

  /** By ordinal of the field, one more than the place of the values, 0 before it was looked for. */
  private short @Nullable [] places;

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
   * Returns the values that a field has under these arguments; null where none are kept.
   *
   * @param keptByField by ordinal of the field; null for a field of which nothing is kept
   */
  <T extends Entry> @Nullable T find(Field field, @Nullable List<T>[] keptByField) {
    List<T> kept = keptByField[field.ordinal()];
    Formula formula = field.formula();
    if (kept == null || formula == null) {
      return null;
    }
    short[] known = places;
    if (known == null) {
      known = new short[keptByField.length];
      places = known;
    }
    int place = known[field.ordinal()];
    if (place == 0) {
      place = placeOf(formula, kept);
      known[field.ordinal()] = (short) place;
    }
    return place == NONE ? null : kept.get(place - 1);
  }

  private int placeOf(Formula formula, List<? extends Entry> kept) {
    for (int i = 0; i < kept.size(); i++) {
      if (formula.agreesUnder(arguments, kept.get(i).arguments())) {
        return i + 1;
      }
    }
    return NONE;
  }
}
