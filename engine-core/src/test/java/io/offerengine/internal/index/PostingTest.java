package io.offerengine.internal.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.column.Footprint;
import io.offerengine.internal.file.BlockReader;
import io.offerengine.internal.file.BlockWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.roaringbitmap.RoaringBitmap;

/** Postings of every density tell the same rows; which structures they have depends on density. */
class PostingTest {
  private static final int ROWS = 51_200;
  private static final int[] EVEN = IntStream.range(0, ROWS / 2).map(row -> 2 * row).toArray();
  private static final int OBJECT = 3 * Footprint.REFERENCE + Integer.BYTES;

  /** From the rarest value to one that every row has; 256 rows are listed, 257 are not. */
  private static final int[] COUNTS = {0, 1, 256, 257, 800, 801, 20_000, ROWS};

  @Test
  void rows_ofEveryDensity_areThoseGiven() {
    for (int count : COUNTS) {
      int[] rows = rows(count);
      for (Posting posting : postings(rows)) {
        long[] target = Bits.of(new int[] {5}, ROWS);
        posting.orInto(target);
        long[] expected = Bits.of(rows, ROWS);
        Bits.set(expected, 5);

        assertThat(posting.count()).isEqualTo(count);
        assertThat(target).as("%s rows", count).isEqualTo(expected);
        assertThat(posting.rows()).as("%s rows", count).isEqualTo(rows);
        if (posting.words() != null) {
          assertThat(posting.words()).as("%s rows", count).isEqualTo(Bits.of(rows, ROWS));
        }
        assertThat(ListedRows.of(posting.batches())).as("%s rows", count).isEqualTo(boxed(rows));
        assertThat(posting.countIn(Bits.of(EVEN, ROWS), Bits.wordCount(ROWS)))
            .as("%s rows", count)
            .isEqualTo(Arrays.stream(rows).filter(row -> row % 2 == 0).count());
      }
    }
  }

  private static List<Posting> postings(int[] rows) {
    return List.of(
        Posting.dense(Bits.of(rows, ROWS), rows.length),
        Posting.sparse(rows),
        Posting.ofRows(rows, ROWS));
  }

  /** Earlier builds wrote a bitmap beside the list of a value that many rows had. */
  @ParameterizedTest
  @ValueSource(ints = {72, 700})
  void posting_ofAnEarlierBuild_hasItsListAlone(int count, @TempDir Path folder)
      throws IOException {
    int[] rows = rows(count);
    boolean isListed = count <= 72;
    ByteBuffer bytes = ByteBuffer.allocate(RoaringBitmap.bitmapOf(rows).serializedSizeInBytes());
    RoaringBitmap.bitmapOf(rows).serialize(bytes);
    Path file = folder.resolve("posting");
    BlockWriter.write(
        file,
        rows,
        (list, out) -> {
          out.writeInt(count);
          out.write(Bits.of(list, ROWS));
          out.write(isListed ? list : null);
          out.write(isListed ? null : bytes.array());
        });

    Posting read = BlockReader.read(file, Posting::read);

    assertThat(read.count()).isEqualTo(count);
    assertThat(read.words()).isNull();
    assertThat(ListedRows.of(read.batches())).isEqualTo(boxed(rows));
  }

  /** More than a row in 64 is frequent. */
  @Test
  void rows_ofAPosting_areListedWhereTheyAreNotFrequent() {
    assertThat(Posting.isFrequent(800, ROWS)).isFalse();
    assertThat(Posting.isFrequent(801, ROWS)).isTrue();
    assertThat(Posting.ofRows(rows(800), ROWS).isListed()).isTrue();
    assertThat(Posting.ofRows(rows(800), ROWS).words()).isNull();
    assertThat(Posting.ofRows(rows(801), ROWS).isListed()).isFalse();
    assertThat(Posting.ofRows(rows(801), ROWS).words()).isEqualTo(Bits.of(rows(801), ROWS));
  }

  @Test
  void bytes_ofAPosting_countItsStructures() {
    long words = Footprint.array(ROWS / 64, Long.BYTES);
    long object = Footprint.object(OBJECT);
    RoaringBitmap roaring = RoaringBitmap.bitmapOf(rows(257));
    roaring.trim();
    long sparse = 160 + roaring.getLongSizeInBytes();

    assertThat(new Footprint().of(Posting.dense(Bits.of(rows(9), ROWS), 9)))
        .isEqualTo(object + words);
    assertThat(new Footprint().of(Posting.sparse(rows(256))))
        .isEqualTo(object + Footprint.array(256, Integer.BYTES));
    assertThat(new Footprint().of(Posting.sparse(rows(257)))).isEqualTo(object + sparse);
  }

  /** Returns so many rows, spread over all, ascending. */
  private static int[] rows(int count) {
    return IntStream.range(0, count).map(i -> (int) ((long) i * ROWS / count)).toArray();
  }

  private static List<Integer> boxed(int[] rows) {
    return Arrays.stream(rows).boxed().toList();
  }
}
