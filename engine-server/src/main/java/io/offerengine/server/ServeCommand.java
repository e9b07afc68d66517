package io.offerengine.server;

import io.offerengine.OfferEngine;
import io.offerengine.server.http.ApiServer;
import io.offerengine.server.http.Route;
import io.offerengine.server.http.ServerSettings;
import io.offerengine.server.keys.ApiKey;
import io.offerengine.server.keys.KeyRing;
import java.io.IOException;
import java.net.BindException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Loads offers and serves them until it is told to stop. */
@Command(
    name = "serve",
    description = "Serves offers over HTTP until it is told to stop.",
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "1:a fault of the program or the machine",
      "2:the command line or the environment is wrong",
      "3:the offers can't be read",
      "5:the address can't be listened on",
      "130, 143:stopped by SIGINT or SIGTERM, after running requests were finished"
    },
    footerHeading = "%nEnvironment:%n",
    footer = {
      "  OFFER_ENGINE_API_KEY   the key that requests must bring; made if unset",
      "",
      "Examples:",
      "  The packaged sample, on port 8080 of this machine alone:",
      "    java -jar engine-server.jar serve",
      "  Offers of one's own, for other machines too:",
      "    java -jar engine-server.jar serve --offers offers.ndjson --host 0.0.0.0",
      "  More offers while it runs:",
      "    curl -T offers.ndjson -H \"Authorization: Bearer $OFFER_ENGINE_API_KEY\" \\",
      "      http://127.0.0.1:8080/admin/offers"
    })
final class ServeCommand implements Callable<Integer> {
  private static final String KEY_VARIABLE = "OFFER_ENGINE_API_KEY";
  private static final long FIRST_USER = 1;
  private static final int MAX_PORT = 65_535;
  private static final int MAX_INGEST_MEBIBYTES = 1024;

  private final Surroundings surroundings;

  @Mixin private final OfferOptions options = new OfferOptions();

  @Option(
      names = "--host",
      paramLabel = "H",
      description = "The address to listen on (default: ${DEFAULT-VALUE}, this machine alone).",
      defaultValue = ServerSettings.DEFAULT_HOST)
  private String host = ServerSettings.DEFAULT_HOST;

  @Option(
      names = "--port",
      paramLabel = "P",
      description = "The port to listen on (default: ${DEFAULT-VALUE}); 0 for any that is free.",
      defaultValue = "8080")
  private int port;

  @Option(
      names = "--deadline",
      paramLabel = "MILLIS",
      description = "How long a search may take (default: ${DEFAULT-VALUE}).",
      defaultValue = "10000")
  private long deadlineMillis;

  @Option(
      names = "--ingest-limit",
      paramLabel = "MIB",
      description = {
        "The largest batch of PUT and PATCH /admin/offers, in MiB (default: ${DEFAULT-VALUE});",
        "larger bodies take effect in parts with ?batch=N."
      },
      defaultValue = "64")
  private int ingestMebibytes;

  @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
  @Spec
  private CommandSpec command;

  ServeCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (port < 0 || port > MAX_PORT) {
      throw invalid("--port", "a port is a number from 0 to " + MAX_PORT + ", but got " + port);
    }
    if (deadlineMillis < 1) {
      throw invalid("--deadline", "a deadline is at least 1 ms, but got " + deadlineMillis);
    }
    if (ingestMebibytes < 1 || ingestMebibytes > MAX_INGEST_MEBIBYTES) {
      throw invalid(
          "--ingest-limit",
          "a batch has from 1 to " + MAX_INGEST_MEBIBYTES + " MiB, but got " + ingestMebibytes);
    }
    String givenKey = givenKey();
    String key = givenKey == null ? ApiKey.make() : givenKey;
    OfferEngine engine = options.emptyEngine();
    ServerSettings settings = ServerSettings.defaults().listeningOn(host, port);
    KeyRing keys = ApiKey.ring(key, FIRST_USER);
    ApiServer server = new ApiServer(routes(engine), keys, settings);
    try (server) {
      start(server);
      Runtime.getRuntime().addShutdownHook(new Thread(server::close, "stop"));
      OfferSource.Loaded loaded = options.source().loadInto(engine, options.duplicates());
      server.ready();
      StartMessage.print(
          surroundings.out(), options, loaded, host, server.port(), givenKey == null ? key : null);
      server.join();
    }
    return ExitCode.OK;
  }

  private List<Route> routes(OfferEngine engine) {
    List<Route> routes =
        new ArrayList<>(MarketRoutes.of(engine, Duration.ofMillis(deadlineMillis)));
    routes.addAll(
        AdminRoutes.of(
            engine,
            IngestLimits.ofBatches(ingestMebibytes << 20, Runtime.getRuntime().maxMemory())));
    return routes;
  }

  private @Nullable String givenKey() {
    String key = surroundings.environment().get(KEY_VARIABLE);
    if (key != null) {
      try {
        ApiKey.ring(key, FIRST_USER);
      } catch (IllegalArgumentException e) {
        throw new CommandFailure(
            ExitCode.USAGE,
            KEY_VARIABLE
                + ": "
                + e.getMessage()
                + "; set such a key, or unset it to have one made");
      }
    }
    return key;
  }

  private void start(ApiServer server) {
    try {
      server.start();
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.ADDRESS, "can't listen on " + host + ":" + port + ": " + reason(e));
    }
  }

  private static String reason(IOException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof UnresolvedAddressException) {
        return "no such host; check --host";
      }
      if (cause instanceof BindException) {
        return cause.getMessage() + "; choose another with --port, or 0 for any that is free";
      }
    }
    return failure.getMessage() + "; check --host and --port";
  }

  private ParameterException invalid(String option, String problem) {
    return new ParameterException(
        command.commandLine(), "Invalid value for option '" + option + "': " + problem);
  }
}
