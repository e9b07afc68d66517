package io.offerengine.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

/** The command holds the versions that it is asked for, and prints what they take. */
class HeldCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int execute(String... arguments) {
    return HeldCommand.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  @Test
  void execute_aSmallMarket_printsOneLine() {
    int code = execute("--offers", "600", "--versions", "20", "--batch", "3");
    assertThat(err.toString()).isEmpty();
    assertThat(code).isZero();
    assertThat(out.toString().lines())
        .singleElement()
        .asString()
        .matches(
            "20 versions of 600 offers, 3 changed in each: heap [0-9.]+ MB with all, [0-9.]+ MB"
                + " with the newest; -?[0-9.]+ kB for each version, -?[0-9.]+ kB for each changed"
                + " offer");
  }

  @Test
  void execute_withoutVersions_isRefused() {
    assertThat(execute("--versions", "0")).isEqualTo(2);
    assertThat(err.toString()).contains("--versions takes more than 0, but got 0");
  }
}
