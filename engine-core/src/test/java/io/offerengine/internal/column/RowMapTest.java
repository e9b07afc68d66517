package io.offerengine.internal.column;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Bitmaps of kept rows, held to a look at each row. */
class RowMapTest {
  private static final int CASES = 500;
  private static final int MOST_ROWS = 400;

  @Test
  void moveBits_anyRowsKeptAtAnyPlaces_movesEachBitToItsRowsPlace() {
    for (int seed = 0; seed < CASES; seed++) {
      Random random = new Random(seed);
      int rowCount = 1 + random.nextInt(MOST_ROWS);
      int[] rows = some(rowCount, random.nextInt(4) / 3.0, random);
      int placeCount = rows.length + (random.nextBoolean() ? random.nextInt(MOST_ROWS) : 0);
      int[] places = places(rows.length, placeCount, random);
      long[] bitmap = Bits.of(some(rowCount, 0.5, random), rowCount);
      long[] others = Bits.of(others(places, placeCount, random), placeCount);

      RowMap kept = new RowMap(rows, rowCount, places, placeCount);
      long[] expected = others.clone();
      for (int i = 0; i < rows.length; i++) {
        assertThat(kept.place(rows[i])).as("seed %s", seed).isEqualTo(places[i]);
        if (Bits.get(bitmap, rows[i])) {
          Bits.set(expected, places[i]);
        }
      }
      long[] moved = others.clone();
      kept.moveBits(bitmap, moved);
      assertThat(moved).as("seed %s", seed).isEqualTo(expected);
      assertThat(kept.size()).as("seed %s", seed).isEqualTo(rows.length);
      long dropped =
          IntStream.range(0, rowCount).filter(row -> kept.place(row) == RowMap.NOWHERE).count();
      assertThat(dropped).as("seed %s", seed).isEqualTo(rowCount - rows.length);
    }
  }

  private static int[] some(int count, double share, Random random) {
    return IntStream.range(0, count).filter(row -> random.nextDouble() < share).toArray();
  }

  /** Returns some of the places, as many as there are rows. */
  private static int[] places(int count, int placeCount, Random random) {
    int[] all = IntStream.range(0, placeCount).toArray();
    for (int i = 0; i < count; i++) {
      int other = i + random.nextInt(placeCount - i);
      int place = all[other];
      all[other] = all[i];
      all[i] = place;
    }
    int[] places = Arrays.copyOf(all, count);
    Arrays.sort(places);
    return places;
  }

  /** Returns some of the places that rows of other segments have. */
  private static int[] others(int[] places, int placeCount, Random random) {
    return IntStream.range(0, placeCount)
        .filter(place -> Arrays.binarySearch(places, place) < 0 && random.nextBoolean())
        .toArray();
  }
}
