package io.offerengine.schema;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A list of insertions, upserts, updates and deletions. Either all of them become visible together,
 * or none.
 *
 * <pre>{@code
 * OfferChanges cheaper = OfferChanges.builder().set(DPH_BASE, 0.75).build();
 * Offer offer = Offer.builder().set(ID, 4L).set(GPU_NAME, "RTX 5090").build();
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
  private final boolean ignoresUnknown;

  private OfferBatch(List<Operation> operations, boolean ignoresUnknown) {
    this.operations = List.copyOf(operations);
    this.ignoresUnknown = ignoresUnknown;
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

  /** Returns whether updates and deletions of offers that do not exist do nothing. */
  public boolean ignoresUnknown() {
    return ignoresUnknown;
  }

  @Override
  public String toString() {
    return "batch of " + operations.size() + " operations";
  }

  /** One change to the set of offers. */
  public sealed interface Operation permits Insert, Upsert, Update, Delete {
    /** Returns the identifier of the offer. */
    long id();
  }

  /** Stores a new offer. No offer may have its identifier. */
  public record Insert(Offer offer) implements Operation {
    @Override
    public long id() {
      return offer.id();
    }
  }

  /** Stores an offer. It replaces an offer with the same identifier. */
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
   * @param precondition what the offer must satisfy before it changes; null for nothing
   */
  public record Update(long id, OfferChanges changes, @Nullable Precondition precondition)
      implements Operation {
    /** Changes an offer without a precondition. */
    public Update(long id, OfferChanges changes) {
      this(id, changes, null);
    }
  }

  /** Removes a stored offer. */
  public record Delete(long id) implements Operation {}

  /**
   * Collects operations.
   *
   * <p><b>Threads.</b> Confined to one thread.
   */
  public static final class Builder {
    private final List<Operation> operations = new ArrayList<>();
    private boolean ignoresUnknown;

    private Builder() {}

    /**
     * Stores a new offer. If an offer has the same identifier, applying the batch fails with a
     * {@code ConflictException}.
     */
    public Builder insert(Offer offer) {
      return add(new Insert(offer));
    }

    /** Stores an offer. It replaces an offer with the same identifier. */
    public Builder upsert(Offer offer) {
      return add(new Upsert(offer));
    }

    /**
     * Changes some fields of a stored offer. If no offer has the identifier, applying the batch
     * fails.
     */
    public Builder update(long id, OfferChanges changes) {
      return add(new Update(id, changes));
    }

    /**
     * Changes some fields of a stored offer if the offer satisfies a precondition. Otherwise
     * applying the batch fails, and nothing of the batch is applied.
     *
     * <p>The precondition sees the offer as the operations before this one leave it. So of several
     * writers that rent the same offer if it is not rented, one succeeds.
     *
     * <p><b>Cost.</b> The engine reads the whole offer back, which takes several microseconds.
     *
     * @param precondition {@code OfferConditions}, or a rule of the application
     */
    public Builder updateIf(long id, Precondition precondition, OfferChanges changes) {
      return add(new Update(id, changes, precondition));
    }

    /** Removes a stored offer. If no offer has the identifier, applying the batch fails. */
    public Builder delete(long id) {
      return add(new Delete(id));
    }

    /** Adds an operation as it is, {@link Update#precondition} included. */
    public Builder add(Operation operation) {
      operations.add(operation);
      return this;
    }

    /**
     * Lets updates and deletions of offers that do not exist do nothing, instead of failing. An
     * engine that holds a part of all offers applies the batches of all of them in this way.
     */
    public Builder ignoreUnknown() {
      ignoresUnknown = true;
      return this;
    }

    /** Returns the number of operations. */
    public int size() {
      return operations.size();
    }

    /** Returns the batch. */
    public OfferBatch build() {
      return new OfferBatch(operations, ignoresUnknown);
    }
  }

  /**
   * A rule that a stored offer must satisfy before an update changes it. {@code
   * io.offerengine.query.OfferConditions} is the rule that consists of conditions.
   *
   * <p><b>Threads.</b> The engine calls a precondition on the thread that applies the batch, while
   * it holds the lock of writers. A precondition must not apply batches itself.
   */
  @FunctionalInterface
  public interface Precondition {
    /**
     * Throws unless the offer satisfies this rule.
     *
     * @param stored the stored values of the offer; values that can be derived are absent
     * @throws RuntimeException if the offer does not satisfy this rule; {@code OfferEngine.apply}
     *     applies nothing and throws the same exception
     */
    void check(Offer stored);
  }
}
