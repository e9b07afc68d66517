package io.offerengine.server;

import io.offerengine.server.http.ServerSettings;
import io.offerengine.server.http.address.AddressRange;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of every command that answers over HTTP: deadline, memory and connections. */
final class FrontOptions {
  private static final int MAX_DRAIN_SECONDS = 3_600;
  private static final int MOST = 1_000_000;

  @Option(
      names = "--deadline",
      paramLabel = "MILLIS",
      description = "The longest time that a search may take (default: ${DEFAULT-VALUE}).",
      defaultValue = "10000")
  private long deadlineMillis;

  @Option(
      names = "--in-flight",
      paramLabel = "MIB",
      description = {
        "The memory for bodies that arrive and answers that clients have not read yet, in MiB",
        "(default: a quarter of the heap); further requests get 503."
      })
  private @Nullable Integer inFlightMebibytes;

  @Option(
      names = "--drain-seconds",
      paramLabel = "S",
      description = {
        "How long the service goes on after SIGTERM while /readyz answers 503, so that a proxy"
            + " sends its requests elsewhere",
        "(default: ${DEFAULT-VALUE}); at most 3600."
      },
      defaultValue = "0")
  private int drainSeconds;

  @Option(
      names = "--connections",
      paramLabel = "N",
      description = "How many connections may be open (default: ${DEFAULT-VALUE}); 0: no limit.",
      defaultValue = "8192")
  private int connections;

  @Option(
      names = "--address-connections",
      paramLabel = "N",
      description =
          "How many connections one address may have open, unless it is a trusted proxy"
              + " (default: ${DEFAULT-VALUE}); 0: no limit.",
      defaultValue = "1024")
  private int addressConnections;

  @Option(
      names = "--trusted-proxy",
      paramLabel = "CIDR",
      split = ",",
      description =
          "A proxy, or a range of proxies, whose headers Forwarded and X-Forwarded-For name the"
              + " client (default: none); may be given several times.")
  private List<String> trustedProxies = List.of();

  @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  /** Returns the checks of these options, as {@link ServeCommand#checks} does. */
  List<Runnable> checks() {
    return List.of(
        this::deadline,
        this::drain,
        this::proxies,
        () -> limit("--connections", connections),
        () -> limit("--address-connections", addressConnections),
        () -> applyTo(ServerSettings.defaults()));
  }

  /** Returns the longest time that a search may take. */
  Duration deadline() {
    if (deadlineMillis < 1) {
      throw invalid("--deadline", "a deadline is at least 1 ms, but got " + deadlineMillis);
    }
    return Duration.ofMillis(deadlineMillis);
  }

  /** Returns how long the service goes on after it was told to stop. */
  Duration drain() {
    if (drainSeconds < 0 || drainSeconds > MAX_DRAIN_SECONDS) {
      throw invalid(
          "--drain-seconds",
          "it takes from 0 to " + MAX_DRAIN_SECONDS + " seconds, but got " + drainSeconds);
    }
    return Duration.ofSeconds(drainSeconds);
  }

  /** Returns the largest heap in MiB. */
  static long heapMebibytes() {
    return Runtime.getRuntime().maxMemory() >> 20;
  }

  /** Returns settings with the limits of addresses and memory. */
  ServerSettings applyTo(ServerSettings settings) {
    ServerSettings limited =
        settings
            .withTrustedProxies(proxies())
            .withConnectionLimits(
                limit("--connections", connections),
                limit("--address-connections", addressConnections));
    if (inFlightMebibytes == null) {
      return limited;
    }
    long heapMebibytes = heapMebibytes();
    if (inFlightMebibytes < 1 || inFlightMebibytes > heapMebibytes) {
      throw invalid(
          "--in-flight",
          "bodies and answers take from 1 to "
              + heapMebibytes
              + " MiB, the largest heap (java -Xmx), but got "
              + inFlightMebibytes);
    }
    return limited.withBytesInFlight((long) inFlightMebibytes << 20);
  }

  private int limit(String option, int value) {
    if (value < 0 || value > MOST) {
      throw invalid(option, "it takes from 0 to " + MOST + " connections, but got " + value);
    }
    return value;
  }

  private List<AddressRange> proxies() {
    try {
      return trustedProxies.stream().map(AddressRange::parse).toList();
    } catch (IllegalArgumentException e) {
      throw invalid("--trusted-proxy", String.valueOf(e.getMessage()));
    }
  }

  private ParameterException invalid(String option, String problem) {
    return new ParameterException(
        command.commandLine(), "Invalid value for option '" + option + "': " + problem);
  }
}
