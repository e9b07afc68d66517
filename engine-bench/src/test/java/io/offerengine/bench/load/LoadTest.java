package io.offerengine.bench.load;

import static io.offerengine.bench.load.Load.Outcome.micros;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.offerengine.bench.load.Load.Exchange;
import io.offerengine.bench.load.Load.RefusedException;
import io.offerengine.testing.Waiting;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is sent when, and what is charged for it. Times are only held to least ones. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class LoadTest {
  @Test
  void paced_behindAStall_chargesAllThatWasDue() throws Exception {
    AtomicInteger sent = new AtomicInteger();
    Exchange stalling =
        () -> {
          if (sent.getAndIncrement() == 0) {
            Waiting.pause(400);
          }
          return 7;
        };
    Load.Outcome measured = new Load(List.of(stalling)).paced(200, 0.5).requireNoRefusal();
    assertThat(measured.accepted.getTotalCount()).isEqualTo(100);
    assertThat(measured.bytesPerSecond() / measured.rate(measured.accepted))
        .isCloseTo(7, within(1e-9));
    // One every 5 ms: eleven of a hundred were due before 55 ms, and none began before 400 ms.
    assertThat(micros(measured.accepted, 90)).isGreaterThanOrEqualTo(344_000);
    assertThat(micros(measured.accepted, 100)).isGreaterThanOrEqualTo(399_000);
    assertThat(measured.rate(measured.accepted)).isLessThanOrEqualTo(250);
  }

  @Test
  void paced_overSeveralExchanges_usesThemInTurn() throws Exception {
    ConcurrentLinkedQueue<Integer> sent = new ConcurrentLinkedQueue<>();
    List<Exchange> exchanges = new ArrayList<>();
    for (int i = 1; i <= 3; i++) {
      int bytes = i;
      exchanges.add(() -> {
        sent.add(bytes);
        return bytes;
      });
    }
    Load.Outcome measured = new Load(exchanges).paced(900, 0.1).requireNoRefusal();
    assertThat(measured.accepted.getTotalCount()).isEqualTo(90);
    for (int i = 1; i <= 3; i++) {
      assertThat(Collections.frequency(sent, i)).isEqualTo(30);
    }
    assertThat(measured.bytesPerSecond() / measured.rate(measured.accepted))
        .isCloseTo(2, within(1e-9));
  }

  /** Otherwise a run would last until each exchange has had its turn. */
  @Test
  void paced_overMoreExchangesThanRequests_sendsNoMoreThanAreDue() throws Exception {
    ConcurrentLinkedQueue<Integer> sent = new ConcurrentLinkedQueue<>();
    List<Exchange> exchanges = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      int number = i;
      exchanges.add(() -> {
        sent.add(number);
        return 1;
      });
    }
    Load.Outcome measured = new Load(exchanges).paced(100, 0.1).requireNoRefusal();
    assertThat(measured.accepted.getTotalCount()).isEqualTo(10);
    assertThat(sent).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
  }

  @Test
  void backToBack_endsAfterItsTime() throws Exception {
    Exchange slow =
        () -> {
          Waiting.pause(10);
          return 1;
        };
    Load.Outcome measured = new Load(List.of(slow, slow)).backToBack(0.1);
    assertThat(measured.accepted.getTotalCount()).isBetween(2L, 20L);
    assertThat(micros(measured.accepted, 50)).isGreaterThanOrEqualTo(9_900);
    assertThat(measured.rate(measured.accepted)).isPositive().isLessThanOrEqualTo(200);
  }

  @Test
  void paced_countsRefusedRequestsApart() throws Exception {
    AtomicInteger sent = new AtomicInteger();
    Exchange refusingTwoOfThree =
        () -> {
          if (sent.getAndIncrement() % 3 > 0) {
            throw new RefusedException("no room");
          }
          Waiting.pause(1);
          return 7;
        };
    Load run = new Load(List.of(refusingTwoOfThree));
    Load.Outcome overload = run.paced(300, 0.1);
    assertThat(overload.accepted.getTotalCount()).isEqualTo(10);
    assertThat(overload.refused.getTotalCount()).isEqualTo(20);
    assertThat(micros(overload.accepted, 50)).isGreaterThanOrEqualTo(1_000);
    assertThat(overload.bytesPerSecond() / overload.rate(overload.accepted))
        .isCloseTo(7, within(1e-9));
    assertThatThrownBy(overload::requireNoRefusal).hasMessage("no room");
  }

  /** A comparison of rates would mean nothing if some of the requests were refused. */
  @Test
  void otherRuns_withARefusal_fail() {
    Exchange refusing =
        () -> {
          throw new RefusedException("no room");
        };
    Load run = new Load(List.of(refusing));
    assertThatThrownBy(() -> run.paced(100, 0.05).requireNoRefusal())
        .isInstanceOf(RefusedException.class);
    assertThatThrownBy(() -> run.backToBack(0.05)).hasMessage("no room");
  }

  @Test
  void run_whoseRequestFails_fails() {
    Exchange failing =
        () -> {
          throw new IOException("no answer");
        };
    assertThatThrownBy(() -> new Load(List.of(failing, failing)).backToBack(60))
        .isInstanceOf(IOException.class)
        .hasMessage("no answer");
  }
}
