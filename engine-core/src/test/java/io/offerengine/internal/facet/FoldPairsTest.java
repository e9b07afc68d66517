package io.offerengine.internal.facet;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.testing.Seeds;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pairs of values and folds, held to a hash set, with and without room for bitmaps. */
class FoldPairsTest {
  private final long seed = Seeds.first();

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 16, 40, 500, 100_000})
  void add_whateverHasBitmaps_tellsWhetherThePairIsNew(int mostWords) {
    Random random = new Random(seed);
    FoldPairs pairs = new FoldPairs(mostWords);
    Set<List<Integer>> expected = new HashSet<>();
    for (int i = 0; i < 30_000; i++) {
      // Values and folds get their numbers as rows are read, so both grow.
      int value = random.nextInt(1 + i / 500);
      int fold = random.nextInt(64 + i / 5);
      assertThat(pairs.add(value, fold))
          .as("seed=%d words=%d value=%d fold=%d", seed, mostWords, value, fold)
          .isEqualTo(expected.add(List.of(value, fold)));
    }
  }
}
