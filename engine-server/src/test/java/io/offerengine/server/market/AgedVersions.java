package io.offerengine.server.market;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The versions of a member whose offers are as old as a test says. */
public final class AgedVersions implements OfferVersions {
  private final OfferVersions versions;
  private final Supplier<Duration> age;

  /** Creates the versions of an engine with another age. */
  public AgedVersions(OfferVersions versions, Supplier<Duration> age) {
    this.versions = versions;
    this.age = age;
  }

  @Override
  public long version() {
    return versions.version();
  }

  @Override
  public CompletableFuture<?> reached(long version) {
    return versions.reached(version);
  }

  @Override
  public Duration age() {
    return age.get();
  }

  @Override
  public @Nullable String problem() {
    return null;
  }
}
