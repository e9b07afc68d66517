package io.offerengine.bench.market;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.BitSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The random parts that everything else is made of. */
class DrawsTest {
  private final Draws draws = Draws.of(11, Draws.Kind.HOST, 3);

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
