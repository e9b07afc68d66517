package io.offerengine.bench.command;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** The clocks that measure durations. */
public enum Clock {
  /** Elapsed time, {@link System#nanoTime}. */
  WALL {
    @Override
    public long nanos() {
      return System.nanoTime();
    }
  },
  /**
   * The CPU time of the calling thread, for a machine that others use too. Reading this clock takes
   * a few tenths of a microsecond. Each duration includes this time.
   */
  CPU {
    @Override
    public long nanos() {
      return THREADS.getCurrentThreadCpuTime();
    }
  };

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** Returns nanoseconds since some instant. */
  public abstract long nanos();
}
