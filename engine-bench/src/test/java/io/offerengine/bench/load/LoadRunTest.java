package io.offerengine.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is sent when, and what is charged for it. Times are only held to least ones. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class LoadRunTest {
  private static final List<byte[]> BODIES = List.of(new byte[] {0}, new byte[] {1}, new byte[2]);

  @Test
  void paced_behindAStall_chargesAllThatWasDue() throws Exception {
    AtomicInteger sent = new AtomicInteger();
    Exchange stalling =
        body -> {
          if (sent.getAndIncrement() == 0) {
            pause(400);
          }
          return 7;
        };
    Measured measured = new LoadRun(List.of(stalling), BODIES).paced(200, 0.5);
    assertThat(measured.requests()).isEqualTo(100);
    assertThat(measured.bytesPerSecond() / measured.rate()).isCloseTo(7, within(1e-9));
    // One every 5 ms: eleven of a hundred were due before 55 ms, and none began before 400 ms.
    assertThat(measured.p90()).isGreaterThanOrEqualTo(344_000);
    assertThat(measured.max()).isGreaterThanOrEqualTo(399_000);
    assertThat(measured.rate()).isLessThanOrEqualTo(250);
  }

  @Test
  void paced_overSeveralConnections_sendsEveryBodyInTurn() throws Exception {
    ConcurrentLinkedQueue<byte[]> sent = new ConcurrentLinkedQueue<>();
    Exchange each =
        body -> {
          sent.add(body);
          return body.length;
        };
    Measured measured = new LoadRun(List.of(each, each, each), BODIES).paced(900, 0.1);
    assertThat(measured.requests()).isEqualTo(90);
    for (byte[] body : BODIES) {
      assertThat(sent.stream().filter(one -> Arrays.equals(one, body))).hasSize(30);
    }
    assertThat(measured.bytesPerSecond() / measured.rate()).isCloseTo(120 / 90.0, within(1e-9));
  }

  @Test
  void backToBack_endsAfterItsTime() throws Exception {
    Exchange slow =
        body -> {
          pause(10);
          return 1;
        };
    Measured measured = new LoadRun(List.of(slow, slow), BODIES).backToBack(0.1);
    assertThat(measured.requests()).isBetween(2L, 20L);
    assertThat(measured.p50()).isGreaterThanOrEqualTo(9_900);
    assertThat(measured.rate()).isPositive().isLessThanOrEqualTo(200);
  }

  @Test
  void overload_countsRefusedRequestsApart() throws Exception {
    AtomicInteger sent = new AtomicInteger();
    Exchange refusingTwoOfThree =
        body -> {
          if (sent.getAndIncrement() % 3 > 0) {
            throw new RefusedException("no room");
          }
          pause(1);
          return 7;
        };
    LoadRun run = new LoadRun(List.of(refusingTwoOfThree), BODIES);
    LoadRun.Overload overload = run.overload(300, 0.1);
    assertThat(overload.accepted().requests()).isEqualTo(10);
    assertThat(overload.refused().requests()).isEqualTo(20);
    assertThat(overload.accepted().p50()).isGreaterThanOrEqualTo(1_000);
    assertThat(overload.accepted().bytesPerSecond() / overload.accepted().rate())
        .isCloseTo(7, within(1e-9));
    assertThat(overload.refusal()).isEqualTo("no room");
  }

  /** A comparison of rates would mean nothing if some of the requests were refused. */
  @Test
  void otherRuns_withARefusal_fail() {
    Exchange refusing =
        body -> {
          throw new RefusedException("no room");
        };
    LoadRun run = new LoadRun(List.of(refusing), BODIES);
    assertThatThrownBy(() -> run.paced(100, 0.05)).isInstanceOf(RefusedException.class);
    assertThatThrownBy(() -> run.backToBack(0.05)).hasMessage("no room");
  }

  @Test
  void run_whoseRequestFails_fails() {
    Exchange failing =
        body -> {
          throw new IOException("no answer");
        };
    assertThatThrownBy(() -> new LoadRun(List.of(failing, failing), BODIES).backToBack(60))
        .isInstanceOf(IOException.class)
        .hasMessage("no answer");
  }

  private static void pause(long millis) throws IOException {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }
}
