package io.offerengine.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.bench.compare.WarmUp.Window;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When a warm-up ends. */
class WarmUpTest {
  private static Window idle(double... means) {
    return window(0, true, means);
  }

  private static Window window(double compiling, boolean isQueueEmpty, double... means) {
    List<Double> ofSides = new ArrayList<>();
    for (double mean : means) {
      ofSides.add(mean);
    }
    return new Window(1, compiling, isQueueEmpty, ofSides);
  }

  @Test
  void isSettled_afterIdleWindowsAtTheSameSpeed_isTrue() {
    assertThat(WarmUp.isSettled(List.of(idle(10), idle(10), idle(10), idle(10)))).isTrue();
    assertThat(WarmUp.isSettled(List.of(idle(50), idle(10), idle(10), idle(10), idle(9.8))))
        .isTrue();
  }

  @Test
  void isSettled_afterFewWindows_isFalse() {
    assertThat(WarmUp.isSettled(List.of())).isFalse();
    assertThat(WarmUp.isSettled(List.of(idle(10), idle(10), idle(10)))).isFalse();
  }

  @Test
  void isSettled_whileMethodsAreCompiled_isFalse() {
    List<Window> windows = List.of(idle(10), idle(10), window(0.5, true, 10), idle(10));
    assertThat(WarmUp.isSettled(windows)).isFalse();
  }

  /** The counter stands still while a large method is compiled. */
  @Test
  void isSettled_whileAMethodWaits_isFalse() {
    List<Window> windows = List.of(idle(10), idle(10), idle(10), window(0, false, 10));
    assertThat(WarmUp.isSettled(windows)).isFalse();
  }

  @Test
  void isSettled_whileOneSideGetsFaster_isFalse() {
    assertThat(WarmUp.isSettled(List.of(idle(10, 10), idle(10, 9), idle(10, 8), idle(10, 7))))
        .isFalse();
  }

  @Test
  void isSettled_onAMachineThatSlowsDown_isTrue() {
    assertThat(WarmUp.isSettled(List.of(idle(10), idle(17), idle(17), idle(17)))).isTrue();
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
