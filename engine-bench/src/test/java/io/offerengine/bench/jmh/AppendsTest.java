package io.offerengine.bench.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The benchmark over a new log. */
class AppendsTest {
  @Test
  void appends_raiseTheVersion() throws IOException {
    Appends benchmark = new Appends();
    benchmark.database = "SQLITE";
    benchmark.members = 1;
    benchmark.batch = 10;
    benchmark.offers = 500;
    benchmark.setUp();
    try {
      Appends.Writer writer = new Appends.Writer();
      long version = benchmark.append(writer);
      assertThat(benchmark.appendAndSee(writer)).isEqualTo(version + 1);
    } finally {
      benchmark.tearDown();
    }
  }
}
