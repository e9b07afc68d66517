package io.offerengine.server;

import io.offerengine.server.admin.AdminRoutes;
import io.offerengine.server.admin.BatchWriter;
import io.offerengine.server.admin.LedgerRoutes;
import io.offerengine.server.cli.CommandContext;
import io.offerengine.server.cli.CommandFailure;
import io.offerengine.server.cli.ExitCode;
import io.offerengine.server.cli.OfferOptions;
import io.offerengine.server.cli.SavedOffersOption;
import io.offerengine.server.cli.SecretOptions;
import io.offerengine.server.cli.StoreOptions;
import io.offerengine.server.cli.TopicOptions;
import io.offerengine.server.cli.TopicOptions.Topic;
import io.offerengine.server.config.CheckedCommand;
import io.offerengine.server.http.ApiServer;
import io.offerengine.server.http.Readiness;
import io.offerengine.server.http.Route;
import io.offerengine.server.http.ServerSettings;
import io.offerengine.server.invoices.SqlLedger;
import io.offerengine.server.keys.KeyRing;
import io.offerengine.server.log.LogRoutes;
import io.offerengine.server.log.ServiceLogs;
import io.offerengine.server.market.AccountRoutes;
import io.offerengine.server.market.HomeRoutes;
import io.offerengine.server.market.InvoiceRoutes;
import io.offerengine.server.market.ListLimits;
import io.offerengine.server.market.MarketRoutes;
import io.offerengine.server.market.TemplateRoutes;
import io.offerengine.server.metrics.ServiceMetrics;
import io.offerengine.server.store.Database;
import io.offerengine.server.templates.TemplateRegistry;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.BindException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.Path;
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

/** The command {@code serve}: loads offers and answers requests until the process is stopped. */
@Command(
    name = "serve",
    description = "Serves offers over HTTP until the process is stopped.",
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "1:a fault of the program or the machine",
      "2:the command line or the environment is wrong",
      "3:the offers can't be read",
      "5:the address can't be listened on",
      "6:the database can't be used",
      "130, 143:stopped by SIGINT or SIGTERM, after running requests finished"
    },
    footerHeading = "%nEnvironment:%n",
    footer = {
      "  OFFER_ENGINE_API_KEY  an administrator's key of user 1",
      "  OFFER_ENGINE_SECRET   the secret that encrypts passwords",
      "  Every option has a variable too: OFFER_ENGINE_USER_RATE for --user-rate,",
      "  and is a key of the configuration file, such as \"user-rate: 10\".",
      "",
      "Examples:",
      "  The packaged sample, on port 8080 of this machine alone; nothing is stored:",
      "    java -jar engine-server.jar serve",
      "  Your own offers, stored with all later changes, for other machines too:",
      "    java -jar engine-server.jar serve --data market --offers offers.ndjson \\",
      "      --host 0.0.0.0",
      "  The same market again, after a stop:",
      "    java -jar engine-server.jar serve --data market --host 0.0.0.0",
      "  More offers while the service runs:",
      "    curl -T offers.ndjson -H \"Authorization: Bearer $OFFER_ENGINE_API_KEY\" \\",
      "      http://127.0.0.1:8080/admin/offers"
    })
final class ServeCommand implements Callable<Integer>, CheckedCommand {
  private static final int MAX_PORT = 65_535;

  private final CommandContext context;

  @Mixin private final OfferOptions options = new OfferOptions();

  @Mixin private final StoreOptions storeOptions = new StoreOptions();

  @Mixin private final SavedOffersOption savedOffers = new SavedOffersOption();

  @Mixin private final AgeOption age = new AgeOption();

  @Mixin private final TopicOptions topicOptions = new TopicOptions();

  @Mixin private final SecretOptions secret = new SecretOptions();

  @Mixin private final FrontOptions front = new FrontOptions();

  @Mixin private final LimitOptions limits = new LimitOptions();

  @Mixin private final AlertOptions alertOptions = new AlertOptions();

  @Mixin private final PublicOptions publicSearch = new PublicOptions();

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

  @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
  @Spec
  private CommandSpec command;

  ServeCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public List<Runnable> checks() {
    ServerSettings defaults = ServerSettings.defaults();
    List<Runnable> checks = new ArrayList<>(front.checks());
    checks.addAll(limits.checks());
    checks.addAll(
        List.of(
            this::requirePort,
            () -> publicSearch.applyTo(defaults),
            () -> tls.applyTo(defaults),
            adminPort::settings,
            () -> age.check(storeOptions),
            () -> topicOptions.check(storeOptions, options),
            () -> savedOffers.check(storeOptions, port, context.environment()),
            alertOptions::limits));
    return checks;
  }

  @Override
  public StoreOptions store() {
    return storeOptions;
  }

  @Override
  public SecretOptions secret() {
    return secret;
  }

  private void requirePort() {
    if (port < 0 || port > MAX_PORT) {
      throw new ParameterException(
          command.commandLine(),
          "Invalid value for option '--port': a port is a number from 0 to "
              + MAX_PORT
              + ", but got "
              + port);
    }
  }

  private ServerSettings settings() {
    ServerSettings listening =
        ServerSettings.defaults().listeningOn(host, port).withDeadline(front.deadline());
    return tls.applyTo(publicSearch.applyTo(limits.applyTo(front.applyTo(listening))));
  }

  @Override
  public Integer call() throws InterruptedException {
    checks().forEach(Runnable::run);
    ServerSettings settings = settings();
    ServiceLogs logs = logOptions.open();
    KeyRing given = ServiceKeys.given(context.environment());
    try (ServiceStore store = ServiceStore.open(storeOptions, context.environment(), secret)) {
      serve(store, ServiceKeys.of(given, store, limits.keysPerUser()), settings, logs);
    }
    return ExitCode.OK;
  }

  private void serve(
      ServiceStore store, ServiceKeys keys, ServerSettings settings, ServiceLogs logs)
      throws InterruptedException {
    BigDecimal fixed = store.isLasting() ? options.givenClock() : options.fixedClock();
    Readiness readiness = new Readiness();
    ServiceMetrics metrics = new ServiceMetrics();
    try (MergeThread merges = new MergeThread();
        ServiceOffers offers = offers(store, merges);
        ServiceAlerts alerts = alerts(store, offers, merges, fixed);
        ApiServer server =
            new ApiServer(
                routes(offers, store, keys, alerts, readiness, metrics, logs),
                keys.ring(),
                settings)) {
      offers.watch(readiness, metrics);
      metrics.readLostLines(logs::lost);
      metrics.read(offers);
      metrics.read(alerts.finder());
      metrics.read(server, readiness, store.database());
      observe(server, metrics);
      start(server);
      readiness.add(() -> server.isReady() ? null : "the service is starting");
      ApiServer admin = adminPort.start(metrics, readiness);
      Runnable stop =
          () -> {
            drain(readiness);
            stop(alerts, server, offers, merges, store);
            close(admin, logs);
          };
      Runtime.getRuntime().addShutdownHook(new Thread(stop, "stop"));
      ServiceOffers.Start served = offers.load(limits.applyTo(options.engine(fixed)));
      alerts.start();
      server.ready();
      new StartMessage(tls.areGiven() ? "https" : "http", host, server.port())
          .offers(served.loaded(), served.source())
          .skippedFile(served.skippedFile())
          .clock(fixed, !store.isLasting() && options.source().isSample())
          .store(store.isLasting() ? storeOptions.describe() : null)
          .passwords(store.rewrite())
          .metrics(adminPort.host(), admin == null ? 0 : admin.port())
          .key(keys.makeFirst(), store.isLasting())
          .print(context.out());
      server.join();
    }
  }

  private ServiceOffers offers(ServiceStore store, MergeThread merges) {
    Path files = savedOffers.directory(storeOptions, port, context.environment());
    Topic topic = topicOptions.topic();
    if (topic != null) {
      return new TopicOffers(topic, files, age.bound(), merges, store.database());
    }
    return store.isLasting()
        ? new DurableOffers(
            store.database(), storeOptions.describe(), options, files, age.bound(), merges)
        : new MemoryOffers(options, merges, store.database());
  }

  private ServiceAlerts alerts(
      ServiceStore store, ServiceOffers offers, MergeThread merges, @Nullable BigDecimal fixed) {
    return new ServiceAlerts(
        store, offers.changes(), offers.schema(), alertOptions.limits(), merges, fixed);
  }

  /** Says in {@code /readyz} that the service stops, and goes on until its proxy has noticed. */
  private void drain(Readiness readiness) {
    readiness.add(() -> "the service is stopping");
    try {
      Thread.sleep(front.drain().toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Closes all in this order. The process ends without the command's thread. */
  private static void stop(
      ServiceAlerts alerts,
      ApiServer server,
      ServiceOffers offers,
      MergeThread merges,
      ServiceStore store) {
    alerts.close();
    server.close();
    offers.close();
    merges.close();
    store.close();
  }

  private void observe(ApiServer server, ServiceMetrics metrics) {
    server.observe(metrics);
    logOptions.observe(server);
  }

  private static void close(@Nullable ApiServer admin, ServiceLogs logs) {
    if (admin != null) {
      admin.close();
    }
    logs.close();
  }

  private List<Route> routes(
      ServiceOffers offers,
      ServiceStore store,
      ServiceKeys keys,
      ServiceAlerts alerts,
      Readiness readiness,
      ServiceMetrics metrics,
      ServiceLogs logs) {
    Database database = store.database();
    SqlLedger ledger = new SqlLedger(database);
    TemplateRegistry templates =
        new TemplateRegistry(database, store.secret(), offers.schema(), limits.templates());
    List<Route> routes =
        new ArrayList<>(MarketRoutes.of(offers, offers.versions(), readiness, metrics::searched));
    routes.addAll(alerts.routes(offers, templates));
    ListLimits lists = ListLimits.defaults();
    routes.addAll(InvoiceRoutes.of(ledger, billingClock(), lists));
    routes.addAll(AccountRoutes.of(keys.registry(), ledger, lists));
    routes.addAll(TemplateRoutes.of(templates, offers.schema(), lists));
    routes.addAll(
        offers.changing(
            AdminRoutes.of(offers, limits.ingest(), counted(offers.writer(), metrics))));
    routes.addAll(metrics.routes());
    routes.addAll(LogRoutes.of(logs));
    routes.addAll(LedgerRoutes.of(ledger));
    routes.addAll(HomeRoutes.of());
    return publicSearch.applyTo(routes);
  }

  private static BatchWriter counted(BatchWriter writer, ServiceMetrics metrics) {
    return batch -> {
      long version = writer.apply(batch);
      metrics.changed(batch.size());
      return version;
    };
  }

  /**
   * Returns the clock of invoices: the clock of {@code --now}, otherwise the system's. The sample's
   * instant is for offers only.
   */
  private DoubleSupplier billingClock() {
    BigDecimal fixed = options.givenClock();
    double seconds = fixed == null ? 0 : fixed.doubleValue();
    return fixed == null ? () -> System.currentTimeMillis() / 1e3 : () -> seconds;
  }

  private void start(ApiServer server) {
    try {
      server.start();
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.ADDRESS,
          "can't listen on " + host + ":" + port + ": " + reason(e, "--host", "--port"));
    }
  }

  /** Returns why an address can't be listened on, with the options that name it. */
  static String reason(IOException failure, String hostOption, String portOption) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof UnresolvedAddressException) {
        return "no such host; check " + hostOption;
      }
      if (cause instanceof BindException) {
        return cause.getMessage()
            + "; choose another port with "
            + portOption
            + ", or 0 for any that is free";
      }
    }
    return failure.getMessage()
        + "; check "
        + (hostOption.equals(portOption) ? hostOption : hostOption + " and " + portOption);
  }
}
