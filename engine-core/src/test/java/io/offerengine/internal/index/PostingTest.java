package io.offerengine.internal.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.internal.column.Bits;
import io.offerengine.internal.column.Footprint;
import io.offerengine.schema.Tier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.roaringbitmap.RoaringBitmap;

/** Which structures a posting has depends on its density. */
class PostingTest {
  private static final int ROWS = 51_200;
  private static final int OBJECT = 3 * Footprint.REFERENCE + Integer.BYTES;

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
}
