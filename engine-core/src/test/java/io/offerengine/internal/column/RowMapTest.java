package io.offerengine.internal.column;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Compares the moved bits of a {@link RowMap} with a loop over its rows. */
class RowMapTest {
  private static final int CASES = 500;
  private static final int MOST_ROWS = 400;

  @Test
  void moveBits_anyMap_movesEachBitToTheNewRow() {
    for (int seed = 0; seed < CASES; seed++) {
      Random random = new Random(seed);
      int rowCount = 1 + random.nextInt(MOST_ROWS);
      int[] rows = some(rowCount, random.nextInt(4) / 3.0, random);
      int newRowCount = rows.length + (random.nextBoolean() ? random.nextInt(MOST_ROWS) : 0);
      int[] newRows = newRows(rows.length, newRowCount, random);
      long[] bitmap = Bits.of(some(rowCount, 0.5, random), rowCount);
      long[] others = Bits.of(others(newRows, newRowCount, random), newRowCount);

      RowMap map = new RowMap(rows, rowCount, newRows, newRowCount);
      long[] expected = others.clone();
      for (int i = 0; i < rows.length; i++) {
        assertThat(map.newRow(rows[i])).as("seed %s", seed).isEqualTo(newRows[i]);
        if (Bits.get(bitmap, rows[i])) {
          Bits.set(expected, newRows[i]);
        }
      }
      long[] moved = others.clone();
      map.moveBits(bitmap, moved);
      assertThat(moved).as("seed %s", seed).isEqualTo(expected);
      assertThat(map.size()).as("seed %s", seed).isEqualTo(rows.length);
      long dropped =
          IntStream.range(0, rowCount).filter(row -> map.newRow(row) == RowMap.DROPPED).count();
      assertThat(dropped).as("seed %s", seed).isEqualTo(rowCount - rows.length);
    }
  }

  private static int[] some(int count, double share, Random random) {
    return IntStream.range(0, count).filter(row -> random.nextDouble() < share).toArray();
  }

  /** Returns random new rows, ascending, as many as there are rows. */
  private static int[] newRows(int count, int newRowCount, Random random) {
    int[] all = IntStream.range(0, newRowCount).toArray();
    for (int i = 0; i < count; i++) {
      int other = i + random.nextInt(newRowCount - i);
      int swapped = all[other];
      all[other] = all[i];
      all[i] = swapped;
    }
    int[] newRows = Arrays.copyOf(all, count);
    Arrays.sort(newRows);
    return newRows;
  }

  /** Returns some of the new rows that come from other segments. */
  private static int[] others(int[] newRows, int newRowCount, Random random) {
    return IntStream.range(0, newRowCount)
        .filter(row -> Arrays.binarySearch(newRows, row) < 0 && random.nextBoolean())
        .toArray();
  }
}
