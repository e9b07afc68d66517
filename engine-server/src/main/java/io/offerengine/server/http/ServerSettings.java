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
 * <p><b>Threads.</b> Safe for all, as long as settings are changed by {@link #with} alone, which
 * changes a copy. A server reads its settings while it runs.
 */
public final class ServerSettings implements Cloneable {
  /** The default address: this machine alone. */
  public static final String DEFAULT_HOST = "127.0.0.1";

  /** The default limit of unknown keys per address: 20 at once, then one every 3 s. */
  public static final RateLimit DEFAULT_FAILURE_LIMIT = new RateLimit(20, Duration.ofSeconds(3));

  private static final long SLOWEST_RATE = 16 << 10;
  private static final long MIN_BYTES = 1 << 20;

  /** The address to listen on. */
  public String host = DEFAULT_HOST;

  /** The port to listen on; 0 for any free port. */
  public int port;

  /** The files of TLS; null for plain HTTP. */
  public @Nullable TlsFiles tls;

  /** How many requests may run at once; more are refused. */
  public int requestLimit = 64;

  /** The pace of bodies that are read whole. */
  Pace bodyPace = new Pace(Duration.ofSeconds(5), SLOWEST_RATE, Duration.ofSeconds(30));

  /**
   * The pace of bodies that are read while they arrive. It counts the time in which the service
   * waits for the client, and starts again with every batch.
   */
  Pace streamPace = new Pace(Duration.ofSeconds(10), SLOWEST_RATE, Duration.ofMinutes(5));

  /** The time in which a client must read a part of an answer, which has up to 256 KiB. */
  Duration partTime = Duration.ofSeconds(20);

  /**
   * The time in which a request must be computed, after its body has arrived; null for any time.
   * The endpoints that compute keep to it.
   */
  public @Nullable Duration deadline;

  /** How many bytes of bodies and answers, of all clients together, may be in memory. */
  public long bytesInFlight = Math.max(MIN_BYTES, Runtime.getRuntime().maxMemory() / 4);

  /** How many unknown keys an address may try; null for no limit. */
  public @Nullable RateLimit failureLimit = DEFAULT_FAILURE_LIMIT;

  /** How many requests a user may send on routes that require a key; null for no limit. */
  public @Nullable RateLimit userLimit;

  /** How many requests without a key an address may send on public routes; null for no limit. */
  public @Nullable RateLimit keylessLimit;

  /** The proxies that say in {@code Forwarded} or {@code X-Forwarded-For} for whom they send. */
  public List<AddressRange> trustedProxies = List.of();

  /** How many connections may be open; 0 for no limit. */
  public int connectionLimit = 8_192;

  /** How many connections an address that is no trusted proxy may have open; 0 for no limit. */
  public int addressConnectionLimit = 1_024;

  /** The time in which the head of a request must arrive. */
  Duration headTime = Duration.ofSeconds(20);

  private ServerSettings() {}

  /**
   * Returns the default settings: this machine alone, any free port, no limit of requests per user.
   */
  public static ServerSettings defaults() {
    return new ServerSettings();
  }

  /**
   * Returns changed settings.
   *
   * @param change changes the fields of a copy
   */
  public ServerSettings with(Consumer<ServerSettings> change) {
    try {
      ServerSettings copy = (ServerSettings) clone();
      change.accept(copy);
      return copy;
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }
}
