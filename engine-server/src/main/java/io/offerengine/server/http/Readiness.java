package io.offerengine.server.http;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a running service has lost, for {@code /readyz} and for metrics. Searches may go on all the
 * same.
 *
 * <p><b>Threads.</b> Safe for all.
 */
public final class Readiness {
  private final List<Supplier<@Nullable String>> checks = new CopyOnWriteArrayList<>();

  /**
   * Adds a check.
   *
   * @param problem returns at once what is lost, in words for operators; null if nothing is
   */
  public void add(Supplier<@Nullable String> problem) {
    checks.add(problem);
  }

  /** Returns what is lost; empty if the service is ready. */
  public List<String> problems() {
    return checks.stream().map(Supplier::get).filter(Objects::nonNull).toList();
  }
}
