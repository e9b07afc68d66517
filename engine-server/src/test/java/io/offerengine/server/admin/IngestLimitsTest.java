package io.offerengine.server.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The number of ingests at once depends on the heap. */
class IngestLimitsTest {
  @ParameterizedTest
  @CsvSource({"64,256,1", "64,1024,1", "64,2048,2", "64,3072,3", "64,65536,4", "1023,4096,1"})
  void ingestsAtOnce_followFromTheHeap(int batchMebibytes, long heapMebibytes, int atOnce) {
    IngestLimits limits = IngestLimits.ofBatches(batchMebibytes << 20, heapMebibytes << 20);
    assertThat(limits).isEqualTo(new IngestLimits(batchMebibytes << 20, 100_000, atOnce));
  }

  @Test
  void limit_ofNothing_isRefused() {
    assertThatThrownBy(() -> new IngestLimits(1, 0, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
