package io.offerengine.internal.column;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.schema.NumericKey;
import java.util.Comparator;
import java.util.Random;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Keys of all kinds, held to a sort by comparison. */
class KeyOrderTest {
  private static final int CASES = 300;
  private static final int MANY = 9000;
  private static final int FEW = 300;

  @Test
  void of_randomKeys_sortsRowsAsAComparisonDoes() {
    for (int seed = 0; seed < CASES; seed++) {
      Random random = new Random(seed);
      LongSupplier kind = kind(random);
      long[] keys = new long[random.nextInt(seed % 4 == 0 ? MANY : FEW)];
      for (int row = 0; row < keys.length; row++) {
        keys[row] = random.nextInt(4) == 0 && row > 0 ? keys[row - 1] : kind.getAsLong();
      }
      int[] sorted =
          IntStream.range(0, keys.length)
              .boxed()
              .sorted(Comparator.comparingLong(row -> keys[row]))
              .mapToInt(row -> row)
              .toArray();
      assertThat(KeyOrder.of(keys)).as("seed %s", seed).isEqualTo(sorted);
    }
  }

  /**
   * Few values, narrow and full ranges, doubles, and keys that differ in their lowest bits only.
   */
  private static LongSupplier kind(Random random) {
    long base = random.nextLong();
    return switch (random.nextInt(7)) {
      case 0 -> () -> random.nextInt(3) - 1;
      case 1 -> () -> base + random.nextInt(100_000);
      case 2 -> random::nextLong;
      case 3 -> () -> NumericKey.of(random.nextGaussian() * 100);
      case 4 -> () -> (random.nextBoolean() ? Long.MIN_VALUE : 0) + random.nextInt(5000);
      case 5 -> () -> random.nextBoolean() ? Long.MIN_VALUE : Long.MAX_VALUE;
      default -> () -> NumericKey.of(Math.rint(random.nextDouble() * 1e4) / 100);
    };
  }
}
