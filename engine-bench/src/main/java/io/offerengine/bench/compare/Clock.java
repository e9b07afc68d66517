package io.offerengine.bench.compare;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** The clocks that durations are read from. */
public enum Clock {
  /** Time as it passes, {@link System#nanoTime}. */
  WALL {
    @Override
    long nanos() {
      return System.nanoTime();
    }
  },
  /**
   * Time that the calling thread ran: for a machine that others use too. Reading it takes a few
   * tenths of a microsecond, which count, so that times of a microsecond are too long.
   */
  CPU {
    @Override
    long nanos() {
      return THREADS.getCurrentThreadCpuTime();
    }
  };

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** Returns nanoseconds since some instant. */
  abstract long nanos();
}
