package io.offerengine.server.cli;

import io.offerengine.OfferEngine;
import io.offerengine.json.DuplicatePolicy;
import io.offerengine.marketplace.MarketplaceSchema;
import java.math.BigDecimal;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that say which offers an engine holds and what time it is. */
public final class OfferOptions {
  @Option(
      names = "--offers",
      paramLabel = "FILE",
      description = {
        "Offers as JSON: a list, a search response or one offer a line.",
        "The packaged sample unless given."
      })
  private @Nullable Path file;

  @Option(
      names = "--now",
      paramLabel = "EPOCH_SECONDS",
      description = {
        "Fixes the clock, in seconds since 1970; may be fractional.",
        "The system's clock unless given, the sample's own instant with the sample."
      })
  private @Nullable BigDecimal now;

  @Option(
      names = "--duplicates",
      paramLabel = "error|last",
      defaultValue = "error",
      description = "What an id that occurs twice means: an error (default), or the last one wins.")
  private DuplicatePolicy duplicates = DuplicatePolicy.ERROR;

  @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  /** Returns where the offers come from. */
  public OfferSource source() {
    return file == null ? OfferSource.sample() : OfferSource.file(file);
  }

  /** Returns the file that was given; null for none. */
  public @Nullable OfferSource givenFile() {
    return file == null ? null : OfferSource.file(file);
  }

  /** Returns what an identifier that occurs twice means. */
  public DuplicatePolicy duplicates() {
    return duplicates;
  }

  /** Returns the instant that the clock is fixed at, in seconds since 1970; null for none. */
  public @Nullable BigDecimal fixedClock() {
    return now != null || file != null ? now : OfferSource.SAMPLE_INSTANT;
  }

  /** Returns the instant that was asked for, in seconds since 1970; null for none. */
  public @Nullable BigDecimal givenClock() {
    return now;
  }

  /** Returns an engine without offers that has the wanted clock and keeps nothing. */
  OfferEngine emptyEngine() {
    return engine(fixedClock()).build();
  }

  /**
   * Starts an engine without offers.
   *
   * @param fixed the instant that its clock is fixed at, in seconds since 1970; null for none
   */
  public OfferEngine.Builder engine(@Nullable BigDecimal fixed) {
    OfferEngine.Builder builder = OfferEngine.builder(MarketplaceSchema.schema());
    if (fixed != null) {
      double seconds = fixed.doubleValue();
      if (Double.isInfinite(seconds)) {
        throw new ParameterException(
            command.commandLine(), "Invalid value for option '--now': it is beyond any instant");
      }
      builder.clock(() -> seconds);
    }
    return builder;
  }
}
