package io.offerengine.schema;

/**
 * How often searches filter or order by a field, and so which indexes the field has.
 *
 * <p>Boolean fields, and fields of few values, have bitmaps in every tier. The {@linkplain
 * io.offerengine.schema package's page} says what each tier costs and gives.
 */
public enum Tier {
  /**
   * In most searches: a numeric field also has its rows in sorted order. A computed field has its
   * values under usual arguments, if its formula declares its parameters.
   */
  HOT,
  /**
   * In some searches: a numeric field of 3 to 64 values also has bitmaps for ranges, as a HOT field
   * has.
   */
  WARM,
  /** Hardly ever: conditions are checked against the column. */
  COLD
}
