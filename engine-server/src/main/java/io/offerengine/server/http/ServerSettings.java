package io.offerengine.server.http;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How an {@link ApiServer} serves.
 *
 * @param host the address to listen on
 * @param port the port to listen on; 0 for any that is free
 * @param requestLimit how many requests may run at once; more are refused
 * @param stopTimeout how long running requests may take to finish when the server stops
 * @param bodyTime how long a body that is read whole may take to arrive
 * @param failureLimit how many unknown keys an address may try; null for any number
 * @param keyLimit how many requests a key may send; null for any number
 */
public record ServerSettings(
    String host,
    int port,
    int requestLimit,
    Duration stopTimeout,
    Duration bodyTime,
    @Nullable RateLimit failureLimit,
    @Nullable RateLimit keyLimit) {
  /** The address that a server listens on unless told otherwise: this machine alone. */
  public static final String DEFAULT_HOST = "127.0.0.1";

  /** How many unknown keys an address may try unless told otherwise: 20, then one every 3 s. */
  public static final RateLimit DEFAULT_FAILURE_LIMIT = new RateLimit(20, Duration.ofSeconds(3));

  private static final int DEFAULT_REQUEST_LIMIT = 64;
  private static final Duration DEFAULT_STOP_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration DEFAULT_BODY_TIME = Duration.ofSeconds(10);

  /**
   * Returns the settings of a server on this machine alone, on any free port, whose keys may send
   * any number of requests.
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

  /** Returns the same settings for another address. */
  public ServerSettings listeningOn(String address, int anotherPort) {
    return new ServerSettings(
        address, anotherPort, requestLimit, stopTimeout, bodyTime, failureLimit, keyLimit);
  }

  /** Returns the same settings with another number of requests that may run at once. */
  public ServerSettings withRequestLimit(int requests) {
    return new ServerSettings(host, port, requests, stopTimeout, bodyTime, failureLimit, keyLimit);
  }

  /** Returns the same settings with another time for a body that is read whole to arrive. */
  public ServerSettings withBodyTime(Duration time) {
    return new ServerSettings(host, port, requestLimit, stopTimeout, time, failureLimit, keyLimit);
  }

  /**
   * Returns the same settings with another limit of the unknown keys that an address may try.
   *
   * <p>Addresses are those of the connections: behind a proxy all clients share one, so that a
   * single one of them would block all. Let the proxy set such limits then.
   *
   * @param attempts null for any number
   */
  public ServerSettings withFailureLimit(@Nullable RateLimit attempts) {
    return new ServerSettings(host, port, requestLimit, stopTimeout, bodyTime, attempts, keyLimit);
  }

  /**
   * Returns the same settings with another limit of the requests that a key may send; routes that
   * want no key are not limited.
   *
   * @param requests null for any number
   */
  public ServerSettings withKeyLimit(@Nullable RateLimit requests) {
    return new ServerSettings(
        host, port, requestLimit, stopTimeout, bodyTime, failureLimit, requests);
  }
}
