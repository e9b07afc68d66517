package io.offerengine.server.http.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 1, unit = TimeUnit.MINUTES)
class TurnsTest {
  @Test
  void await_ofMoreThanTheProcessors_runsAsManyAtOnceAndAllInTheEnd() throws Exception {
    int processors = 2;
    Turns turns = new Turns(processors);
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      threads.add(
          new Thread(() -> {
            try (Turns.Turn turn = turns.turn()) {
              turn.await(false);
              most.accumulateAndGet(running.incrementAndGet(), Math::max);
              Thread.onSpinWait();
              running.decrementAndGet();
            }
          }));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(running).hasValue(0);
    assertThat(most.get()).isBetween(1, processors);
  }

  @Test
  void await_isInTheOrderOfArrival() throws Exception {
    Turns turns = new Turns(1);
    List<Integer> order = Collections.synchronizedList(new ArrayList<>());
    List<Thread> threads = new ArrayList<>();
    try (Turns.Turn first = turns.turn()) {
      first.await(false);
      for (int i = 0; i < 8; i++) {
        int number = i;
        Thread thread =
            new Thread(() -> {
              try (Turns.Turn turn = turns.turn()) {
                turn.await(false);
                order.add(number);
              }
            });
        thread.start();
        threads.add(thread);
        while (thread.getState() != Thread.State.WAITING) {
          Thread.onSpinWait();
        }
      }
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(order).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
  }

  @Test
  void await_ofASmallRequest_doesNotWaitForLargeOnes() {
    Turns turns = new Turns(1);
    try (Turns.Turn large = turns.turn();
        Turns.Turn small = turns.turn()) {
      large.await(true);
      assertThat(small.await(false)).isNotNegative();
    }
  }

  @Test
  void close_twiceOrWithoutATurn_givesNoTurnAway() throws Exception {
    Turns turns = new Turns(1);
    Turns.Turn never = turns.turn();
    never.close();
    Turns.Turn twice = turns.turn();
    twice.await(false);
    twice.close();
    twice.close();
    Thread waiting =
        new Thread(() -> {
          try (Turns.Turn turn = turns.turn()) {
            turn.await(false);
          }
        });
    try (Turns.Turn held = turns.turn()) {
      held.await(false);
      waiting.start();
      while (waiting.getState() != Thread.State.WAITING) {
        Thread.onSpinWait();
      }
    }
    waiting.join();
  }

  @Test
  void enter_thatFails_letsTheNextIn() {
    Turns turns = new Turns(1);
    assertThatThrownBy(() ->
            turns.enter(() -> {
              throw new IllegalStateException("no");
            }))
        .isExactlyInstanceOf(IllegalStateException.class);
    assertThat(turns.enter(() -> true)).isTrue();
    assertThat(turns.enter(() -> false)).isFalse();
  }
}
