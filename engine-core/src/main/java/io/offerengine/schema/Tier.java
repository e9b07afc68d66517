package io.offerengine.schema;

/**
 * How often searches filter or order by a field. The tier decides which indexes the field has.
 *
 * <p>Boolean fields, and fields of few values, have bitmaps in every tier. The {@linkplain
 * io.offerengine.schema package's page} says what each tier costs and gives.
 */
public enum Tier {
  /**
   * In most searches. A numeric field of many values also has a list of its rows in sorted order,
   * one of few values bitmaps for ranges. A computed field has materialised values under usual
   * arguments, if its formula declares its parameters.
   */
  HOT,
  /**
   * In some searches. A numeric field of 3 to 64 values also has bitmaps for ranges, like a {@link
   * #HOT} field.
   */
  WARM,
  /** Hardly ever. If the field has many values, conditions are checked against the column. */
  COLD
}
