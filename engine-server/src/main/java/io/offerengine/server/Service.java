package io.offerengine.server;

import io.offerengine.server.admin.AdminRoutes;
import io.offerengine.server.admin.BatchWriter;
import io.offerengine.server.admin.LedgerRoutes;
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
import io.offerengine.server.log.AccessLog;
import io.offerengine.server.log.AuditLog;
import io.offerengine.server.log.LogRoutes;
import io.offerengine.server.log.ServiceLogs;
import io.offerengine.server.market.AccountRoutes;
import io.offerengine.server.market.HomeRoutes;
import io.offerengine.server.market.InvoiceRoutes;
import io.offerengine.server.market.ListLimits;
import io.offerengine.server.market.MarketRoutes;
import io.offerengine.server.market.TemplateRoutes;
import io.offerengine.server.metrics.Figures;
import io.offerengine.server.metrics.ServiceMetrics;
import io.offerengine.server.templates.SecretRewrite.Passwords;
import io.offerengine.server.templates.TemplateRegistry;
import java.io.IOException;
import java.io.PrintStream;
import java.net.BindException;
import java.nio.channels.UnresolvedAddressException;
import java.util.ArrayList;
import java.util.List;
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
    try (ServiceStore store = ServiceStore.open(options);
        MergeThread merges = new MergeThread();
        ServiceOffers offers = ServiceOffers.of(options, store.database(), merges);
        ServiceAlerts alerts = new ServiceAlerts(options, store.database(), offers, merges)) {
      KeyRegistry keys = new KeyRegistry(store.database(), options.userKeys());
      KeyRing ring = options.key() == null ? keys : options.key().or(keys);
      List<Route> routes = routes(store, offers, alerts, keys, logs);
      try (ApiServer server = new ApiServer(routes, ring, options.server())) {
        watch(server, store, offers, alerts, logs);
        listen(server, options.server(), "--host", "--port");
        readiness.add(() -> server.isReady() ? null : "the service is starting");
        ApiServer admin = admin();
        onStop(alerts, server, offers, merges, store, admin, logs);
        ServiceOffers.Start start = offers.load();
        alerts.start();
        server.ready();
        Passwords passwords = store.rewrite();
        out.print(StartMessage.of(options, server, admin, start, passwords, firstKey(keys)));
        out.flush();
        server.join();
      }
    }
  }

  /** Tells metrics, logs and {@code /readyz} what to look at. */
  private void watch(
      ApiServer server,
      ServiceStore store,
      ServiceOffers offers,
      ServiceAlerts alerts,
      ServiceLogs logs) {
    offers.watch(readiness, metrics);
    metrics.readLostLines(logs::lost);
    metrics.read(() -> Figures.of(offers));
    metrics.read(() -> Figures.of(alerts.finder()));
    metrics.read(() -> Figures.of(server, readiness, store.database()));
    server.observe(metrics);
    server.observe(new AuditLog());
    if (options.logsRequests()) {
      server.observe(new AccessLog());
    }
  }

  /**
   * Starts a second address that only operators reach: it answers with metrics and health, and asks
   * for no key.
   *
   * @return null if there is no such address
   */
  private @Nullable ApiServer admin() {
    ServerSettings settings = options.admin();
    if (settings == null) {
      return null;
    }
    List<Route> routes = new ArrayList<>(MarketRoutes.health(readiness));
    routes.addAll(metrics.openRoutes());
    ApiServer server = new ApiServer(routes, key -> null, settings);
    listen(server, settings, "--admin-listen", "--admin-listen");
    server.ready();
    return server;
  }

  /**
   * When the process is told to stop: says so in {@code /readyz}, goes on until the proxy has
   * noticed, and closes the parts in this order. The process ends without the command's thread.
   */
  private void onStop(@Nullable AutoCloseable... parts) {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(parts), "stop"));
  }

  private void stop(@Nullable AutoCloseable... parts) {
    readiness.add(() -> "the service is stopping");
    try {
      Thread.sleep(options.drain().toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
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
      ServiceOffers offers,
      ServiceAlerts alerts,
      KeyRegistry keys,
      ServiceLogs logs) {
    SqlLedger ledger = new SqlLedger(store.database());
    TemplateRegistry templates =
        new TemplateRegistry(
            store.database(), store.secret(), offers.schema(), options.templates());
    ListLimits lists = ListLimits.defaults();
    List<Route> routes =
        new ArrayList<>(MarketRoutes.of(offers, offers.versions(), readiness, metrics::searched));
    routes.addAll(alerts.routes(offers, templates));
    routes.addAll(InvoiceRoutes.of(ledger, options.billingClock(), lists));
    routes.addAll(AccountRoutes.of(keys, ledger, lists));
    routes.addAll(TemplateRoutes.of(templates, offers.schema(), lists));
    routes.addAll(
        offers.changing(AdminRoutes.of(offers, options.ingests(), counted(offers.writer()))));
    routes.addAll(metrics.routes());
    routes.addAll(LogRoutes.of(logs));
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
          "can't listen on "
              + settings.host()
              + ":"
              + settings.port()
              + ": "
              + reason(e, hostOption, portOption));
    }
  }

  private static String reason(IOException failure, String hostOption, String portOption) {
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
