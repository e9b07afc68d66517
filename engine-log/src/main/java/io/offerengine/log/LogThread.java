package io.offerengine.log;

import java.util.List;
import java.util.concurrent.ThreadFactory;

/** A thread of an engine. It does not keep the JVM running. */
final class LogThread extends Thread {
  private static final System.Logger LOGGER = System.getLogger("io.offerengine");

  LogThread(Runnable work, String name) {
    super(work, name);
    setDaemon(true);
  }

  /** Makes threads of a name for an executor. */
  static ThreadFactory named(String name) {
    return work -> new LogThread(work, name);
  }

  /** Waits until the thread has ended, for so long at most; returns whether it has. */
  boolean awaitEnd(long millis) {
    try {
      join(millis);
    } catch (InterruptedException e) {
      currentThread().interrupt();
    }
    return !isAlive();
  }

  /** Waits until the thread has ended. An interrupted caller waits all the same. */
  void awaitEnd() {
    boolean interrupted = false;
    while (isAlive()) {
      try {
        join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      currentThread().interrupt();
    }
  }

  /** Closes what an engine has opened; logs a failure. */
  static void closeAll(List<AutoCloseable> opened) {
    for (AutoCloseable each : opened) {
      try {
        each.close();
      } catch (Exception e) {
        LOGGER.log(System.Logger.Level.WARNING, "A resource can't be closed", e);
      }
    }
  }
}
