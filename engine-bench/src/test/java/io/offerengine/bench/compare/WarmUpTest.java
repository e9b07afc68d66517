package io.offerengine.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.bench.compare.WarmUp.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When a warm-up ends. */
class WarmUpTest {
  /**
   * Windows have the means of their sides: in one with {@code c} a method was compiled, and in one
   * with {@code w} one waits at the end, while the counter of the compiler stands still.
   */
  @ParameterizedTest
  @CsvSource({
    "'10 10 10 10', true",
    "'50 10 10 10 9.8', true",
    "'', false",
    "'10 10 10', false",
    "'10 10 10c 10', false",
    "'10 10 10 10w', false",
    "'10/10 10/9 10/8 10/7', false",
    "'10 17 17 17', true"
  })
  void isSettled_ofIdleWindowsInWhichNoSideGetsFaster(String windows, boolean isSettled) {
    List<Window> all = new ArrayList<>();
    for (String window : windows.isEmpty() ? new String[0] : windows.split(" ", -1)) {
      List<Double> means =
          Stream.of(window.replaceAll("[cw]", "").split("/", -1)).map(Double::valueOf).toList();
      all.add(new Window(1, window.endsWith("c") ? 0.5 : 0, !window.endsWith("w"), means));
    }
    assertThat(WarmUp.isSettled(all)).isEqualTo(isSettled);
  }

  @Test
  void isIdle_ofQueues_looksForMethods() {
    String idle = "Current compiles: \n\nC1 compile queue:\nEmpty\n\nC2 compile queue:\nEmpty\n\n";
    assertThat(Compiler.isIdle(idle)).isTrue();
    assertThat(
            Compiler.isIdle(idle.replace("C2 compile queue:\nEmpty", "C2 compile queue:\n 9  4")))
        .isFalse();
    assertThat(
            Compiler.isIdle(
                idle.replace(
                    "compiles: \n", "compiles: \nC2 CompilerThread0   774   4   A::b (2 bytes)\n")))
        .isFalse();
    assertThat(Compiler.seconds()).isPositive();
  }
}
