package io.offerengine.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

/** Which command or benchmark an argument names. */
class MainTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) throws Exception {
    return Main.run(arguments, new PrintWriter(out, true), new PrintWriter(err, true));
  }

  @Test
  void run_withoutArgumentsOrForHelp_saysWhatThereIs() throws Exception {
    assertThat(run()).isZero();
    assertThat(out.toString().lines())
        .hasSizeLessThan(40)
        .allMatch(line -> line.length() <= 120)
        .anyMatch(line -> line.startsWith("  compare "))
        .anyMatch(line -> line.startsWith("  Searches, Appends, "))
        .anyMatch(line -> line.contains("PlanChoice, "));
    String withoutArguments = out.toString();
    out.getBuffer().setLength(0);
    assertThat(run("--help")).isZero();
    assertThat(out).hasToString(withoutArguments);
  }

  @Test
  void run_ofUnknownWord_isRefusedByName() throws Exception {
    assertThat(run("versoins", "--offers", "600")).isEqualTo(2);
    assertThat(run("[")).isEqualTo(2);
    assertThat(err.toString().lines())
        .containsExactly(
            "versoins is neither a command nor a part of a benchmark's name; --help lists both",
            "[ is neither a command nor a part of a benchmark's name; --help lists both");
  }
}
