package io.offerengine.server;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.server.cli.CommandContext;
import io.offerengine.server.cli.CommandFailure;
import io.offerengine.server.cli.ExitCode;
import io.offerengine.server.http.ApiServer;
import io.offerengine.server.http.Readiness;
import io.offerengine.server.http.Route;
import io.offerengine.server.http.ServerSettings;
import io.offerengine.server.log.ServiceLogs;
import io.offerengine.server.market.HomeRoutes;
import io.offerengine.server.market.MarketRoutes;
import io.offerengine.server.metrics.ServiceMetrics;
import io.offerengine.server.router.ReplicaTable;
import io.offerengine.server.router.RouterRoutes;
import io.offerengine.server.router.RouterTimes;
import io.offerengine.server.router.ShardAddresses;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code router}: answers searches from shards until the process is stopped. */
@Command(
    name = "router",
    description = "Answers searches from shards, which each have a part of the offers.",
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "1:a fault of the program or the machine",
      "2:the command line is wrong",
      "5:the address can't be listened on",
      "130, 143:stopped by SIGINT or SIGTERM, after running requests finished"
    },
    footerHeading = "%nExample:%n",
    footer = {
      "  Three shards; the first one has two replicas:",
      "    java -jar engine-server.jar router --port 8080 --shard http://a:8080,http://b:8080 \\",
      "      --shard http://c:8080 --shard http://d:8080",
      "  Each member was started with serve --follow --shard I/N, such as --shard 1/3."
    })
final class RouterCommand implements Callable<Integer> {
  private static final int MAX_PORT = 65_535;

  private final CommandContext context;

  @Option(
      names = "--shard",
      required = true,
      paramLabel = "URL[,URL...]",
      description = {
        "The addresses of the members that have a shard, such as http://a:8080,http://b:8080;",
        "given once for each shard, in the order of their numbers."
      })
  private List<String> shards = List.of();

  @Mixin private final FrontOptions front = new FrontOptions();

  @Mixin private final TlsOptions tls = new TlsOptions();

  @Mixin private final LogOptions logOptions = new LogOptions();

  @Mixin private final AdminPort adminPort = new AdminPort();

  @Option(
      names = "--host",
      paramLabel = "H",
      description = "The address to listen on (default: ${DEFAULT-VALUE}, this machine alone).",
      defaultValue = ServerSettings.DEFAULT_HOST)
  private String host = ServerSettings.DEFAULT_HOST;

  @Option(
      names = "--port",
      paramLabel = "P",
      description = "The port to listen on (default: ${DEFAULT-VALUE}); 0 for any free port.",
      defaultValue = "8080")
  private int port;

  @Option(
      names = "--now",
      paramLabel = "SECONDS",
      description = "A fixed clock in seconds since 1970 (default: the system's clock).")
  private @Nullable BigDecimal now;

  @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
  @Spec
  private CommandSpec command;

  RouterCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws InterruptedException {
    ShardAddresses addresses = addresses();
    ServerSettings settings = settings();
    ServerSettings unused = adminPort.settings();
    Duration drain = front.drain();
    ServiceLogs logs = logOptions.open();
    ReplicaTable table = new ReplicaTable(addresses);
    Readiness readiness = new Readiness();
    readiness.add(table::problem);
    ServiceMetrics metrics = new ServiceMetrics();
    RouterRoutes router =
        new RouterRoutes(
            table,
            MarketplaceSchema.schema(),
            RouterTimes.of(front.deadline()),
            clock(),
            metrics.read(table));
    List<Route> routes = new ArrayList<>(router.routes());
    routes.addAll(MarketRoutes.health(readiness));
    routes.addAll(HomeRoutes.of());
    try (ApiServer server = new ApiServer(routes, key -> null, settings)) {
      metrics.readLostLines(logs::lost);
      metrics.read(server, readiness);
      server.observe(metrics);
      logOptions.observe(server);
      start(server);
      ApiServer admin = adminPort.start(metrics, readiness);
      router.poll().start();
      server.ready();
      Runtime.getRuntime()
          .addShutdownHook(new Thread(() -> stop(readiness, drain, router, server, admin, logs), "stop"));
      context
          .out()
          .println(
              "Routing to "
                  + table.size()
                  + " shards on "
                  + (tls.areGiven() ? "https" : "http")
                  + "://"
                  + host
                  + ":"
                  + server.port());
      context.out().flush();
      server.join();
    }
    return ExitCode.OK;
  }

  private ShardAddresses addresses() {
    try {
      return ShardAddresses.parse(shards);
    } catch (IllegalArgumentException e) {
      throw invalid("--shard", String.valueOf(e.getMessage()));
    }
  }

  private ServerSettings settings() {
    if (port < 0 || port > MAX_PORT) {
      throw invalid("--port", "a port is a number from 0 to " + MAX_PORT + ", but got " + port);
    }
    return tls.applyTo(front.applyTo(ServerSettings.defaults().listeningOn(host, port)));
  }

  private DoubleSupplier clock() {
    if (now == null) {
      return () -> System.currentTimeMillis() / 1e3;
    }
    double fixed = now.doubleValue();
    return () -> fixed;
  }

  private void start(ApiServer server) {
    try {
      server.start();
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.ADDRESS,
          "can't listen on "
              + host
              + ":"
              + port
              + ": "
              + ServeCommand.reason(e, "--host", "--port"));
    }
  }

  /** Says in {@code /readyz} that the router stops, then stops. */
  private static void stop(
      Readiness readiness,
      Duration drain,
      RouterRoutes router,
      ApiServer server,
      @Nullable ApiServer admin,
      ServiceLogs logs) {
    readiness.add(() -> "the router is stopping");
    try {
      Thread.sleep(drain.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    server.close();
    router.poll().close();
    if (admin != null) {
      admin.close();
    }
    logs.close();
  }

  private ParameterException invalid(String option, String problem) {
    return new ParameterException(
        command.commandLine(), "Invalid value for option '" + option + "': " + problem);
  }
}
