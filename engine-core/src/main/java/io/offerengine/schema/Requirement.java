package io.offerengine.schema;

/**
 * A condition that a search's arguments imply: an offer whose disk is smaller than the storage to
 * be allocated does not match.
 *
 * @param reason what implies it, as an explanation prints it
 * @param field the stored field of type integer or number that it bounds
 * @param absentPasses whether an offer without a value satisfies it
 * @param bound how the smallest value follows from the arguments
 */
public record Requirement(String reason, Field field, boolean absentPasses, LowerBound bound) {
  /** How the smallest value that satisfies a requirement follows from the arguments. */
  @FunctionalInterface
  public interface LowerBound {
    /**
     * Returns the smallest value that satisfies the requirement.
     *
     * @return NaN when these arguments imply nothing; negative infinity when any present value will
     *     do
     */
    double of(Arguments arguments);
  }
}
