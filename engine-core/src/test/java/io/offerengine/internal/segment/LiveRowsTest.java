package io.offerengine.internal.segment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The live rows of one chunk, and of several, held to a look at each row. */
class LiveRowsTest {
  private static final int[] CAPACITIES = {
    1, 64, 100, LiveRows.CHUNK_ROWS, 3 * LiveRows.CHUNK_ROWS
  };

  @Test
  void filter_anyRowsDead_keepsTheLiveOnesInTheirOrder() {
    for (int capacity : CAPACITIES) {
      Random random = new Random(capacity);
      LiveRows.Editor editor = new LiveRows.Editor(LiveRows.all(capacity));
      int[] dead = IntStream.range(0, capacity).filter(row -> random.nextInt(3) == 0).toArray();
      for (int row : dead) {
        editor.kill(row);
      }
      LiveRows live = editor.publish();
      int[] rows = random.ints(500, 0, capacity).toArray();
      int[] expected = IntStream.of(rows).filter(live::isLive).toArray();
      int kept = live.filter(rows, rows.length);
      assertThat(Arrays.copyOf(rows, kept)).as("%s rows", capacity).containsExactly(expected);
      assertThat(live.deadCount()).isEqualTo(dead.length);
      assertThat(expected).doesNotContain(dead);
    }
  }
}
