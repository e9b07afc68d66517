package io.offerengine.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command line of the router. */
class RouterCommandTest {
  @ParameterizedTest
  @CsvSource({"--drain-seconds,-1", "--drain-seconds,3601", "--deadline,0", "--port,65536"})
  void valueOutOfRange_isRefusedAtTheStart(String option, String value) {
    CommandRun run = CommandRun.of("router", "--shard", "http://127.0.0.1:1", option, value);
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("'" + option + "'").contains("got " + value);
  }
}
