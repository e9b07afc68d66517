package io.offerengine.server.http.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.testing.Waiting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Turns go round the clients. The clock is the test's, so that no test measures time. */
class TurnsTest {
  private static final Client ANN = Client.ofUser(1);
  private static final Client BOB = Client.ofUser(2);
  private static final Client EVE = Client.ofUser(3);

  private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 1_000);

  private List<Turns.Turn> ask(Turns turns, Client client, int requests) {
    List<Turns.Turn> asked = new ArrayList<>();
    for (int i = 0; i < requests; i++) {
      asked.add(turns.of(client));
      asked.get(i).ask();
    }
    return asked;
  }

  @Test
  void turns_ofOneClient_areAsManyAsThereAreProcessors_inTheOrderOfArrival() {
    Turns turns = new Turns(2, clock::get);
    List<Turns.Turn> asked = ask(turns, EVE, 20);
    for (int ended = 0; ended < 19; ended++) {
      assertThat(asked).filteredOn(Turns.Turn::isHeld).isEqualTo(asked.subList(ended, ended + 2));
      asked.get(ended).close();
    }
    assertThat(asked).filteredOn(Turns.Turn::isHeld).isEqualTo(asked.subList(19, 20));
  }

  /** A thread that wakes up before its turn has come waits on. */
  @Test
  void await_ofManyThreads_letsAllCompute_andNeverMoreThanThereAreProcessors() throws Exception {
    Turns turns = new Turns(2);
    AtomicInteger computing = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    List<CompletableFuture<Void>> threads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      threads.add(
          CompletableFuture.runAsync(
              () -> {
                for (int request = 0; request < 2_000; request++) {
                  try (Turns.Turn turn = turns.of(EVE)) {
                    turn.await(null);
                    most.accumulateAndGet(computing.incrementAndGet(), Math::max);
                    computing.decrementAndGet();
                  }
                }
              },
              task -> new Thread(task).start()));
    }
    for (CompletableFuture<Void> thread : threads) {
      thread.get(1, TimeUnit.MINUTES);
    }
    assertThat(most.get()).isLessThanOrEqualTo(2);
    assertThat(turns.computing() + turns.waiting()).isZero();
  }

  @Test
  void await_ofClientsThatComputeNothing_isOverAtOnce() {
    Turns turns = new Turns(2, clock::get);
    ask(turns, EVE, 47);
    for (int user = 10; user < 30; user++) {
      // This thread would wait for ever.
      assertThat(turns.of(Client.ofUser(user)).await(null)).isZero();
    }
    assertThat(turns.computing()).isEqualTo(22);
    assertThat(turns.waiting()).isEqualTo(45);
  }

  @Test
  void close_givesNoSecondTurn_whileOthersComputeOnAllProcessorsButOne() {
    Turns turns = new Turns(2, clock::get);
    List<Turns.Turn> eve = ask(turns, EVE, 2);
    Turns.Turn ann = ask(turns, ANN, 1).get(0);
    Turns.Turn bob = ask(turns, BOB, 1).get(0);
    eve.get(0).close();
    List<Turns.Turn> later = ask(turns, EVE, 1);
    assertThat(later.get(0).isHeld()).isFalse();
    bob.close();
    assertThat(later.get(0).isHeld()).isFalse();
    ann.close();
    assertThat(later.get(0).isHeld()).as("the second processor stays free").isFalse();
    eve.get(1).close();
    assertThat(later.get(0).isHeld()).isTrue();
  }

  @Test
  void ask_aSecondAfterAllOthers_keepsNoProcessorFree() {
    Turns turns = new Turns(2, clock::get);
    ask(turns, EVE, 1).get(0).close();
    ask(turns, ANN, 1).get(0).close();
    List<Turns.Turn> asked = ask(turns, ANN, 3);
    assertThat(asked).filteredOn(Turns.Turn::isHeld).hasSize(1);
    clock.addAndGet(TimeUnit.SECONDS.toNanos(1));
    asked.get(0).close();
    assertThat(asked.subList(1, 3)).allMatch(Turns.Turn::isHeld);
  }

  /** Costs are measured: a client of small requests has as many more of them. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 8})
  void close_sharesTheTimeAmongTheClients(int processors) {
    Map<Client, Integer> costs = Map.of(ANN, 1, BOB, 7, EVE, 200);
    Turns turns = new Turns(processors, clock::get);
    long start = clock.get();
    Map<Turns.Turn, Client> waiting = new HashMap<>();
    Map<Turns.Turn, Long> ends = new HashMap<>();
    costs
        .keySet()
        .forEach(client -> ask(turns, client, 10).forEach(turn -> waiting.put(turn, client)));
    Map<Client, Long> used = new HashMap<>();
    Map<Turns.Turn, Client> computing = new HashMap<>();
    while (clock.get() - start < 5_000) {
      for (Turns.Turn given : waiting.keySet().stream().filter(Turns.Turn::isHeld).toList()) {
        Client client = waiting.remove(given);
        computing.put(given, client);
        ends.put(given, clock.get() - start + costs.get(client));
      }
      Turns.Turn first = ends.keySet().stream().min(Comparator.comparing(ends::get)).orElseThrow();
      clock.set(start + ends.remove(first));
      Client client = computing.remove(first);
      used.merge(client, (long) costs.get(client), Long::sum);
      first.close();
      waiting.put(ask(turns, client, 1).get(0), client);
    }
    long most = used.values().stream().mapToLong(Long::longValue).max().orElseThrow();
    long least = used.values().stream().mapToLong(Long::longValue).min().orElseThrow();
    assertThat(least).isGreaterThan(5_000 / 2);
    assertThat(most - least)
        .as(used + ": ahead by what runs at once")
        .isLessThanOrEqualTo(200L * processors);
  }

  @Test
  void ask_afterAPause_startsWithTheTimeOfTheClientThatComputedLeast() {
    Turns turns = new Turns(4, clock::get);
    List<Turns.Turn> eve = ask(turns, EVE, 5);
    clock.addAndGet(1_000);
    List<Turns.Turn> ann = ask(turns, ANN, 9);
    assertThat(ann).filteredOn(Turns.Turn::isHeld).hasSize(1);
    clock.addAndGet(10);
    eve.subList(0, 3).forEach(Turns.Turn::close);
    // Ann has computed for 10, Eve for 4,040 since she came.
    assertThat(ann).filteredOn(Turns.Turn::isHeld).hasSize(2);
    assertThat(eve).filteredOn(Turns.Turn::isHeld).hasSize(1);
    ann.forEach(Turns.Turn::close);
    assertThat(eve).filteredOn(Turns.Turn::isHeld).hasSize(2);
  }

  @Test
  void await_thatTakesTooLong_isRefusedAndLeavesTheQueue() {
    Turns turns = new Turns(1, clock::get);
    List<Turns.Turn> held = ask(turns, EVE, 1);
    Turns.Turn late = turns.of(EVE);
    assertThatThrownBy(() -> late.await(Duration.ofNanos(1)))
        .isInstanceOfSatisfying(
            EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DEADLINE_EXCEEDED))
        .hasMessageContaining("other requests of yours");
    assertThat(late.isHeld()).isFalse();
    assertThat(turns.waiting()).isZero();
    late.close();
    assertThat(held).allMatch(Turns.Turn::isHeld);
    held.forEach(Turns.Turn::close);
    assertThat(turns.computing()).isZero();
    assertThat(late.await(Duration.ZERO)).isZero();
    assertThat(late.isHeld()).isTrue();
  }

  @Test
  void await_ofAThreadThatIsInterrupted_isRefusedAndLeavesTheQueue() throws Exception {
    Turns turns = new Turns(1, clock::get);
    List<Turns.Turn> held = ask(turns, EVE, 1);
    CompletableFuture<Throwable> refusal = new CompletableFuture<>();
    Thread waiting =
        new Thread(() -> {
          try {
            turns.of(EVE).await(null);
          } catch (BusyException e) {
            refusal.complete(e);
          }
        });
    waiting.start();
    Waiting.until(() -> turns.waiting() > 0);
    waiting.interrupt();
    assertThat(refusal.get()).hasMessageContaining("the service is stopping");
    assertThat(turns.waiting()).isZero();
    held.forEach(Turns.Turn::close);
    assertThat(turns.computing()).isZero();
  }

  @Test
  void await_ofATurnThatIsHeld_takesNoSecondOne() {
    Turns turns = new Turns(2, clock::get);
    Turns.Turn turn = turns.of(EVE);
    turn.await(null);
    assertThat(turn.await(null)).isZero();
    assertThat(turns.computing()).isEqualTo(1);
    turn.close();
    assertThat(turns.computing()).isZero();
    assertThat(turn.await(null)).isZero();
    assertThat(turn.isHeld()).as("again after its end").isTrue();
  }

  @Test
  void await_thatIsOverAtOnce_doesNotWakeItsThreadLater() throws Exception {
    Turns turns = new Turns(2, clock::get);
    AtomicBoolean hasTurn = new AtomicBoolean();
    Thread thread =
        new Thread(() -> {
          turns.of(EVE).await(null);
          hasTurn.set(true);
          LockSupport.park(this);
        });
    thread.start();
    Waiting.until(() ->
        hasTurn.get()
            && (thread.getState() == Thread.State.WAITING
                || thread.getState() == Thread.State.TERMINATED));
    assertThat(thread.getState()).isEqualTo(Thread.State.WAITING);
    LockSupport.unpark(thread);
    thread.join();
  }

  @Test
  void await_ofAThreadThatWasInterrupted_isRefusedThoughATurnIsFree() {
    Turns turns = new Turns(1, clock::get);
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> turns.of(EVE).await(null))
        .isInstanceOf(BusyException.class)
        .hasMessageContaining("the service is stopping");
    assertThat(Thread.interrupted()).isTrue();
    assertThat(turns.computing()).isZero();
  }

  @Test
  void close_twiceOrWithoutATurn_givesNoTurnAway() {
    Turns turns = new Turns(1, clock::get);
    turns.of(EVE).close();
    Turns.Turn twice = turns.of(EVE);
    twice.await(null);
    twice.close();
    twice.close();
    assertThat(turns.computing()).isZero();
    assertThat(ask(turns, EVE, 3))
        .extracting(Turns.Turn::isHeld)
        .containsExactly(true, false, false);
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
