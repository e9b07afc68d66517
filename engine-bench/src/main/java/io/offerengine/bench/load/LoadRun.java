package io.offerengine.bench.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Runs of requests over several connections at once, each with a thread of its own.
 *
 * <p>The latency of a paced request counts from the instant at which the request was due. If the
 * server stalls, every request that was due meanwhile counts as late (no coordinated omission). A
 * thread wakes up some 60 µs late, and the latency includes that.
 *
 * <p><b>Threads.</b> Confined to one thread, which waits for the others.
 */
final class LoadRun {
  private static final double NANOS = 1e9;

  /** Latencies have three significant digits. */
  private static final int DIGITS = 3;

  /** The time before the first request, in which all threads start. */
  private static final long HEAD_START_NANOS = 20_000_000;

  private final List<? extends Exchange> connections;
  private final List<byte[]> bodies;

  /**
   * Prepares runs.
   *
   * @param connections the connections, each of which carries one request at a time
   * @param bodies the bodies to send in turn; each connection begins with a different one
   */
  LoadRun(List<? extends Exchange> connections, List<byte[]> bodies) {
    this.connections = List.copyOf(connections);
    this.bodies = List.copyOf(bodies);
  }

  /** Sends requests for some seconds; a connection sends its next request after each answer. */
  Measured backToBack(double seconds) throws IOException, InterruptedException {
    long start = System.nanoTime();
    return accepted(
        run(start, connection -> new Schedule.BackToBack(start + (long) (seconds * NANOS))));
  }

  /**
   * Sends requests at a steady rate, evenly over the connections.
   *
   * @param rate requests a second, of all connections together
   */
  Measured paced(double rate, double seconds) throws IOException, InterruptedException {
    return accepted(overload(rate, seconds));
  }

  /**
   * Sends requests at a steady rate, evenly over the connections, also if the server refuses some.
   *
   * @param rate requests a second, of all connections together
   */
  Overload overload(double rate, double seconds) throws IOException, InterruptedException {
    long start = System.nanoTime() + HEAD_START_NANOS;
    double between = NANOS * connections.size() / rate;
    long requests = Math.max(1, Math.round(rate * seconds / connections.size()));
    return run(
        start,
        connection -> {
          long first = start + Math.round(connection * between / connections.size());
          return new Schedule.Paced(first, between, requests);
        });
  }

  /**
   * The outcome of a run in which the server may refuse requests.
   *
   * @param accepted the requests that the server answered
   * @param refused the requests for which the server had no room
   * @param refusal what the server said to one of those; null if there was none
   */
  record Overload(Measured accepted, Measured refused, @Nullable String refusal) {}

  /** Returns the schedule of a connection. */
  @FunctionalInterface
  private interface Plan {
    Schedule of(int connection);
  }

  /** Returns the measurements of a run in which nothing was to be refused. */
  private static Measured accepted(Overload run) throws RefusedException {
    if (run.refusal() != null) {
      throw new RefusedException(run.refusal());
    }
    return run.accepted();
  }

  /**
   * The requests of one connection.
   *
   * @param latencies of accepted requests, in ns
   * @param refused latencies of refused requests, in ns
   * @param refusal what the server said to one of them; null if it refused none
   * @param bytes of bodies of accepted requests
   */
  private record Part(
      Histogram latencies,
      Histogram refused,
      @Nullable String refusal,
      long bytes,
      double seconds) {}

  private Overload run(long start, Plan plan) throws IOException, InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(connections.size());
    try {
      List<Future<Part>> running = new ArrayList<>();
      for (int i = 0; i < connections.size(); i++) {
        int connection = i;
        running.add(threads.submit(() -> send(connection, start, plan.of(connection))));
      }
      Histogram latencies = new Histogram(DIGITS);
      Histogram refused = new Histogram(DIGITS);
      String refusal = null;
      long bytes = 0;
      double seconds = 0;
      for (Future<Part> each : running) {
        Part part = resultOf(each);
        latencies.add(part.latencies());
        refused.add(part.refused());
        refusal = part.refusal() == null ? refusal : part.refusal();
        bytes += part.bytes();
        seconds = Math.max(seconds, part.seconds());
      }
      return new Overload(
          Measured.of(latencies, bytes, seconds), Measured.of(refused, 0, seconds), refusal);
    } finally {
      threads.shutdownNow();
    }
  }

  private Part send(int connection, long start, Schedule schedule) throws IOException {
    Exchange exchange = connections.get(connection);
    Histogram latencies = new Histogram(DIGITS);
    Histogram refused = new Histogram(DIGITS);
    String refusal = null;
    int next = connection * bodies.size() / connections.size();
    long bytes = 0;
    long ended = start;
    long due = schedule.start(0, System.nanoTime());
    for (long sent = 0; due != Schedule.OVER; due = schedule.start(sent, ended)) {
      awaitInstant(due);
      Histogram outcome = latencies;
      try {
        bytes += exchange.send(bodies.get(next));
      } catch (RefusedException e) {
        refusal = e.getMessage();
        outcome = refused;
      }
      ended = System.nanoTime();
      outcome.recordValue(ended - due);
      next = (next + 1) % bodies.size();
      sent++;
    }
    return new Part(latencies, refused, refusal, bytes, (ended - start) / NANOS);
  }

  private static void awaitInstant(long instant) throws IOException {
    for (long left = instant - System.nanoTime(); left > 0; left = instant - System.nanoTime()) {
      LockSupport.parkNanos(left);
      if (Thread.currentThread().isInterrupted()) {
        throw new IOException("the run was ended");
      }
    }
  }

  private static Part resultOf(Future<Part> running) throws IOException, InterruptedException {
    try {
      return running.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException failure) {
        throw failure;
      }
      throw new IllegalStateException(e);
    }
  }
}
