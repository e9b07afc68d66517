package io.offerengine;

import io.offerengine.query.QueryLimits;
import io.offerengine.schema.Offer;
import io.offerengine.schema.OfferBatch;
import io.offerengine.schema.Schema;
import java.util.Iterator;
import java.util.concurrent.Executor;
import java.util.function.DoubleSupplier;

/** Keeps offers and publishes snapshots of them. */
public final class OfferEngine implements AutoCloseable {
  private OfferEngine() {}

  /** Starts an engine. */
  public static Builder builder(Schema schema) {
    throw new UnsupportedOperationException();
  }

  /** Applies a batch atomically; returns the version that shows it. */
  public long apply(OfferBatch batch) {
    throw new UnsupportedOperationException();
  }

  /** Upserts many offers at once, published together; a later offer of one id wins. */
  public long load(Iterator<Offer> offers, LoadListener listener) {
    throw new UnsupportedOperationException();
  }

  /** Returns the latest snapshot. */
  public Snapshot snapshot() {
    throw new UnsupportedOperationException();
  }

  /** Returns figures. */
  public EngineStats stats() {
    throw new UnsupportedOperationException();
  }

  /** Returns the schema. */
  public Schema schema() {
    throw new UnsupportedOperationException();
  }

  /** Refuses further writes; snapshots stay readable. */
  @Override
  public void close() {}

  /** Configures an engine. */
  public static final class Builder {
    private Builder() {}

    /** Sets the clock, in seconds since 1970; the system's by default. */
    public Builder clock(DoubleSupplier secondsSince1970) {
      return this;
    }

    /** Runs merges on an executor; on the writer's thread by default. */
    public Builder mergeExecutor(Executor executor) {
      return this;
    }

    /** Sets what a query may ask for. */
    public Builder limits(QueryLimits limits) {
      return this;
    }

    /** Returns the engine, empty. */
    public OfferEngine build() {
      throw new UnsupportedOperationException();
    }
  }
}
