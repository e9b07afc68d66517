package io.offerengine.server.http;

import io.offerengine.server.http.address.TrustedProxies;
import io.offerengine.server.http.limit.Client;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * The open connections of a server: their limits, and the time limit of request heads.
 *
 * <p>A connection beyond a limit is closed at once. Trusted proxies have no limit per address,
 * since they bring the connections of many clients.
 *
 * <p>The head of a request must be complete within the head time: from the opening of a new
 * connection, or from the first bytes after an earlier request. Otherwise the connection is closed.
 * A check runs four times per head time, so a head may take a quarter longer.
 *
 * <p><b>Threads.</b> Safe for all.
 */
final class Connections implements Connection.Listener, HttpConfiguration.Customizer {
  private static final int CHECKS_PER_HEAD_TIME = 4;

  private final int limit;
  private final int limitPerAddress;
  private final long headNanos;
  private final TrustedProxies proxies;
  private final AtomicInteger open = new AtomicInteger();
  private final AtomicLong refused = new AtomicLong();
  private final Map<Client, Integer> openByAddress = new ConcurrentHashMap<>();
  private final Map<Connection, Client> addresses = new ConcurrentHashMap<>();
  private final Map<Connection, Heads> heads = new ConcurrentHashMap<>();

  /** Which requests a connection has begun and ended. */
  private static final class Heads {
    private final AtomicLong begun = new AtomicLong();
    private final AtomicLong ended = new AtomicLong();
    private volatile long bytesRead;

    /** When the wait for a head began; only the check uses these two. */
    private long since = System.nanoTime();

    private boolean isWaiting = true;

    private void end(Connection connection) {
      bytesRead = connection.getBytesIn();
      ended.incrementAndGet();
    }

    /** Returns for how long a head has been arriving, in nanoseconds; 0 if none is. */
    private long nanosOfHead(Connection connection, long now) {
      boolean isRunning = begun.get() != ended.get();
      boolean isFresh = begun.get() == 0;
      if (isRunning || (!isFresh && connection.getBytesIn() == bytesRead)) {
        isWaiting = false;
        return 0;
      }
      if (!isWaiting) {
        isWaiting = true;
        since = now;
      }
      return now - since;
    }
  }

  Connections(ServerSettings settings) {
    limit = settings.connectionLimit;
    limitPerAddress = settings.addressConnectionLimit;
    headNanos = settings.headTime.toNanos();
    proxies = new TrustedProxies(settings.trustedProxies);
  }

  /** Checks the heads from now on, until the scheduler stops. */
  void watch(Scheduler scheduler) {
    scheduler.schedule(
        () -> {
          closeSlow();
          watch(scheduler);
        },
        headNanos / CHECKS_PER_HEAD_TIME,
        TimeUnit.NANOSECONDS);
  }

  private void closeSlow() {
    long now = System.nanoTime();
    heads.forEach((connection, state) -> {
      if (state.nanosOfHead(connection, now) > headNanos) {
        Duration time = Duration.ofNanos(headNanos);
        connection.getEndPoint().close(new TimeoutException("no head of a request within " + time));
      }
    });
  }

  @Override
  public void onOpened(Connection connection) {
    if (!(connection instanceof SslConnection)) {
      heads.put(connection, new Heads());
    }
    if (!isSocket(connection)) {
      return;
    }
    InetAddress peer = TrustedProxies.address(connection.getEndPoint().getRemoteSocketAddress());
    Client address = Client.ofAddress(peer);
    addresses.put(connection, address);
    int ofAll = open.incrementAndGet();
    int ofAddress = openByAddress.merge(address, 1, Integer::sum);
    boolean isOneTooMany =
        ofAddress > limitPerAddress && limitPerAddress > 0 && !proxies.isTrusted(peer);
    if (isOneTooMany || (ofAll > limit && limit > 0)) {
      refused.incrementAndGet();
      connection.getEndPoint().close();
    }
  }

  @Override
  public void onClosed(Connection connection) {
    heads.remove(connection);
    // A closed socket does not know its peer any more.
    Client address = addresses.remove(connection);
    if (address != null) {
      openByAddress.computeIfPresent(address, (same, count) -> count == 1 ? null : count - 1);
      open.decrementAndGet();
    }
  }

  /** Tells a connection of plain HTTP or TLS from the one of HTTP inside TLS. */
  private static boolean isSocket(Connection connection) {
    return connection.getEndPoint() instanceof SocketChannelEndPoint;
  }

  /** Notes that the head of a request is complete. */
  @Override
  public Request customize(Request request, HttpFields.Mutable responseHeaders) {
    Connection connection = request.getConnectionMetaData().getConnection();
    Heads state = heads.get(connection);
    if (state != null) {
      state.begun.incrementAndGet();
      Request.addCompletionListener(request, failure -> state.end(connection));
    }
    return request;
  }

  /** Returns how many connections are open. */
  int open() {
    return open.get();
  }

  /** Returns how many connections were closed since they were beyond a limit. */
  long refused() {
    return refused.get();
  }
}
