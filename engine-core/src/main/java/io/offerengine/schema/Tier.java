package io.offerengine.schema;

/**
 * How often searches filter or order by a field: how much memory its index may cost.
 *
 * <p>Booleans and fields of few values always get bitmaps; the tier decides about the rest.
 */
public enum Tier {
  /**
   * In most searches: rows are also kept sorted by this field, for slices and exact counts. Of a
   * computed field, the values under usual arguments are kept, if they can be.
   */
  HOT,
  /**
   * In some searches: where values are few, their ranges have bitmaps, too; of hot ones as well.
   */
  WARM,
  /** Hardly ever: checked against the column itself. */
  COLD
}
