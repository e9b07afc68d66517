package io.offerengine.internal.segment;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.file.BlockReader;
import io.offerengine.internal.file.BlockWriter;
import io.offerengine.testing.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Live rows beside a set of the dead ones, in one chunk and in several. */
final class LiveRowsTest {
  private static final int[] SIZES = {
    1, 63, 64, 100, LiveRows.CHUNK_ROWS, LiveRows.CHUNK_ROWS + 1, 2 * LiveRows.CHUNK_ROWS + 100
  };

  @TempDir private Path directory;

  @Test
  void publishedRows_afterAnyBatches_areThoseOfTheirBatch() throws IOException {
    long seed = Seeds.first();
    Random random = new Random(seed);
    for (int size : SIZES) {
      boolean isNew = random.nextBoolean();
      LiveRows.Editor editor =
          isNew ? LiveRows.Editor.ofAll(size) : new LiveRows.Editor(LiveRows.all(size));
      boolean[] isDead = new boolean[size];
      List<LiveRows> published = new ArrayList<>();
      List<boolean[]> expected = new ArrayList<>();
      for (int batch = 0; batch < 6; batch++) {
        for (int i = random.nextInt(40); i > 0; i--) {
          int row = random.nextInt(size);
          editor.reserve(row);
          if (!isDead[row] && random.nextInt(4) > 0) {
            isDead[row] = true;
            editor.kill(row);
          }
        }
        published.add(editor.publish());
        expected.add(isDead.clone());
        assertThat(editor.deadCount()).isEqualTo(published.get(batch).deadCount());
      }
      for (int batch = 0; batch < published.size(); batch++) {
        String replay = "seed " + seed + ", " + size + " rows, batch " + batch;
        LiveRows rows = published.get(batch);
        assertAgrees(replay, rows, expected.get(batch), random);
        Path file = directory.resolve(size + "-" + batch);
        BlockWriter.write(file, rows, (all, out) -> all.write(size, out));
        LiveRows read = BlockReader.read(file, in -> LiveRows.read(size, in));
        assertAgrees(replay + ", read again", read, expected.get(batch), random);
      }
    }
  }

  private static void assertAgrees(String replay, LiveRows rows, boolean[] isDead, Random random) {
    int size = isDead.length;
    long[] live = new long[Bits.wordCount(size)];
    int dead = 0;
    for (int row = 0; row < size; row++) {
      assertThat(rows.isLive(row)).as("%s, row %s", replay, row).isEqualTo(!isDead[row]);
      dead += isDead[row] ? 1 : 0;
      if (!isDead[row]) {
        Bits.set(live, row);
      }
    }
    assertThat(rows.deadCount()).as(replay).isEqualTo(dead);
    int[] some = random.ints(300, 0, size).toArray();
    int[] left = some.clone();
    int count = rows.filter(left, 200);
    assertThat(Arrays.copyOf(left, count))
        .as(replay)
        .isEqualTo(Arrays.stream(some, 0, 200).filter(row -> !isDead[row]).toArray());
    int from = random.nextInt(live.length + 1);
    int to = from + random.nextInt(live.length + 1 - from);
    long[] copied = new long[live.length];
    rows.copy(copied, from, to);
    long[] expected = new long[live.length];
    System.arraycopy(live, from, expected, from, to - from);
    assertThat(copied).as("%s, words from %s to %s", replay, from, to).isEqualTo(expected);
  }
}
