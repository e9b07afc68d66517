package io.offerengine.query;

/**
 * How much a query may ask for.
 *
 * @param maxLimit the largest number of results
 * @param maxConditions the largest number of conditions
 * @param maxListValues the largest number of values in the list of one condition
 */
public record QueryLimits(int maxLimit, int maxConditions, int maxListValues) {
  /** 10,000 results, 256 conditions, 10,000 values in a list. */
  public static final QueryLimits DEFAULTS = new QueryLimits(10_000, 256, 10_000);

  /** Checks that every limit is positive. */
  public QueryLimits {
    if (maxLimit < 1 || maxConditions < 1 || maxListValues < 1) {
      throw new IllegalArgumentException(
          "limits must be positive: " + maxLimit + ", " + maxConditions + ", " + maxListValues);
    }
  }
}
