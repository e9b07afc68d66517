package io.offerengine.server;

import io.offerengine.server.cli.CommandFailure;
import io.offerengine.server.cli.ExitCode;
import io.offerengine.server.http.ApiServer;
import io.offerengine.server.http.Readiness;
import io.offerengine.server.http.Route;
import io.offerengine.server.http.ServerSettings;
import io.offerengine.server.market.MarketRoutes;
import io.offerengine.server.metrics.ServiceMetrics;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The option of a second address that only operators reach: it answers with metrics and health, and
 * asks for no key.
 */
final class AdminPort {
  private static final String OPTION = "--admin-listen";
  private static final int MAX_PORT = 65_535;
  private static final int SLOTS = 4;

  /** A host, with brackets if it has colons, and a port. */
  private static final Pattern ADDRESS =
      Pattern.compile("(\\[[0-9a-fA-F:.%]+]|[^:\\[\\]]+):([0-9]{1,5})");

  @Option(
      names = OPTION,
      paramLabel = "HOST:PORT",
      description = {
        "A second address, which answers /metrics, /healthz and /readyz without a key and in plain"
            + " HTTP (default: none).",
        "Let only operators reach it."
      })
  private @Nullable String address;

  @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  /**
   * Starts to listen.
   *
   * @return the server; null if there is no address
   * @throws CommandFailure if the address can't be listened on
   */
  @Nullable ApiServer start(ServiceMetrics metrics, Readiness readiness) {
    ServerSettings settings = settings();
    if (settings == null) {
      return null;
    }
    List<Route> routes = new ArrayList<>(MarketRoutes.health(readiness));
    routes.addAll(metrics.openRoutes());
    ApiServer server = new ApiServer(routes, key -> null, settings);
    try {
      server.start();
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.ADDRESS,
          "can't listen on " + address + ": " + ServeCommand.reason(e, OPTION, OPTION));
    }
    server.ready();
    return server;
  }

  /**
   * Returns the settings of the second address; null without one.
   *
   * @throws ParameterException if the address is malformed
   */
  @Nullable ServerSettings settings() {
    if (address == null) {
      return null;
    }
    Matcher parts = ADDRESS.matcher(address);
    if (!parts.matches() || Integer.parseInt(parts.group(2)) > MAX_PORT) {
      throw new ParameterException(
          command.commandLine(),
          "Invalid value for option '"
              + OPTION
              + "': an address is HOST:PORT, such as 127.0.0.1:9090 or [::1]:9090, with a port"
              + " from 0 to 65535, but got '"
              + address
              + "'");
    }
    return ServerSettings.defaults()
        .listeningOn(parts.group(1), Integer.parseInt(parts.group(2)))
        .withRequestLimit(SLOTS);
  }

  /** Returns the host of the second address. */
  String host() {
    return address == null ? "" : address.substring(0, address.lastIndexOf(':'));
  }
}
