package io.offerengine.server.http;

import io.offerengine.server.http.tls.Tls;
import io.offerengine.server.http.tls.TlsFiles;
import io.offerengine.server.keys.KeyRing;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.io.ArrayByteBufferPool;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.RequestLog;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An HTTP server for a list of routes.
 *
 * <p>After {@link #start} the server listens and answers 503, so that a load balancer can watch it.
 * After {@link #ready} the server answers requests. {@link #close} stops the server: new requests
 * are refused, running ones finish.
 *
 * <p><b>Threads.</b> Safe for all.
 */
public final class ApiServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ApiServer.class);

  /** The threads beside those that run requests: they accept connections and refuse requests. */
  private static final int SPARE_THREADS = 16;

  private static final int MIN_THREADS = 8;
  private static final int THREAD_IDLE_MILLIS = 60_000;

  /** Room for a query of many thousand characters in the URL, and for the longest cursor. */
  private static final int MAX_HEADER_BYTES = 64 << 10;

  /**
   * The size of the kernel's buffer for a connection's answers. Otherwise the kernel buffers up to
   * several megabytes for each client that does not read.
   */
  private static final int SEND_BUFFER_BYTES = 256 << 10;

  /** How many connections may wait until they are accepted; the system may allow fewer. */
  private static final int ACCEPT_QUEUE = 1024;

  /** How long {@link #close} waits for running requests. */
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(30);

  /** How often the files of TLS are looked at. */
  private static final Duration TLS_CHECK_INTERVAL = Duration.ofSeconds(2);

  /** Lines end with CR and LF. Proxies that read a bare LF in another way could be deceived. */
  private static final HttpCompliance COMPLIANCE =
      HttpCompliance.RFC9110.without(
          "no bare line feeds",
          HttpCompliance.Violation.LF_HEADER_TERMINATION,
          HttpCompliance.Violation.LF_CHUNK_TERMINATION);

  /** Slashes that follow each other are taken: {@link ApiHandler} makes one of them. */
  private static final UriCompliance URIS =
      UriCompliance.DEFAULT.with("empty segments", UriCompliance.Violation.AMBIGUOUS_EMPTY_SEGMENT);

  private final ArrayByteBufferPool buffers = PreparedBody.pool();
  private final Server server;
  private final ServerConnector connector;
  private final Connections connections;
  private final ApiHandler answers;
  private final GracefulHandler running;
  private final @Nullable TlsFiles tls;
  private volatile boolean ready;

  /** Creates a server that does not listen yet. */
  public ApiServer(List<Route> routes, KeyRing keys, ServerSettings settings) {
    this(routes, keys, settings, System::nanoTime);
  }

  /**
   * Creates a server with a clock for its limits.
   *
   * @param nanoTime a clock in nanoseconds from any origin that never goes back
   */
  ApiServer(List<Route> routes, KeyRing keys, ServerSettings settings, LongSupplier nanoTime) {
    server = new Server(threads(settings.requestLimit + ownSlots(routes)), null, buffers);
    connections = new Connections(settings);
    connector =
        new ServerConnector(server, 1, -1, new HttpConnectionFactory(configuration(connections)));
    connector.addBean(connections);
    server.addBean(connections);
    connector.setHost(settings.host);
    connector.setPort(settings.port);
    connector.setAcceptedSendBufferSize(SEND_BUFFER_BYTES);
    connector.setAcceptQueueSize(ACCEPT_QUEUE);
    server.addConnector(connector);
    answers = new ApiHandler(routes, keys, () -> ready, settings, nanoTime);
    server.addBean(answers.bytesInFlight);
    running = new GracefulHandler(GzipResponses.of(answers));
    server.setHandler(running);
    server.setErrorHandler(new JettyErrors());
    tls = settings.tls;
  }

  /** Returns how many requests may run beside those of the limit. */
  private static int ownSlots(List<Route> routes) {
    return routes.stream()
        .map(route -> route.gate().own())
        .filter(Objects::nonNull)
        .distinct()
        .mapToInt(slots -> (int) slots.capacity())
        .sum();
  }

  private static QueuedThreadPool threads(int requestLimit) {
    QueuedThreadPool threads =
        new QueuedThreadPool(requestLimit + SPARE_THREADS, MIN_THREADS, THREAD_IDLE_MILLIS);
    threads.setName("api");
    return threads;
  }

  private static HttpConfiguration configuration(Connections connections) {
    HttpConfiguration configuration = new HttpConfiguration();
    configuration.addCustomizer(connections);
    configuration.setRequestHeaderSize(MAX_HEADER_BYTES);
    configuration.setMaxResponseHeaderSize(MAX_HEADER_BYTES);
    configuration.setSendServerVersion(false);
    // A header that differs from the last one of its connection by case alone is another header.
    configuration.setHeaderCacheCaseSensitive(true);
    configuration.setHttpCompliance(COMPLIANCE);
    configuration.setUriCompliance(URIS);
    return configuration;
  }

  /**
   * Tells an observer of every request that ends from now on, also of those that are refused. Call
   * it before {@link #start}.
   *
   * @param observer called on the server's threads, for several requests at once; a call delays the
   *     next request of the same connection, and what it throws is logged
   */
  public void observe(Consumer<EndedRequest> observer) {
    RequestLog others = server.getRequestLog();
    RequestLog added =
        (request, response) -> {
          try {
            observer.accept(RequestTrace.of(request).end(request, response));
          } catch (RuntimeException e) {
            LOG.error("An observer of requests failed", e);
          }
        };
    server.setRequestLog(others == null ? added : new RequestLog.Collection(others, added));
  }

  /**
   * Starts to listen.
   *
   * @throws IOException if the host is unknown, if the port is in use, or if the files of TLS can't
   *     be used
   */
  public void start() throws IOException {
    try {
      Tls encryption = encrypt();
      server.start();
      if (encryption != null) {
        encryption.watch(connector.getScheduler());
      }
      connections.watch(connector.getScheduler());
    } catch (Exception e) {
      close();
      throw e instanceof IOException failure ? failure : new IOException(e);
    }
  }

  /** Puts TLS before HTTP, if the settings have its files. */
  private @Nullable Tls encrypt() throws IOException {
    if (tls == null) {
      return null;
    }
    Tls encryption = new Tls(tls, TLS_CHECK_INTERVAL);
    // There is one certificate and one site, so the names in a request choose nothing. Clients
    // check the certificate; a health check by address need not.
    boolean isHostChecked = false;
    connector
        .getConnectionFactory(HttpConnectionFactory.class)
        .getHttpConfiguration()
        .addCustomizer(new SecureRequestCustomizer(isHostChecked));
    connector.addFirstConnectionFactory(encryption.connections(HttpVersion.HTTP_1_1.asString()));
    return encryption;
  }

  /** Lets requests in: from now on they reach their endpoints. */
  public void ready() {
    ready = true;
  }

  /**
   * Returns the port that the server listens on. If the settings name port 0, this is the port that
   * the system chose.
   */
  public int port() {
    return connector.getLocalPort();
  }

  /** Returns whether the server answers requests: whether {@link #ready} was called. */
  public boolean isReady() {
    return ready;
  }

  /** Returns the memory that the server and its clients use now. */
  public ServerMemory memory() {
    return ServerMemory.of(server);
  }

  /** Returns how many slots of running requests there are. */
  public long slots() {
    return answers.slots.capacity();
  }

  /** Returns how many slots are taken. */
  public long slotsTaken() {
    return answers.slots.used();
  }

  /** Returns the pool of buffers for reading and sending. */
  ArrayByteBufferPool buffers() {
    return buffers;
  }

  /** Waits until the server has stopped. */
  public void join() throws InterruptedException {
    server.join();
  }

  /**
   * Stops the server: refuses new requests, waits for running ones up to the stop timeout, and
   * closes all connections.
   */
  @Override
  public void close() {
    // Jetty's own graceful stop also waits for idle connections.
    Future<?> finished =
        running.isStarted() ? running.shutdown() : CompletableFuture.completedFuture(null);
    connector.close();
    try {
      finished.get(STOP_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException e) {
      LOG.warn(
          "{} requests were cut off: they did not end in time", running.getCurrentRequestCount());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    LifeCycle.stop(server);
  }
}
