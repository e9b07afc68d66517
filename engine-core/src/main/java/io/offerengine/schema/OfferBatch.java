package io.offerengine.schema;

import java.util.ArrayList;
import java.util.List;

/**
 * Changes to the set of offers that take effect together or not at all, in the order given.
 *
 * <p>One identifier may occur in several operations: each sees what the ones before it did.
 *
 * <p><b>Threads.</b> Immutable.
 */
public final class OfferBatch {
  private final List<Operation> operations;

  private OfferBatch(List<Operation> operations) {
    this.operations = List.copyOf(operations);
  }

  /** Starts a batch. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns the operations, in order. */
  public List<Operation> operations() {
    return operations;
  }

  /** Returns the number of operations. */
  public int size() {
    return operations.size();
  }

  @Override
  public String toString() {
    return "batch of " + operations.size() + " operations";
  }

  /** One change to the set of offers. */
  public sealed interface Operation permits Upsert, Update, Delete {
    /** Returns the identifier of the offer that it concerns. */
    long id();
  }

  /**
   * Stores an offer whole, in place of one of the same identifier if there is one.
   *
   * @param offer the offer
   */
  public record Upsert(Offer offer) implements Operation {
    @Override
    public long id() {
      return offer.id();
    }
  }

  /**
   * Changes some fields of a stored offer.
   *
   * @param id the offer's identifier
   * @param changes what changes
   */
  public record Update(long id, OfferChanges changes) implements Operation {}

  /**
   * Removes a stored offer.
   *
   * @param id the offer's identifier
   */
  public record Delete(long id) implements Operation {}

  /**
   * Collects operations.
   *
   * <p><b>Threads.</b> Confined to one thread.
   */
  public static final class Builder {
    private final List<Operation> operations = new ArrayList<>();

    private Builder() {}

    /** Stores an offer whole, in place of one of the same identifier if there is one. */
    public Builder upsert(Offer offer) {
      operations.add(new Upsert(offer));
      return this;
    }

    /**
     * Changes some fields of a stored offer; applying fails when there is none of that identifier.
     */
    public Builder update(long id, OfferChanges changes) {
      operations.add(new Update(id, changes));
      return this;
    }

    /** Removes a stored offer; applying fails when there is none of that identifier. */
    public Builder delete(long id) {
      operations.add(new Delete(id));
      return this;
    }

    /** Returns the number of operations so far. */
    public int size() {
      return operations.size();
    }

    /** Returns the batch. */
    public OfferBatch build() {
      return new OfferBatch(operations);
    }
  }
}
