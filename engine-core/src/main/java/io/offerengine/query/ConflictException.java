package io.offerengine.query;

import io.offerengine.schema.Condition;
import org.jspecify.annotations.Nullable;

/**
 * An operation that the stored offer does not allow: an update whose condition does not hold, or an
 * insertion of an offer that exists.
 *
 * <p>If a batch has several such operations, the exception names the first.
 */
public final class ConflictException extends EngineException {
  private static final long serialVersionUID = 1L;

  private final long id;
  private final transient @Nullable Condition condition;
  private final String problem;

  private ConflictException(long id, @Nullable Condition condition, String problem) {
    super(ErrorCode.CONFLICT, ErrorCode.CONFLICT + ": the offer " + id + " " + problem);
    this.id = id;
    this.condition = condition;
    this.problem = problem;
  }

  /** Returns the error of an insertion of an offer that exists. */
  public static ConflictException exists(long id) {
    return new ConflictException(
        id, null, "exists, so it can't be inserted; upsert replaces it, update changes it");
  }

  /**
   * Returns the error of an update whose condition does not hold.
   *
   * @param found the stored value, as text; null if it is absent
   */
  static ConflictException unsatisfied(long id, Condition condition, @Nullable String found) {
    String value = found == null ? " is absent" : " is " + found;
    String problem = "is not changed: its " + condition.field() + value;
    return new ConflictException(id, condition, problem + ", but the condition is " + condition);
  }

  /** Returns the identifier of the offer. */
  public long id() {
    return id;
  }

  /** Returns the condition that does not hold; null for an insertion. */
  public @Nullable Condition condition() {
    return condition;
  }

  /** Returns what is wrong with the offer, as a predicate: {@code is not changed: its rented …}. */
  public String problem() {
    return problem;
  }
}
