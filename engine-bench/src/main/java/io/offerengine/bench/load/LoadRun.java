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
    return run(start, connection -> new Schedule.BackToBack(start + (long) (seconds * NANOS)));
  }

  /**
   * Sends requests at a steady rate, evenly over the connections.
   *
   * @param rate requests a second, of all connections together
   */
  Measured paced(double rate, double seconds) throws IOException, InterruptedException {
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

  /** Returns the schedule of a connection. */
  @FunctionalInterface
  private interface Plan {
    Schedule of(int connection);
  }

  /** The requests of one connection: latencies in ns, bytes of bodies, duration in seconds. */
  private record Part(Histogram latencies, long bytes, double seconds) {}

  private Measured run(long start, Plan plan) throws IOException, InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(connections.size());
    try {
      List<Future<Part>> running = new ArrayList<>();
      for (int i = 0; i < connections.size(); i++) {
        int connection = i;
        running.add(threads.submit(() -> send(connection, start, plan.of(connection))));
      }
      Histogram latencies = new Histogram(DIGITS);
      long bytes = 0;
      double seconds = 0;
      for (Future<Part> each : running) {
        Part part = resultOf(each);
        latencies.add(part.latencies());
        bytes += part.bytes();
        seconds = Math.max(seconds, part.seconds());
      }
      return Measured.of(latencies, bytes, seconds);
    } finally {
      threads.shutdownNow();
    }
  }

  private Part send(int connection, long start, Schedule schedule) throws IOException {
    Exchange exchange = connections.get(connection);
    Histogram latencies = new Histogram(DIGITS);
    int next = connection * bodies.size() / connections.size();
    long bytes = 0;
    long ended = start;
    long due = schedule.start(0, System.nanoTime());
    for (long sent = 0; due != Schedule.OVER; due = schedule.start(sent, ended)) {
      awaitInstant(due);
      bytes += exchange.send(bodies.get(next));
      ended = System.nanoTime();
      latencies.recordValue(ended - due);
      next = (next + 1) % bodies.size();
      sent++;
    }
    return new Part(latencies, bytes, (ended - start) / NANOS);
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
