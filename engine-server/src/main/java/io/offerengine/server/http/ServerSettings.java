package io.offerengine.server.http;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The settings of an {@link ApiServer}.
 *
 * @param host the address to listen on
 * @param port the port to listen on; 0 for any free port
 * @param requestLimit how many requests may run at once; more are refused
 * @param stopTimeout how long {@link ApiServer#close} waits for running requests
 * @param bodyTime how long a body that is read whole may take to arrive
 * @param failureLimit how many unknown keys an address may try; null for no limit
 * @param keyLimit how many requests a key may send; null for no limit
 */
public record ServerSettings(
    String host,
    int port,
    int requestLimit,
    Duration stopTimeout,
    Duration bodyTime,
    @Nullable RateLimit failureLimit,
    @Nullable RateLimit keyLimit) {
  /** The default address: this machine alone. */
  public static final String DEFAULT_HOST = "127.0.0.1";

  /** The default limit of unknown keys per address: 20 at once, then one every 3 s. */
  public static final RateLimit DEFAULT_FAILURE_LIMIT = new RateLimit(20, Duration.ofSeconds(3));

  private static final int DEFAULT_REQUEST_LIMIT = 64;
  private static final Duration DEFAULT_STOP_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration DEFAULT_BODY_TIME = Duration.ofSeconds(10);

  /**
   * Returns the default settings: this machine alone, any free port, no limit of requests per key.
   */
  public static ServerSettings defaults() {
    return new ServerSettings(
        DEFAULT_HOST,
        0,
        DEFAULT_REQUEST_LIMIT,
        DEFAULT_STOP_TIMEOUT,
        DEFAULT_BODY_TIME,
        DEFAULT_FAILURE_LIMIT,
        null);
  }

  /** Returns the same settings with another address and port. */
  public ServerSettings listeningOn(String address, int anotherPort) {
    return new ServerSettings(
        address, anotherPort, requestLimit, stopTimeout, bodyTime, failureLimit, keyLimit);
  }

  /** Returns the same settings with another limit of requests that run at once. */
  public ServerSettings withRequestLimit(int requests) {
    return new ServerSettings(host, port, requests, stopTimeout, bodyTime, failureLimit, keyLimit);
  }

  /** Returns the same settings with another time for a body to arrive. */
  public ServerSettings withBodyTime(Duration time) {
    return new ServerSettings(host, port, requestLimit, stopTimeout, time, failureLimit, keyLimit);
  }

  /**
   * Returns the same settings with another limit of unknown keys per address.
   *
   * <p>The address is the peer of the connection. Behind a proxy all clients share one address, so
   * one attacker would block all of them: pass null, and let the proxy limit addresses.
   *
   * @param attempts null for no limit
   */
  public ServerSettings withFailureLimit(@Nullable RateLimit attempts) {
    return new ServerSettings(host, port, requestLimit, stopTimeout, bodyTime, attempts, keyLimit);
  }

  /**
   * Returns the same settings with another limit of requests per key. Routes without a key are not
   * limited.
   *
   * @param requests null for no limit
   */
  public ServerSettings withKeyLimit(@Nullable RateLimit requests) {
    return new ServerSettings(
        host, port, requestLimit, stopTimeout, bodyTime, failureLimit, requests);
  }
}
