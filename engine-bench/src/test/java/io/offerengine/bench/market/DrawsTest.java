package io.offerengine.bench.market;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.BitSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The random parts that everything else is made of. */
class DrawsTest {
  private final Draws draws = Draws.of(11, Draws.Kind.HOST, 3);

  @Test
  void mix_ofStates_isThatOfSplittableRandom() {
    long step = 0x9E3779B97F4A7C15L;
    SplittableRandom random = new SplittableRandom(42);
    for (int i = 1; i <= 100; i++) {
      assertThat(Draws.mix(42 + step * i)).isEqualTo(random.nextLong());
    }
  }

  @Test
  void near_aRank_staysUniformAndClose() {
    int close = 0;
    int[] tenths = new int[10];
    for (int i = 0; i < 100_000; i++) {
      double rank = draws.unit();
      double near = draws.near(rank, 0.8);
      double distance = Math.abs(near - rank);
      close += Math.min(distance, 1 - distance) <= 0.06 ? 1 : 0;
      tenths[(int) (near * 10)]++;
    }
    // 80 % stay, and 12 % of the others are as close by accident.
    assertThat(close / 1e5).isCloseTo(0.824, within(0.01));
    for (int tenth : tenths) {
      assertThat(tenth).isBetween(9_500, 10_500);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 1000, 65_536, 65_537})
  void map_ofEveryNumber_isOneToOne(int size) {
    Permutation permutation = new Permutation(size, draws);
    BitSet seen = new BitSet();
    for (int i = 0; i < size; i++) {
      long mapped = permutation.map(i);
      assertThat(mapped).isBetween(0L, size - 1L);
      seen.set((int) mapped);
    }
    assertThat(seen.cardinality()).isEqualTo(size);
  }

  @Test
  void at_ranksBetweenQuantiles_liesBetweenTheirValues() {
    Quantiles quantiles = Quantiles.five(1, 10, 20, 20, 80);
    assertThat(quantiles.at(0)).isEqualTo(1);
    assertThat(quantiles.at(0.1)).isCloseTo(10, within(1e-9));
    assertThat(quantiles.at(0.3)).isCloseTo(Math.sqrt(200), within(1e-9));
    assertThat(quantiles.at(0.7)).isEqualTo(20);
    assertThat(quantiles.at(0.95)).isCloseTo(40, within(1e-9));
    assertThat(quantiles.at(1)).isCloseTo(80, within(1e-9));
  }

  @Test
  void at_ranksOfShares_givesEachItsPart() {
    Shares<Double> shares = Shares.ofPairs(1, 10, 2, 20, 1, 30);
    assertThat(shares.at(0)).isEqualTo(10);
    assertThat(shares.at(0.2499)).isEqualTo(10);
    assertThat(shares.at(0.25)).isEqualTo(20);
    assertThat(shares.at(0.7499)).isEqualTo(20);
    assertThat(shares.at(0.9999)).isEqualTo(30);
  }

  @ParameterizedTest
  @CsvSource({
    "8, 1, 15, 4",
    "8, 2, 7, 3",
    "5, 1, 9, 4",
    "1, 1, 1, 1",
    "6, 6, 1, 1",
    "16, 1, 31, 5"
  })
  void slices_ofGpusAndChunk_areSoMany(int gpus, int chunk, int slices, int sizes) {
    Slicing slicing = Slicing.of(gpus, chunk);
    assertThat(slicing.count()).isEqualTo(slices);
    assertThat(slicing.slices().get(slices - 1).sizeOrdinal()).isEqualTo(sizes - 1);
    assertThat(slicing.slices().get(slices - 1).size()).isEqualTo(gpus);
  }
}
