package io.offerengine.internal.column;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Bitmaps of kept rows, held to a look at each row. */
class KeptRowsTest {
  private static final int CASES = 500;
  private static final int MOST_ROWS = 400;

  @Test
  void selectBits_anyRowsKept_movesEachBitToItsRowsPlace() {
    for (int seed = 0; seed < CASES; seed++) {
      Random random = new Random(seed);
      int rowCount = 1 + random.nextInt(MOST_ROWS);
      double share = random.nextInt(4) / 3.0;
      int[] rows =
          IntStream.range(0, rowCount).filter(row -> random.nextDouble() < share).toArray();
      long[] bitmap = new long[Bits.wordCount(rowCount)];
      IntStream.range(0, rowCount)
          .filter(row -> random.nextBoolean())
          .forEach(row -> Bits.set(bitmap, row));

      KeptRows kept = new KeptRows(rows, rowCount);
      long[] expected = new long[Bits.wordCount(rows.length)];
      for (int place = 0; place < rows.length; place++) {
        assertThat(kept.place(rows[place])).as("seed %s", seed).isEqualTo(place);
        if (Bits.get(bitmap, rows[place])) {
          Bits.set(expected, place);
        }
      }
      assertThat(kept.selectBits(bitmap)).as("seed %s", seed).isEqualTo(expected);
      assertThat(kept.size()).as("seed %s", seed).isEqualTo(rows.length);
      long dropped =
          IntStream.range(0, rowCount).filter(row -> kept.place(row) == KeptRows.NOWHERE).count();
      assertThat(dropped).as("seed %s", seed).isEqualTo(rowCount - rows.length);
    }
  }
}
