package io.offerengine.log;

import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;

/** A thread of an engine. It does not keep the JVM running. */
final class LogThread {
  private static final System.Logger LOGGER = System.getLogger("io.offerengine");

  private final Thread thread;

  LogThread(Runnable work, String name) {
    thread = named(name).newThread(work);
  }

  /** Makes threads of a name for an executor. */
  static ThreadFactory named(String name) {
    return work -> {
      Thread thread = new Thread(work, name);
      thread.setDaemon(true);
      return thread;
    };
  }

  void start() {
    thread.start();
  }

  void interrupt() {
    thread.interrupt();
  }

  /** Lets {@link LockSupport#parkNanos} of the thread return. */
  void unpark() {
    LockSupport.unpark(thread);
  }

  /** Waits until the thread has ended, for so long at most; returns whether it has. */
  boolean awaitEnd(long millis) {
    try {
      thread.join(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return !thread.isAlive();
  }

  /** Waits until the thread has ended. An interrupted caller waits all the same. */
  void awaitEnd() {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
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
