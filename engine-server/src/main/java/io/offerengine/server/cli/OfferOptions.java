package io.offerengine.server.cli;

import io.offerengine.OfferEngine;
import io.offerengine.json.DuplicatePolicy;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.TimeKey;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options for the source of offers and for the clock. */
public final class OfferOptions {
  @Option(
      names = "--offers",
      paramLabel = "FILE",
      description = {
        "Offers as JSON: a list, a search response, or one offer per line",
        "(default: the packaged sample)."
      })
  private @Nullable Path file;

  @Option(
      names = "--now",
      paramLabel = "EPOCH_SECONDS",
      description = {
        "Fixes the clock at an instant in seconds since 1970; may be fractional",
        "(default: the system's clock; with the sample, the sample's instant)."
      })
  private @Nullable BigDecimal now;

  @Option(
      names = "--duplicates",
      paramLabel = "error|last",
      defaultValue = "error",
      description =
          "If an id occurs twice: fail (error, the default) or take the last offer (last).")
  private DuplicatePolicy duplicates = DuplicatePolicy.ERROR;

  @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  /** Returns the source of the offers. */
  public OfferSource source() {
    return file == null ? OfferSource.sample() : OfferSource.file(file);
  }

  /** Returns the given file; null for none. */
  public @Nullable OfferSource givenFile() {
    return file == null ? null : OfferSource.file(file);
  }

  /** Returns what happens if an identifier occurs twice. */
  public DuplicatePolicy duplicates() {
    return duplicates;
  }

  /** Returns the instant of a fixed clock, in seconds since 1970; null for a running clock. */
  public @Nullable BigDecimal fixedClock() {
    return now != null || file != null ? now : OfferSource.SAMPLE_INSTANT;
  }

  /** Returns the given instant, in seconds since 1970; null for none. */
  public @Nullable BigDecimal givenClock() {
    return now;
  }

  /** Returns an empty engine with the chosen clock and without a journal. */
  OfferEngine emptyEngine() {
    return engine(fixedClock()).build();
  }

  /**
   * Returns the builder of an empty engine.
   *
   * @param fixed the instant of a fixed clock, in seconds since 1970; null for the system's clock
   */
  public OfferEngine.Builder engine(@Nullable BigDecimal fixed) {
    OfferEngine.Builder builder = OfferEngine.builder(MarketplaceSchema.schema());
    if (fixed != null) {
      try {
        builder.clock(InstantSource.fixed(TimeKey.ofSeconds(fixed.doubleValue())));
      } catch (IllegalArgumentException beyond) {
        throw new ParameterException(
            command.commandLine(), "Invalid value for option '--now': it is beyond any instant");
      }
    }
    return builder;
  }
}
