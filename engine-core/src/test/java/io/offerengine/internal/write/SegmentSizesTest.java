package io.offerengine.internal.write;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SegmentSizesTest {
  @ParameterizedTest
  @CsvSource({
    "0,          262144",
    "1000000,    262144",
    "1048580,    262145",
    "10000000,   2500000",
    "2147483647, 536870911"
  })
  void segmentRows_ofManyOffers_isTheirQuarter(int offers, int rows) {
    assertThat(SegmentSizes.DEFAULTS.segmentRows(offers)).isEqualTo(rows);
  }

  @ParameterizedTest
  @CsvSource({"0, 0, 256", "0, 100000, 781", "0, 10000000, 2048", "64, 10000000, 64"})
  void tailRows_ofManyOffers_followThemUnlessFixed(int fixed, int offers, int rows) {
    assertThat(new SegmentSizes(fixed, 0).tailRows(offers)).isEqualTo(rows);
  }

  @ParameterizedTest
  @CsvSource({"0", "10000000"})
  void segmentRows_ofFixedSize_followNothing(int offers) {
    assertThat(new SegmentSizes(0, 500).segmentRows(offers)).isEqualTo(500);
  }
}
