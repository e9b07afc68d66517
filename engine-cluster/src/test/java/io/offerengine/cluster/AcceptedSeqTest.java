package io.offerengine.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The numbers of logs that were accepted. */
class AcceptedSeqTest {
  @Test
  void number_isTheTime_whateverTheCopyHad() {
    Instant first = Instant.parse("2026-11-25T14:00:00.000001Z");
    long accepted = AcceptedSeq.after(5, first);
    assertThat(accepted).isEqualTo(1_795_615_200_000_001L);
    assertThat(AcceptedSeq.after(5, first.plusSeconds(1))).isEqualTo(accepted + 1_000_000);
    assertThat(AcceptedSeq.after(accepted + 3, first.plusSeconds(2)))
        .isEqualTo(accepted + 2_000_000);
  }

  @Test
  void number_isGreaterThanThatOfTheCopy_ifTheClockIsBehind() {
    assertThat(AcceptedSeq.after(7_000_000_000_000_000L, Instant.EPOCH))
        .isEqualTo(7_000_000_001_000_000L);
  }

  @Test
  void numbers_areExactInJson_for200Years() {
    long late = AcceptedSeq.after(0, Instant.parse("2226-01-01T00:00:00Z"));
    assertThat(late).isLessThan(1L << 53);
  }
}
