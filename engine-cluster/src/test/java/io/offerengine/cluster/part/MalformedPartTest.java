package io.offerengine.cluster.part;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.facet.FacetRequest;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.query.Cursor;
import io.offerengine.query.Query;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Damaged parts are refused, whatever is damaged. */
class MalformedPartTest {
  private static final Query QUERY = Query.builder(MarketplaceSchema.schema()).build();
  private static final FacetRequest FACETS =
      FacetRequest.builder(MarketplaceSchema.schema()).values(MarketplaceSchema.GPU_NAME).build();

  private static byte[] rows() {
    Cursor cursor = Cursor.after(QUERY, 1, 7, new Object[] {3L});
    byte[] head = RowsPart.head(List.of(cursor), new int[] {2}, true);
    byte[] part = Arrays.copyOf(head, head.length + 2);
    System.arraycopy("{}".getBytes(US_ASCII), 0, part, head.length, 2);
    return part;
  }

  @Test
  void rows_readBack() {
    RowsPart rows = RowsPart.read(ByteBuffer.wrap(rows()));
    assertThat(rows.size()).isEqualTo(1);
    assertThat(rows.hasMore()).isTrue();
    assertThat(rows.cursor(0).id()).isEqualTo(7);
    assertThat(US_ASCII.decode(rows.json(0)).toString()).isEqualTo("{}");
  }

  @Test
  void cutParts_areRefused() {
    byte[] rows = rows();
    for (int length = 0; length < rows.length; length++) {
      ByteBuffer cut = ByteBuffer.wrap(rows, 0, length);
      assertThatThrownBy(() -> RowsPart.read(cut)).isInstanceOf(MalformedPartException.class);
      ByteBuffer facets = ByteBuffer.wrap(new byte[16 + 4], 0, Math.min(20, length));
      assertThatThrownBy(() -> FacetsPart.read(facets, FACETS))
          .isInstanceOf(MalformedPartException.class);
    }
  }

  @Test
  void hugeCounts_takeNoMemory() {
    ByteBuffer huge = ByteBuffer.allocate(64).putInt(0, Integer.MAX_VALUE);
    assertThatThrownBy(() -> RowsPart.read(huge)).isInstanceOf(MalformedPartException.class);
    assertThatThrownBy(() -> TextsPart.read(huge.rewind()))
        .isInstanceOf(MalformedPartException.class);
    ByteBuffer negative = ByteBuffer.allocate(64).putInt(0, 1).putInt(5, -1);
    assertThatThrownBy(() -> RowsPart.read(negative)).isInstanceOf(MalformedPartException.class);
  }

  @Test
  void texts_readBack() {
    List<String> texts = List.of("", "H100", "\ud83d\ude00");
    assertThat(TextsPart.read(ByteBuffer.wrap(TextsPart.write(texts)))).isEqualTo(texts);
  }
}
