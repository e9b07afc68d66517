package io.offerengine.server.http;

import io.offerengine.server.http.address.AddressRange;
import io.offerengine.server.http.limit.Pace;
import io.offerengine.server.http.limit.RateLimit;
import io.offerengine.server.http.tls.TlsFiles;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The settings of an {@link ApiServer}.
 *
 * <p><b>Threads.</b> Immutable: every {@code with…} method returns a copy.
 */
public final class ServerSettings implements Cloneable {
  /** The default address: this machine alone. */
  public static final String DEFAULT_HOST = "127.0.0.1";

  /** The default limit of unknown keys per address: 20 at once, then one every 3 s. */
  public static final RateLimit DEFAULT_FAILURE_LIMIT = new RateLimit(20, Duration.ofSeconds(3));

  private static final int DEFAULT_CONNECTIONS = 8_192;
  private static final int DEFAULT_ADDRESS_CONNECTIONS = 1_024;
  private static final int DEFAULT_REQUEST_LIMIT = 64;
  private static final long SLOWEST_RATE = 16 << 10;
  private static final long MIN_BYTES = 1 << 20;

  private String host = DEFAULT_HOST;
  private int port;
  private @Nullable TlsFiles tls;

  /** How many requests may run at once; more are refused. */
  int requestLimit = DEFAULT_REQUEST_LIMIT;

  /** The pace of bodies that are read whole. */
  Pace bodyPace = new Pace(Duration.ofSeconds(5), SLOWEST_RATE, Duration.ofSeconds(30));

  /**
   * The pace of bodies that are read while they arrive. It counts the time in which the service
   * waits for the client, and starts again with every batch.
   */
  Pace streamPace = new Pace(Duration.ofSeconds(10), SLOWEST_RATE, Duration.ofMinutes(5));

  /** The time in which a client must read a part of an answer, which has up to 256 KiB. */
  Duration partTime = Duration.ofSeconds(20);

  /** The time in which a request must be computed; null for any time. */
  @Nullable Duration deadline;

  private long bytesInFlight = Math.max(MIN_BYTES, Runtime.getRuntime().maxMemory() / 4);

  /** How many unknown keys an address may try; null for no limit. */
  @Nullable RateLimit failureLimit = DEFAULT_FAILURE_LIMIT;

  /** How many requests a user may send; null for no limit. */
  @Nullable RateLimit userLimit;

  /** How many requests without a key an address may send; null for no limit. */
  @Nullable RateLimit keylessLimit;

  /** The proxies that say for whom they send a request. */
  List<AddressRange> trustedProxies = List.of();

  /** How many connections may be open; 0 for no limit. */
  int connectionLimit = DEFAULT_CONNECTIONS;

  /** How many connections an address may have open; 0 for no limit. */
  int addressConnectionLimit = DEFAULT_ADDRESS_CONNECTIONS;

  /** The time in which the head of a request must arrive. */
  Duration headTime = Duration.ofSeconds(20);

  private ServerSettings() {}

  /**
   * Returns the default settings: this machine alone, any free port, no limit of requests per user.
   */
  public static ServerSettings defaults() {
    return new ServerSettings();
  }

  /** Returns changed settings. */
  ServerSettings with(Consumer<ServerSettings> change) {
    try {
      ServerSettings copy = (ServerSettings) clone();
      change.accept(copy);
      return copy;
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }

  /** Returns the same settings with another address and port; port 0 is any free port. */
  public ServerSettings listeningOn(String address, int anotherPort) {
    return with(copy -> {
      copy.host = address;
      copy.port = anotherPort;
    });
  }

  /** Returns the same settings with TLS in place of plain HTTP. */
  public ServerSettings withTls(TlsFiles files) {
    return with(copy -> copy.tls = files);
  }

  /** Returns the same settings with another limit of requests that run at once. */
  public ServerSettings withRequestLimit(int requests) {
    return with(copy -> copy.requestLimit = requests);
  }

  /**
   * Returns the same settings with another time in which a request must be computed, after its body
   * has arrived. The endpoints that compute keep to it.
   *
   * @param time null for any time
   */
  public ServerSettings withDeadline(@Nullable Duration time) {
    return with(copy -> copy.deadline = time);
  }

  /**
   * Returns the same settings with another limit of the bytes of bodies that arrive and of answers
   * that are sent, of all clients together.
   */
  public ServerSettings withBytesInFlight(long bytes) {
    return with(copy -> copy.bytesInFlight = bytes);
  }

  /**
   * Returns the same settings with another limit of unknown keys per address.
   *
   * @param attempts null for no limit
   */
  public ServerSettings withFailureLimit(@Nullable RateLimit attempts) {
    return with(copy -> copy.failureLimit = attempts);
  }

  /**
   * Returns the same settings with another limit of requests per user. Routes without a key are not
   * limited.
   *
   * @param requests null for no limit
   */
  public ServerSettings withUserLimit(@Nullable RateLimit requests) {
    return with(copy -> copy.userLimit = requests);
  }

  /**
   * Returns the same settings with another limit of requests per address that have no key, on
   * routes that are public.
   *
   * @param requests null for no limit
   */
  public ServerSettings withKeylessLimit(@Nullable RateLimit requests) {
    return with(copy -> copy.keylessLimit = requests);
  }

  /**
   * Returns the same settings with other trusted proxies: they say in {@code Forwarded} or {@code
   * X-Forwarded-For} for whom they send a request.
   */
  public ServerSettings withTrustedProxies(List<AddressRange> proxies) {
    return with(copy -> copy.trustedProxies = List.copyOf(proxies));
  }

  /**
   * Returns the same settings with other limits of open connections; 0 sets no limit.
   *
   * @param ofAll the limit of all connections
   * @param ofAddress the limit of one address that is no trusted proxy
   */
  public ServerSettings withConnectionLimits(int ofAll, int ofAddress) {
    return with(copy -> {
      copy.connectionLimit = ofAll;
      copy.addressConnectionLimit = ofAddress;
    });
  }

  /** Returns the address to listen on. */
  public String host() {
    return host;
  }

  /** Returns the port to listen on; 0 for any free port. */
  public int port() {
    return port;
  }

  /** Returns the files of TLS; null for plain HTTP. */
  public @Nullable TlsFiles tls() {
    return tls;
  }

  /** Returns how many bytes of bodies and answers may be in memory. */
  public long bytesInFlight() {
    return bytesInFlight;
  }
}
