package io.offerengine.bench.load;

import io.offerengine.bench.command.Invocation;
import io.offerengine.bench.command.OneLineFailures;
import io.offerengine.server.http.Answer;
import io.offerengine.server.http.ApiServer;
import io.offerengine.server.http.Route;
import io.offerengine.server.http.ServerSettings;
import io.offerengine.server.keys.ApiKey;
import io.offerengine.server.keys.Scope;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command that answers every search with the same bytes: the cost of HTTP without a search. */
@Command(
    name = ServeReadyCommand.NAME,
    usageHelpWidth = 100,
    description = {
      "Answers every search with the bytes of a file, by the service's own HTTP server, which still"
          + " reads key and body: the baseline of load. The server runs until the process ends."
    },
    footer = {
      "",
      "Example:",
      "  curl -sS http://127.0.0.1:8080/api/v0/bundles -H \"Authorization: Bearer k\" -d '{}' > r.json",
      "  OFFER_ENGINE_API_KEY=k serve-ready --response r.json --port 8081",
      "",
      "Exit codes: 1 the file can't be read or the port is taken, 2 wrong options, 143 stopped."
    })
public final class ServeReadyCommand implements Callable<Integer> {
  /** The name of the command. */
  public static final String NAME = "serve-ready";

  private static final int BODY_LIMIT = 1 << 20;
  private static final int MAX_PORT = 65_535;

  @Option(
      names = "--response",
      paramLabel = "FILE",
      required = true,
      description = "What is answered.")
  @SuppressWarnings("NullAway.Init") // picocli sets it before the call
  private Path response;

  @Option(
      names = "--port",
      paramLabel = "P",
      defaultValue = "8081",
      description = "The port to listen on, 0 for any that is free (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--key",
      paramLabel = "KEY",
      required = true,
      defaultValue = "${env:OFFER_ENGINE_API_KEY}",
      description = "The API key (default: the environment variable OFFER_ENGINE_API_KEY).")
  @SuppressWarnings("NullAway.Init") // picocli sets it before the call
  private String key;

  @Mixin private Invocation invocation = new Invocation();

  private ServeReadyCommand() {}

  /** Returns the command. */
  public static CommandLine commandLine() {
    return OneLineFailures.commandLine(
        new ServeReadyCommand(), IOException.class, problem -> "It can't be served: " + problem);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    invocation.checks().require(port >= 0 && port <= MAX_PORT, "--port", "0 to " + MAX_PORT, port);
    ServerSettings settings =
        ServerSettings.defaults().listeningOn(ServerSettings.DEFAULT_HOST, port);
    try (ApiServer server = of(Files.readAllBytes(response), key, settings)) {
      server.start();
      server.ready();
      PrintWriter out = invocation.out();
      out.println(
          "http://" + ServerSettings.DEFAULT_HOST + ":" + server.port() + "/api/v0/bundles");
      out.flush();
      server.join();
    }
    return CommandLine.ExitCode.OK;
  }

  /** Returns a server that gives every search the same answer; it is not started. */
  static ApiServer of(byte[] response, String key, ServerSettings settings) {
    Answer answer = Answer.ok(response);
    Route route =
        Route.of(Scope.SEARCH, "POST", "/api/v0/bundles", request -> answer)
            .readingJson(BODY_LIMIT);
    return new ApiServer(List.of(route), ApiKey.ring(key, 1), settings);
  }
}
