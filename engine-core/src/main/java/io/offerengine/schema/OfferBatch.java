package io.offerengine.schema;

import java.util.ArrayList;
import java.util.List;

/**
 * A list of upserts, updates and deletions. Either all of them become visible together, or none.
 *
 * <pre>{@code
 * OfferChanges cheaper = OfferChanges.builder(schema).set(DPH_BASE, 0.75).build();
 * Offer offer = Offer.builder(schema).set(ID, 4L).set(GPU_NAME, "RTX 5090").build();
 * OfferBatch batch = OfferBatch.builder().update(1, cheaper).delete(2).upsert(offer).build();
 * long version = engine.apply(batch);
 * }</pre>
 *
 * <p>The engine applies the operations in order. If several operations have the same identifier,
 * each is applied to the result of the one before.
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
    /** Returns the identifier of the offer. */
    long id();
  }

  /**
   * Stores an offer. It replaces an offer with the same identifier.
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
   * @param changes the new values
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

    /** Stores an offer. It replaces an offer with the same identifier. */
    public Builder upsert(Offer offer) {
      operations.add(new Upsert(offer));
      return this;
    }

    /**
     * Changes some fields of a stored offer. If no offer has the identifier, applying the batch
     * fails.
     */
    public Builder update(long id, OfferChanges changes) {
      operations.add(new Update(id, changes));
      return this;
    }

    /** Removes a stored offer. If no offer has the identifier, applying the batch fails. */
    public Builder delete(long id) {
      operations.add(new Delete(id));
      return this;
    }

    /** Returns the number of operations. */
    public int size() {
      return operations.size();
    }

    /** Returns the batch. */
    public OfferBatch build() {
      return new OfferBatch(operations);
    }
  }
}
