package io.offerengine.schema;

/**
 * A condition that the arguments of a search imply. For example, an offer whose disk is smaller
 * than the storage to be rented does not match.
 *
 * <p>If the bound reads a clock that the query leaves open, the condition holds at the time of each
 * search, and of each match of a saved search.
 *
 * @param reason the cause of the condition, for explanations
 * @param field a stored field of type integer or number
 * @param absentPasses whether an offer without a value matches
 * @param bound gives the least value that matches
 */
public record Requirement(String reason, Field field, boolean absentPasses, LowerBound bound) {
  /** Gives the least matching value under some arguments. */
  @FunctionalInterface
  public interface LowerBound {
    /**
     * Returns the least matching value. It depends on the arguments alone; it may be asked for
     * several times.
     *
     * @return NaN if the arguments imply no condition; negative infinity if every present value
     *     matches
     */
    double of(Arguments arguments);
  }
}
