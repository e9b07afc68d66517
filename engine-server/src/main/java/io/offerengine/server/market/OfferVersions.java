package io.offerengine.server.market;

import io.offerengine.SearchableOffers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The versions of the offers that a service searches.
 *
 * <p><b>Threads.</b> Safe for all.
 */
public interface OfferVersions {
  /** Returns the latest version that searches see. */
  long version();

  /**
   * Returns a future that completes, without an exception, when searches see a version or a later
   * one. It may never complete.
   */
  CompletableFuture<?> reached(long version);

  /**
   * Returns how old the offers may be: a batch that was committed longer ago is in them. Null if
   * the service commits the batches itself, so that none can be missing.
   */
  @Nullable Duration age();

  /** Returns why the offers may not be searched now, for clients; null if they may. */
  @Nullable String problem();

  /** Returns the versions of an engine to which this service alone applies batches. */
  static OfferVersions of(SearchableOffers engine) {
    return new OfferVersions() {
      @Override
      public long version() {
        return engine.snapshot().version();
      }

      @Override
      public CompletableFuture<?> reached(long version) {
        CompletableFuture<Void> reached = new CompletableFuture<>();
        look(reached, version);
        return reached;
      }

      // Who knows a version of this service asks after it is visible: hardly anybody waits.
      private void look(CompletableFuture<Void> reached, long version) {
        if (version() >= version) {
          reached.complete(null);
        } else if (!reached.isDone()) {
          CompletableFuture.delayedExecutor(20, TimeUnit.MILLISECONDS)
              .execute(() -> look(reached, version));
        }
      }

      @Override
      public @Nullable Duration age() {
        return null;
      }

      @Override
      public @Nullable String problem() {
        return null;
      }
    };
  }
}
