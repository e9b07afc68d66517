package io.offerengine.bench.load;

import io.offerengine.bench.command.MarketOptions;
import io.offerengine.bench.command.OptionChecks;
import io.offerengine.bench.searches.MarketDraws;
import io.offerengine.bench.searches.MarketTable;
import io.offerengine.bench.searches.SearchBody;
import io.offerengine.bench.searches.SearchClass;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that select a server, and the market from which searches are drawn. */
final class TargetOptions {
  @Option(
      names = "--url",
      paramLabel = "URL",
      defaultValue = "http://127.0.0.1:8080/api/v0/bundles",
      description = "Where searches are posted (default: ${DEFAULT-VALUE}).")
  @SuppressWarnings("NullAway.Init") // picocli sets it before the call
  private URI url;

  @Option(
      names = "--key",
      paramLabel = "KEY",
      defaultValue = "${env:OFFER_ENGINE_API_KEY}",
      description = "The API key (default: the environment variable OFFER_ENGINE_API_KEY).")
  private @Nullable String key;

  @Option(names = "--gzip", description = "Asks for compressed responses.")
  private boolean gzip;

  @Mixin private MarketOptions market = new MarketOptions();

  /** Refuses wrong values, except for a missing key. */
  void check(OptionChecks checks) {
    boolean isHttp = "http".equals(url.getScheme()) && url.getHost() != null;
    checks.require(isHttp, "--url", "http://HOST...", url);
    market.check(checks);
  }

  /** Returns the target; refuses a missing key. */
  LoadTarget target(OptionChecks checks) {
    if (key == null || key.isEmpty()) {
      throw checks.refusal("no API key was given: use --key KEY or set OFFER_ENGINE_API_KEY");
    }
    return new LoadTarget(url, key, gzip);
  }

  /** Returns the typical searches (Q2) of the market. */
  List<byte[]> searches() {
    return new MarketDraws(
            MarketTable.of(market.generator()), market.seed(), List.of(SearchClass.Q2))
        .searches(SearchClass.Q2).stream().map(SearchBody::of).toList();
  }

  /** Returns the settings of a run, for its report. */
  LoadReport.Settings settings(double seconds) {
    return new LoadReport.Settings(url.toString(), gzip, market.offers(), market.seed(), seconds);
  }
}
