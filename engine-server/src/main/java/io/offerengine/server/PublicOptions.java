package io.offerengine.server;

import io.offerengine.server.http.Route;
import io.offerengine.server.http.ServerSettings;
import io.offerengine.server.http.limit.RateLimit;
import io.offerengine.server.market.MarketRoutes;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that let everybody search without a key, at a limited rate. */
final class PublicOptions {
  private static final double DEFAULT_RATE = 10;
  private static final int DEFAULT_BURST_SECONDS = 4;
  private static final int MOST = 1_000_000;

  @Option(
      names = "--public-search",
      description = {
        "Searches need no key: those of the page, /api/v0/bundles, /api/v0/search/asks and",
        "/market/v1. Everything else needs one."
      })
  private boolean isPublic;

  @Option(
      names = "--public-rate",
      paramLabel = "R",
      description =
          "With --public-search: how many searches without a key one address may send per second"
              + " (default: 10).")
  private @Nullable Double rate;

  @Option(
      names = "--public-burst",
      paramLabel = "N",
      description = "How many of them at once after a pause (default: those of four seconds).")
  private @Nullable Integer burst;

  @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  /** Returns settings with the limit of searches without a key. */
  ServerSettings applyTo(ServerSettings settings) {
    if (!isPublic) {
      refuse("--public-rate", rate);
      refuse("--public-burst", burst);
      return settings;
    }
    double perSecond = rate == null ? DEFAULT_RATE : rate;
    if (Double.isNaN(perSecond)) {
      throw invalid("--public-rate", "it takes a number above 0, but got NaN");
    }
    int atOnce =
        burst == null
            ? (int) Math.max(1, Math.min(MOST, Math.ceil(DEFAULT_BURST_SECONDS * perSecond)))
            : burst;
    if (atOnce < 1) {
      throw invalid("--public-burst", "it takes at least 1 search, but got " + atOnce);
    }
    RateLimit unused = limit("--public-rate", perSecond, 1);
    return settings.withKeylessLimit(limit("--public-burst", perSecond, atOnce));
  }

  /** Returns routes that are public as far as the options say so. */
  List<Route> applyTo(List<Route> routes) {
    return isPublic ? MarketRoutes.withPublicSearch(routes) : routes;
  }

  private RateLimit limit(String option, double perSecond, int atOnce) {
    try {
      return RateLimit.perSecond(perSecond, atOnce);
    } catch (IllegalArgumentException e) {
      throw invalid(option, String.valueOf(e.getMessage()));
    }
  }

  private void refuse(String option, @Nullable Object value) {
    if (value != null) {
      throw invalid(option, "it needs --public-search beside it");
    }
  }

  private ParameterException invalid(String option, String problem) {
    return new ParameterException(
        command.commandLine(), "Invalid value for option '" + option + "': " + problem);
  }
}
