package io.offerengine.schema;

/**
 * A rule that a stored offer must satisfy before an update changes it. {@code
 * io.offerengine.query.OfferConditions} is the rule that consists of conditions.
 *
 * <p><b>Threads.</b> The engine calls a precondition on the thread that applies the batch, while it
 * holds the lock of writers. A precondition must not apply batches itself.
 */
@FunctionalInterface
public interface Precondition {
  /**
   * Returns if the offer satisfies this rule.
   *
   * @param stored the stored values of the offer; values that can be derived are absent
   * @throws RuntimeException if the offer does not satisfy this rule; {@code OfferEngine.apply}
   *     applies nothing and throws the same exception
   */
  void check(Offer stored);
}
