package io.offerengine.internal.column;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Looks for used words, held to a look at one word after the other. */
class BitsTest {
  private static final int CASES = 2000;
  private static final int MOST_WORDS = 40;

  @Test
  void firstUsedAndLastUsed_anyRunOfWords_areThoseOfALookAtEach() {
    for (int seed = 0; seed < CASES; seed++) {
      Random random = new Random(seed);
      long[] words = new long[random.nextInt(MOST_WORDS)];
      for (int used = random.nextInt(4); used > 0 && words.length > 0; used--) {
        words[random.nextInt(words.length)] |= 1L << random.nextInt(Long.SIZE);
      }
      int from = random.nextInt(words.length + 1);
      int to = from + random.nextInt(words.length - from + 1);
      int first = from;
      while (first < to && words[first] == 0) {
        first++;
      }
      int last = to - 1;
      while (last >= from && words[last] == 0) {
        last--;
      }
      assertThat(Bits.firstUsed(words, from, to)).as("seed %s", seed).isEqualTo(first);
      assertThat(Bits.lastUsed(words, from, to)).as("seed %s", seed).isEqualTo(last);
    }
  }
}
