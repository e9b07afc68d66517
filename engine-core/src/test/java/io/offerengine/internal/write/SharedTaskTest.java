package io.offerengine.internal.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.offerengine.testing.Waiting;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SharedTaskTest {
  @Test
  void runAll_ofATaskThatFails_waitsForTheOthers() {
    Thread caller = Thread.currentThread();
    CountDownLatch begun = new CountDownLatch(1);
    AtomicBoolean isDone = new AtomicBoolean();
    Runnable fails =
        () -> {
          Waiting.until(() -> begun.getCount() == 0);
          throw new IllegalArgumentException("first");
        };
    Runnable takesLonger =
        () -> {
          begun.countDown();
          Waiting.until(() -> caller.getState() == Thread.State.WAITING);
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
