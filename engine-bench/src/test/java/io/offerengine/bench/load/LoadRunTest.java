package io.offerengine.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
    assertThat(measured.latencies().getTotalCount()).isEqualTo(100);
    assertThat(measured.bytes()).isEqualTo(700);
    // One every 5 ms: forty were due before 200 ms had passed, and none began before 400 ms.
    assertThat(measured.latencies().getCountBetweenValues(199_000_000, Long.MAX_VALUE))
        .isGreaterThanOrEqualTo(40);
    assertThat(measured.micros(100)).isGreaterThanOrEqualTo(399_000);
    assertThat(measured.seconds()).isGreaterThanOrEqualTo(0.4);
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
    assertThat(measured.latencies().getTotalCount()).isEqualTo(90);
    for (byte[] body : BODIES) {
      assertThat(sent.stream().filter(one -> Arrays.equals(one, body))).hasSize(30);
    }
    assertThat(measured.bytes()).isEqualTo(120);
  }

  @Test
  void backToBack_endsAfterItsTime() throws Exception {
    Exchange slow =
        body -> {
          pause(10);
          return 1;
        };
    Measured measured = new LoadRun(List.of(slow, slow), BODIES).backToBack(0.1);
    assertThat(measured.latencies().getTotalCount()).isBetween(2L, 20L);
    assertThat(measured.latencies().getMinValue()).isGreaterThanOrEqualTo(9_900_000);
    assertThat(measured.rate()).isPositive().isLessThanOrEqualTo(200);
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
