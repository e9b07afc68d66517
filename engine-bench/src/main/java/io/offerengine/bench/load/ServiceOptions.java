package io.offerengine.bench.load;

import io.offerengine.bench.command.OptionChecks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** The options that select the service which a command starts. */
final class ServiceOptions {
  @Option(
      names = "--server",
      paramLabel = "JAR",
      defaultValue = "engine-server/target/engine-server.jar",
      description = "The service (default: ${DEFAULT-VALUE}).")
  @SuppressWarnings("NullAway.Init") // picocli sets it before the call
  private Path server;

  @Option(
      names = "--java",
      paramLabel = "OPTION",
      split = ",",
      description = "Options of the service's JVM, such as -Xmx3g.")
  private List<String> java = List.of();

  /** Refuses wrong values. */
  void check(OptionChecks checks) {
    checks.require(Files.isRegularFile(server), "--server", "a jar that exists", server);
  }

  /** Starts the service, and waits until it is ready. */
  MeasuredService start(String... arguments) throws IOException {
    return MeasuredService.start(server, java, arguments);
  }
}
