package io.offerengine;

import io.offerengine.schema.Formula;

/**
 * Which of the offers that an engine stores are used to compare formulas with their declarations.
 *
 * <p>Before an offer is stored, the engine evaluates every {@link Formula} of the schema for the
 * offer and for the one that was compared before it. If a formula reads a parameter or an input
 * that it does not declare, or if its result falls where it is declared to rise, storing fails with
 * an IllegalStateException that names the field, both offers and the values. Without this
 * comparison, a wrong declaration would silently lead to missing results.
 */
public enum FormulaChecks {
  /**
   * The first 128 offers and every 128th offer after them: the default. It takes less than a
   * hundredth of the time of a load.
   */
  SAMPLED,
  /** Every offer: for tests of a schema. */
  EVERY_ROW;

  private static final int STRIDE = 128;

  /**
   * Returns whether an offer is compared.
   *
   * @param number how many offers were stored before it
   */
  public boolean include(long number) {
    return this == EVERY_ROW || number < STRIDE || number % STRIDE == 0;
  }
}
