package io.offerengine.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** The two costs that are no products. */
class CostModelTest {
  @Test
  void words_beyondTheCache_costMore() {
    assertThat(CostModel.words(100)).isEqualTo(100 * CostModel.WORD);
    assertThat(CostModel.words(CostModel.CACHED_WORDS))
        .isEqualTo(CostModel.CACHED_WORDS * CostModel.WORD);
    assertThat(CostModel.words(CostModel.CACHED_WORDS + 10))
        .isCloseTo(
            CostModel.words(CostModel.CACHED_WORDS)
                + 10 * (CostModel.WORD + CostModel.UNCACHED_WORD),
            within(1e-6));
  }

  @Test
  void collecting_manyRows_sortsThem() {
    assertThat(CostModel.collecting(1_000, 64)).isEqualTo(64 * CostModel.INSERT);
    assertThat(CostModel.collecting(10, 64)).isEqualTo(10 * CostModel.INSERT);
    assertThat(CostModel.collecting(1_000, CostModel.SMALL_K))
        .isEqualTo(CostModel.SMALL_K * CostModel.INSERT);
    assertThat(CostModel.collecting(1_000, CostModel.SMALL_K + 1))
        .isEqualTo((CostModel.SMALL_K + 1) * CostModel.SORT);
  }
}
