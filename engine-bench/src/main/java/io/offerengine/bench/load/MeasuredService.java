package io.offerengine.bench.load;

import java.io.Closeable;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The service in a process of its own. The time of its start counts from the start of the process
 * to the first answer 200 of {@code /readyz}.
 *
 * <p><b>Threads.</b> Confined to one thread.
 */
final class MeasuredService implements Closeable {
  static final String KEY = "benchmark";

  private static final double NANOS = 1e9;
  private static final long LOOK_NANOS = 5_000_000;
  private static final int OK = 200;
  private static final int PATIENCE_MILLIS = 1_000;

  private final Process process;
  private final int port;
  private final double readySeconds;

  private MeasuredService(Process process, int port, double readySeconds) {
    this.process = process;
    this.port = port;
    this.readySeconds = readySeconds;
  }

  /**
   * Starts a service on a database and waits until it is ready.
   *
   * @param java the options of the JVM
   * @param options the options of the service, which name the database
   */
  static MeasuredService start(Path jar, List<String> java, String... options) throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(java);
    command.addAll(List.of("-jar", jar.toString(), "serve", "--port", Integer.toString(port)));
    command.addAll(List.of(options));
    ProcessBuilder builder = new ProcessBuilder(command);
    // The service refuses variables that name no option.
    builder.environment().keySet().removeIf(name -> name.startsWith("OFFER_ENGINE_"));
    builder.environment().put("OFFER_ENGINE_API_KEY", KEY);
    builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    long start = System.nanoTime();
    Process process = builder.start();
    while (!isReady(port)) {
      if (!process.isAlive()) {
        throw new IOException("the service ended with " + process.exitValue());
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
    return new MeasuredService(process, port, (System.nanoTime() - start) / NANOS);
  }

  private static boolean isReady(int port) {
    try {
      URI address = URI.create("http://127.0.0.1:" + port + "/readyz");
      HttpURLConnection connection = (HttpURLConnection) address.toURL().openConnection();
      connection.setConnectTimeout(PATIENCE_MILLIS);
      connection.setReadTimeout(PATIENCE_MILLIS);
      try {
        return connection.getResponseCode() == OK;
      } finally {
        connection.disconnect();
      }
    } catch (IOException notYet) {
      return false;
    }
  }

  /** Returns the time from the start of the process to readiness. */
  double readySeconds() {
    return readySeconds;
  }

  /** Returns the address of searches. */
  LoadTarget target() {
    return LoadTarget.ofSearches(address("/api/v0/bundles"), KEY, false);
  }

  /** Returns the address of a path. */
  URI address(String path) {
    return URI.create("http://127.0.0.1:" + port + path);
  }

  /** Stops the service by SIGTERM, and returns how long that took, in seconds. */
  double stop() throws InterruptedException {
    long start = System.nanoTime();
    process.destroy();
    process.waitFor();
    return (System.nanoTime() - start) / NANOS;
  }

  @Override
  public void close() {
    process.destroyForcibly();
    try {
      process.waitFor(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
