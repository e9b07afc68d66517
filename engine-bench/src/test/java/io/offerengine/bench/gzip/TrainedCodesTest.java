package io.offerengine.bench.gzip;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The trained codes still fit the responses of today, and the training finds good codes. */
class TrainedCodesTest {
  @Test
  void codes_ofToday_areHardlyLongerThanNewOnes() {
    TrainedCodes codes = new TrainedCodes(3_000, 11, 5, 64);
    assertThat(codes.responses()).isGreaterThan(40);
    assertThat((double) codes.bytes() / codes.plainBytes()).isLessThan(0.13);
    assertThat((double) codes.fixedBytes() / codes.bytes()).isGreaterThan(1.3);
    assertThat((double) codes.bytes() / codes.bestBytes())
        .as("the layout of rows has changed: train the codes again (train-gzip --help)")
        // New codes are the best for the symbols alone; their own description may be longer.
        .isBetween(0.999, 1.03);
  }

  @Test
  void lengths_ofRandomCounts_areACompleteCodeAndNoneIsTooLong() {
    Random random = new Random(1);
    for (int i = 0; i < 50; i++) {
      long[] counts =
          random.longs(2 + random.nextInt(300), 0, 1L << random.nextInt(1, 40)).toArray();
      int[] lengths = CodeLengths.of(counts, CodeLengths.LONGEST);
      double sum = Arrays.stream(lengths).mapToDouble(length -> Math.pow(2, -length)).sum();
      assertThat(sum).isEqualTo(1);
      assertThat(Arrays.stream(lengths))
          .allMatch(length -> length >= 1 && length <= CodeLengths.LONGEST);
    }
  }

  @Test
  void lengths_withoutNeedOfTheLimit_areThoseOfHuffman() {
    assertThat(CodeLengths.of(new long[] {40, 30, 15, 10, 5}, CodeLengths.LONGEST))
        .containsExactly(1, 2, 3, 4, 4);
    assertThat(CodeLengths.of(new long[] {40, 30, 15, 10, 5}, 3)).containsExactly(2, 2, 2, 3, 3);
  }
}
