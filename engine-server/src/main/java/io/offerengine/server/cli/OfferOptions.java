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
      description =
          "If an id occurs twice: fail (error, the default) or take the last offer (last).")
  private DuplicatePolicy duplicates = DuplicatePolicy.ERROR;

  @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  /** Returns the source of the offers. */
  public OfferSource source() {
    return new OfferSource(file, duplicates);
  }

  /**
   * Returns the given instant, in seconds since 1970; null for none.
   *
   * @throws ParameterException if no clock shows the instant
   */
  public @Nullable BigDecimal now() {
    try {
      OfferEngine.Builder unused = engine(now);
      return now;
    } catch (IllegalArgumentException beyond) {
      throw new ParameterException(
          command.commandLine(), "Invalid value for option '--now': it is beyond any instant");
    }
  }

  /**
   * Returns the builder of an empty engine.
   *
   * @param fixed the instant of a fixed clock, in seconds since 1970; null for the system's clock
   */
  public static OfferEngine.Builder engine(@Nullable BigDecimal fixed) {
    OfferEngine.Builder builder = OfferEngine.builder(MarketplaceSchema.schema());
    return fixed == null
        ? builder
        : builder.clock(InstantSource.fixed(TimeKey.ofSeconds(fixed.doubleValue())));
  }
}
