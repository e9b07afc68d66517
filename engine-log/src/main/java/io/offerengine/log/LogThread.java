package io.offerengine.log;

import java.util.concurrent.locks.LockSupport;

/** A thread of an engine. It does not keep the JVM running. */
final class LogThread {
  private final Thread thread;

  LogThread(Runnable work, String name) {
    thread = new Thread(work, name);
    thread.setDaemon(true);
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
}
