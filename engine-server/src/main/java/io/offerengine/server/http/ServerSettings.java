package io.offerengine.server.http;

import java.time.Duration;

/**
 * How an {@link ApiServer} serves.
 *
 * @param host the address to listen on
 * @param port the port to listen on; 0 for any that is free
 * @param requestLimit how many requests may run at once; more are refused
 * @param stopTimeout how long running requests may take to finish when the server stops
 */
public record ServerSettings(String host, int port, int requestLimit, Duration stopTimeout) {
  /** The address that a server listens on unless told otherwise: this machine alone. */
  public static final String DEFAULT_HOST = "127.0.0.1";

  private static final int DEFAULT_REQUEST_LIMIT = 64;
  private static final Duration DEFAULT_STOP_TIMEOUT = Duration.ofSeconds(30);

  /** Returns the settings of a server on this machine alone, on any free port. */
  public static ServerSettings defaults() {
    return new ServerSettings(DEFAULT_HOST, 0, DEFAULT_REQUEST_LIMIT, DEFAULT_STOP_TIMEOUT);
  }

  /** Returns the same settings for another address. */
  public ServerSettings listeningOn(String address, int anotherPort) {
    return new ServerSettings(address, anotherPort, requestLimit, stopTimeout);
  }

  /** Returns the same settings with another number of requests that may run at once. */
  public ServerSettings withRequestLimit(int requests) {
    return new ServerSettings(host, port, requests, stopTimeout);
  }
}
