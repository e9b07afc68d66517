package io.offerengine.server;

import io.offerengine.schema.TimeKey;
import io.offerengine.server.admin.AdminRoutes;
import io.offerengine.server.admin.BatchWriter;
import io.offerengine.server.admin.LedgerRoutes;
import io.offerengine.server.alerts.AlertFinder;
import io.offerengine.server.alerts.AlertLimits;
import io.offerengine.server.alerts.AlertLog;
import io.offerengine.server.alerts.SavedSearchRegistry;
import io.offerengine.server.alerts.WatchedLog;
import io.offerengine.server.cli.CommandFailure;
import io.offerengine.server.cli.ExitCode;
import io.offerengine.server.http.ApiServer;
import io.offerengine.server.http.Readiness;
import io.offerengine.server.http.Route;
import io.offerengine.server.http.ServerSettings;
import io.offerengine.server.invoices.SqlLedger;
import io.offerengine.server.keys.KeyRegistry;
import io.offerengine.server.keys.KeyRing;
import io.offerengine.server.keys.KeyTerms;
import io.offerengine.server.log.RequestLogs;
import io.offerengine.server.log.ServiceLogs;
import io.offerengine.server.market.AccountRoutes;
import io.offerengine.server.market.HomeRoutes;
import io.offerengine.server.market.InvoiceRoutes;
import io.offerengine.server.market.ListLimits;
import io.offerengine.server.market.MarketRoutes;
import io.offerengine.server.market.SavedSearchRoutes;
import io.offerengine.server.market.TemplateRoutes;
import io.offerengine.server.metrics.Figures;
import io.offerengine.server.metrics.ServiceMetrics;
import io.offerengine.server.store.Database;
import io.offerengine.server.templates.SecretRewrite.Passwords;
import io.offerengine.server.templates.TemplateRegistry;
import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.net.BindException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A service, from its options to a server that answers until the process is stopped. */
final class Service {
  private static final Logger LOG = LoggerFactory.getLogger(Service.class);

  private final ServeOptions options;
  private final PrintStream out;
  private final Readiness readiness = new Readiness();
  private final ServiceMetrics metrics = new ServiceMetrics();

  /**
   * Creates a service that does not run.
   *
   * @param out gets what people are told at the start
   */
  Service(ServeOptions options, PrintStream out) {
    this.options = options;
    this.out = out;
  }

  /**
   * Opens all parts, listens, loads the offers and answers. If a part can't be opened, those before
   * it are closed.
   *
   * @throws CommandFailure if a part can't be opened
   */
  void run() throws InterruptedException {
    ServiceLogs logs = new ServiceLogs(options.logFormat(), options.logLevel());
    ServerSettings operators = options.admin();
    try (ApiServer admin = operators == null ? null : admin(operators);
        ServiceStore store = ServiceStore.open(options);
        MergeThread merges = new MergeThread();
        ServiceOffers<?> offers = ServiceOffers.of(options, store.database(), merges)) {
      Database database = store.database();
      WatchedLog changes = offers.changes();
      AlertLimits limits = options.alerts();
      SavedSearchRegistry searches =
          new SavedSearchRegistry(database, changes, offers.schema(), limits, merges);
      AlertLog alerts = new AlertLog(database);
      KeyRegistry keys = new KeyRegistry(database, options.userKeys());
      KeyRing ring = options.key() == null ? keys : options.key().or(keys);
      List<Route> routes = routes(store, offers, searches, alerts, keys, logs);
      try (AlertFinder finder =
              new AlertFinder(database, changes, searches, alerts, limits, alertClock());
          ApiServer server = new ApiServer(routes, ring, options.server())) {
        watch(server, store, offers, finder, logs);
        listen(server, options.server(), "--host", "--port");
        readiness.add(() -> server.isReady() ? null : "the service is starting");
        if (admin != null && operators != null) {
          listen(admin, operators, "--admin-listen", "--admin-listen");
          admin.ready();
        }
        // The finder wakes the requests that wait.
        onStop(server::isReady, finder, server, offers, merges, store, admin, logs);
        ServiceOffers.Start start = offers.load();
        finder.start();
        Passwords passwords = store.rewrite();
        String firstKey = firstKey(keys);
        server.ready();
        out.print(StartMessage.of(options, server, admin, start, passwords, firstKey));
        out.flush();
        server.join();
      }
    }
  }

  /** Returns what makes the time of an alert from that of its batch. */
  private UnaryOperator<Instant> alertClock() {
    BigDecimal fixed = options.clock();
    return fixed == null
        ? time -> time.truncatedTo(ChronoUnit.MILLIS)
        : time -> TimeKey.ofSeconds(fixed.doubleValue());
  }

  /** Tells metrics, logs and {@code /readyz} what to look at. */
  private void watch(
      ApiServer server,
      ServiceStore store,
      ServiceOffers<?> offers,
      AlertFinder finder,
      ServiceLogs logs) {
    offers.watch(readiness, metrics);
    metrics.readLostLines(logs::lost);
    metrics.read(() -> Figures.of(offers));
    metrics.read(() -> Figures.of(finder));
    metrics.read(() -> Figures.of(server, readiness, store.database()));
    server.observe(metrics::ended);
    server.observe(RequestLogs::audit);
    if (options.logsRequests()) {
      server.observe(RequestLogs::access);
    }
  }

  /**
   * Returns the server of a second address that only operators reach: it answers with metrics and
   * health, and asks for no key.
   */
  private ApiServer admin(ServerSettings settings) {
    List<Route> routes = new ArrayList<>(MarketRoutes.health(readiness));
    routes.addAll(metrics.openRoutes());
    return new ApiServer(routes, key -> null, settings);
  }

  /**
   * When the process is told to stop: says so in {@code /readyz}, goes on until the proxy has
   * noticed, and closes the parts in this order. The process ends without the command's thread.
   *
   * @param isReady whether there are requests to go on with; a start that fails ends at once
   */
  private void onStop(BooleanSupplier isReady, @Nullable AutoCloseable... parts) {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(isReady, parts), "stop"));
  }

  private void stop(BooleanSupplier isReady, @Nullable AutoCloseable... parts) {
    readiness.add(() -> "the service is stopping");
    if (isReady.getAsBoolean()) {
      drain();
    }
    for (AutoCloseable part : parts) {
      try {
        if (part != null) {
          part.close();
        }
      } catch (Exception e) {
        LOG.warn("{} was not closed", part.getClass().getSimpleName(), e);
      }
    }
  }

  private void drain() {
    try {
      Thread.sleep(options.drain().toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Makes an administrator's key if there is no key at all, so that somebody can use the service.
   *
   * @return the key; null if there was one
   */
  private @Nullable String firstKey(KeyRegistry keys) {
    return options.key() == null && keys.list().isEmpty()
        ? keys.createFirst(KeyTerms.of(ServeArguments.FIRST_USER, true))
        : null;
  }

  private List<Route> routes(
      ServiceStore store,
      ServiceOffers<?> offers,
      SavedSearchRegistry searches,
      AlertLog alerts,
      KeyRegistry keys,
      ServiceLogs logs) {
    SqlLedger ledger = new SqlLedger(store.database());
    TemplateRegistry templates =
        new TemplateRegistry(
            store.database(), store.secret(), offers.schema(), options.templates());
    ListLimits lists = ListLimits.defaults();
    List<Route> routes =
        new ArrayList<>(MarketRoutes.of(offers, offers.versions(), readiness, metrics::searched));
    routes.addAll(SavedSearchRoutes.of(offers, searches, alerts, templates, options.alerts()));
    routes.addAll(InvoiceRoutes.of(ledger, options.billingClock(), lists));
    routes.addAll(AccountRoutes.of(keys, ledger, lists));
    routes.addAll(TemplateRoutes.of(templates, offers.schema(), lists));
    routes.addAll(
        offers.changing(AdminRoutes.of(offers, options.ingests(), counted(offers.writer()))));
    routes.addAll(metrics.routes());
    routes.addAll(logs.routes());
    routes.addAll(LedgerRoutes.of(ledger));
    routes.addAll(HomeRoutes.of());
    return options.isPublic() ? MarketRoutes.withPublicSearch(routes) : routes;
  }

  private BatchWriter counted(BatchWriter writer) {
    return batch -> {
      long version = writer.apply(batch);
      metrics.changed(batch.size());
      return version;
    };
  }

  /**
   * Starts to listen.
   *
   * @param hostOption the option that names the host, for the error
   * @param portOption the option that names the port
   */
  private static void listen(
      ApiServer server, ServerSettings settings, String hostOption, String portOption) {
    try {
      server.start();
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.ADDRESS,
          "can't listen on %s:%s: %s"
              .formatted(settings.host, settings.port, reason(e, hostOption, portOption)));
    }
  }

  private static String reason(IOException failure, String hostOption, String portOption) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof UnresolvedAddressException) {
        return "no such host; check " + hostOption;
      }
      if (cause instanceof BindException) {
        return "%s; choose another port with %s, or 0 for any that is free"
            .formatted(cause.getMessage(), portOption);
      }
    }
    return failure.getMessage()
        + "; check "
        + (hostOption.equals(portOption) ? hostOption : hostOption + " and " + portOption);
  }
}
