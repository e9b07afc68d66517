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
 * The client that puts load on a service: several exchanges at once, each with a thread of its own.
 *
 * <p>The latency of a paced request counts from the instant at which the request was due. If the
 * other side stalls, every request that was due meanwhile counts as late (no coordinated omission).
 * A thread wakes up some 60 µs late, and the latency includes that.
 *
 * <p><b>Threads.</b> Confined to one thread, which waits for the others.
 */
final class Load {
  private static final double NANOS = 1e9;

  /** Latencies have three significant digits. */
  private static final int DIGITS = 3;

  /** The time before the first paced request, in which all threads start. */
  private static final long HEAD_START_NANOS = 20_000_000;

  /** The instant of a request that is not sent. */
  private static final long OVER = Long.MIN_VALUE;

  private final List<Exchange> exchanges;

  /** Prepares runs. */
  Load(List<Exchange> exchanges) {
    this.exchanges = List.copyOf(exchanges);
  }

  /** Carries requests one at a time. */
  @FunctionalInterface
  interface Exchange {
    /**
     * Sends the next request, and returns when its whole answer is here.
     *
     * @return the bytes of the answer
     * @throws RefusedException if the other side has no room for the request now
     * @throws IOException if there is no answer, or one that is no success
     */
    long send() throws IOException;
  }

  /** The other side has no room for a request now. */
  static final class RefusedException extends IOException {
    private static final long serialVersionUID = 1;

    RefusedException(String message) {
      super(message);
    }
  }

  /**
   * The outcome of a run, or of one exchange in it. Latencies in ns count from the instant at which
   * a request was due to the last byte of its answer.
   */
  static final class Outcome {
    private static final double NANOS_PER_MICRO = 1e3;

    /** The latencies of the requests that were answered. */
    final Histogram accepted = new Histogram(DIGITS);

    /** The latencies of the requests for which there was no room. */
    final Histogram refused = new Histogram(DIGITS);

    private @Nullable String refusal;
    private long bytes;

    /** From the first start to the last byte. */
    private double seconds;

    private void add(Outcome other) {
      accepted.add(other.accepted);
      refused.add(other.refused);
      refusal = other.refusal == null ? refusal : other.refusal;
      bytes += other.bytes;
      seconds = Math.max(seconds, other.seconds);
    }

    /** Returns this outcome of a run in which nothing was to be refused. */
    Outcome requireNoRefusal() throws RefusedException {
      if (refusal != null) {
        throw new RefusedException(refusal);
      }
      return this;
    }

    /** Returns how many of some requests there were a second. */
    double rate(Histogram requests) {
      return requests.getTotalCount() / seconds;
    }

    /** Returns the bytes of the bodies of answers a second. */
    double bytesPerSecond() {
      return bytes / seconds;
    }

    /** Returns a percentile of latencies, in µs. */
    static double micros(Histogram latencies, double percentile) {
      return latencies.getValueAtPercentile(percentile) / NANOS_PER_MICRO;
    }
  }

  /** The instants at which requests are due, by {@link System#nanoTime}. */
  @FunctionalInterface
  private interface Schedule {
    /** Returns the instant of a request, by its exchange and its index there; or OVER. */
    long due(int exchange, long index, long now);
  }

  /** Sends requests for some seconds; an exchange sends its next request after each answer. */
  Outcome backToBack(double seconds) throws IOException, InterruptedException {
    long end = System.nanoTime() + (long) (seconds * NANOS);
    return run(System.nanoTime(), (exchange, index, now) -> now - end >= 0 ? OVER : now)
        .requireNoRefusal();
  }

  /**
   * Sends requests at a steady rate, over the exchanges in turn; at least one is sent.
   *
   * @param rate requests a second, of all exchanges together
   */
  Outcome paced(double rate, double seconds) throws IOException, InterruptedException {
    long start = System.nanoTime() + HEAD_START_NANOS;
    long requests = Math.max(1, Math.round(rate * seconds));
    return run(
        start,
        (exchange, index, now) -> {
          long request = index * exchanges.size() + exchange;
          return request < requests ? start + Math.round(request * NANOS / rate) : OVER;
        });
  }

  private Outcome run(long start, Schedule schedule) throws IOException, InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(exchanges.size());
    try {
      List<Future<Outcome>> running = new ArrayList<>();
      for (int i = 0; i < exchanges.size(); i++) {
        int exchange = i;
        running.add(threads.submit(() -> send(exchange, start, schedule)));
      }
      Outcome all = new Outcome();
      for (Future<Outcome> each : running) {
        all.add(each.get());
      }
      return all;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException failure) {
        throw failure;
      }
      throw new IllegalStateException(e);
    } finally {
      threads.shutdownNow();
    }
  }

  private Outcome send(int exchange, long start, Schedule schedule) throws IOException {
    Outcome part = new Outcome();
    long ended = start;
    long due = schedule.due(exchange, 0, System.nanoTime());
    for (long sent = 1; due != OVER; sent++) {
      awaitInstant(due);
      Histogram latencies = part.accepted;
      try {
        part.bytes += exchanges.get(exchange).send();
      } catch (RefusedException e) {
        part.refusal = e.getMessage();
        latencies = part.refused;
      }
      ended = System.nanoTime();
      latencies.recordValue(ended - due);
      due = schedule.due(exchange, sent, ended);
    }
    part.seconds = (ended - start) / NANOS;
    return part;
  }

  private static void awaitInstant(long instant) throws IOException {
    for (long left = instant - System.nanoTime(); left > 0; left = instant - System.nanoTime()) {
      LockSupport.parkNanos(left);
      if (Thread.currentThread().isInterrupted()) {
        throw new IOException("the run was ended");
      }
    }
  }
}
