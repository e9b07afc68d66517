package io.offerengine.internal.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class SharedTaskTest {
  private static final long NANOS = 50_000_000;

  @Test
  void runAll_ofATaskThatFails_waitsForTheOthers() {
    CountDownLatch begun = new CountDownLatch(1);
    AtomicBoolean isDone = new AtomicBoolean();
    Runnable fails =
        () -> {
          while (begun.getCount() > 0) {
            Thread.onSpinWait();
          }
          throw new IllegalArgumentException("first");
        };
    Runnable takesLonger =
        () -> {
          begun.countDown();
          long end = System.nanoTime() + NANOS;
          while (System.nanoTime() < end) {
            LockSupport.parkNanos(end - System.nanoTime());
          }
          isDone.set(true);
        };
    AtomicInteger tasks = new AtomicInteger();
    Executor secondTaskOnly =
        task -> {
          if (tasks.incrementAndGet() == 2) {
            new Thread(task).start();
          }
        };

    Throwable thrown =
        catchThrowable(() -> SharedTask.runAll(secondTaskOnly, List.of(fails, takesLonger)));

    assertThat(thrown).isInstanceOf(IllegalArgumentException.class).hasMessage("first");
    assertThat(isDone).isTrue();
  }
}
