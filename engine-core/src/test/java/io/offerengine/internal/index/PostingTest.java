package io.offerengine.internal.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.column.Footprint;
import io.offerengine.schema.Tier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.roaringbitmap.RoaringBitmap;

/** Postings of every density tell the same rows; which structures they have depends on density. */
class PostingTest {
  private static final int ROWS = 51_200;
  private static final int OBJECT = 3 * Footprint.REFERENCE + Integer.BYTES;

  /** From the rarest value to one that every row has; 72 rows are listed, 73 are not. */
  private static final int[] COUNTS = {0, 1, 72, 73, 100, 101, 800, 801, 20_000, ROWS};

  @Test
  void rows_ofEveryDensity_areThoseGiven() {
    for (int count : COUNTS) {
      int[] rows = rows(count);
      for (Posting posting : postings(rows)) {
        long[] target = Bits.of(new int[] {5}, ROWS);
        posting.orInto(target);
        long[] expected = Bits.of(rows, ROWS);
        Bits.set(expected, 5);
        List<Integer> listed = new ArrayList<>();
        posting.forEach(listed::add);

        assertThat(posting.count()).isEqualTo(count);
        assertThat(target).as("%s rows", count).isEqualTo(expected);
        assertThat(listed).as("%s rows", count).isEqualTo(boxed(rows));
        if (posting.words() != null) {
          assertThat(posting.words()).as("%s rows", count).isEqualTo(Bits.of(rows, ROWS));
        }
        assertThat(ListedRows.of(posting.batches())).as("%s rows", count).isEqualTo(boxed(rows));
      }
    }
  }

  private static List<Posting> postings(int[] rows) {
    return List.of(
        Posting.dense(Bits.of(rows, ROWS), rows.length),
        Posting.ofBitmap(Bits.of(rows, ROWS), rows.length, ROWS),
        Posting.sparse(rows, ROWS, Tier.HOT),
        Posting.sparse(rows, ROWS, Tier.COLD));
  }

  /** More than a row in 64 is frequent, more than one in 512 has a bitmap beside its list. */
  @Test
  void words_ofAPosting_areThereWhereItIsDenseEnough() {
    assertThat(Posting.isFrequent(800, ROWS)).isFalse();
    assertThat(Posting.isFrequent(801, ROWS)).isTrue();
    assertThat(Posting.sparse(rows(100), ROWS, Tier.WARM).words()).isNull();
    assertThat(Posting.sparse(rows(101), ROWS, Tier.WARM).words()).isNotNull();
    assertThat(Posting.sparse(rows(101), ROWS, Tier.COLD).words()).isNull();
    assertThat(Posting.ofBitmap(Bits.of(rows(3), ROWS), 3, ROWS).words()).isNotNull();
  }

  @Test
  void isListed_ofAPosting_whereItIsNotFrequent() {
    assertThat(Posting.ofBitmap(Bits.of(rows(800), ROWS), 800, ROWS).isListed()).isTrue();
    assertThat(Posting.ofBitmap(Bits.of(rows(801), ROWS), 801, ROWS).isListed()).isFalse();
    assertThat(Posting.sparse(rows(72), ROWS, Tier.HOT).isListed()).isTrue();
  }

  @Test
  void bytes_ofAPosting_countItsStructures() {
    long words = Footprint.array(ROWS / 64, Long.BYTES);
    long object = Footprint.object(OBJECT);
    RoaringBitmap roaring = RoaringBitmap.bitmapOf(rows(73));
    roaring.trim();
    long sparse = 160 + roaring.getLongSizeInBytes();

    assertThat(Posting.dense(Bits.of(rows(9), ROWS), 9).bytes()).isEqualTo(object + words);
    assertThat(Posting.sparse(rows(72), ROWS, Tier.HOT).bytes())
        .isEqualTo(object + Footprint.array(72, Integer.BYTES));
    assertThat(Posting.sparse(rows(73), ROWS, Tier.HOT).bytes()).isEqualTo(object + sparse);
    assertThat(Posting.ofBitmap(Bits.of(rows(73), ROWS), 73, ROWS).bytes())
        .isEqualTo(object + sparse + words);
  }

  /** Returns so many rows, spread over all, ascending. */
  private static int[] rows(int count) {
    return IntStream.range(0, count).map(i -> (int) ((long) i * ROWS / count)).toArray();
  }

  private static List<Integer> boxed(int[] rows) {
    return Arrays.stream(rows).boxed().toList();
  }
}
