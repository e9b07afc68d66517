package io.offerengine.cluster;

import static io.offerengine.cluster.ClusterOffers.SCHEMA;
import static io.offerengine.cluster.ClusterOffers.offer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Offer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Which offers belong together. */
class ShardTest {
  @Test
  void holds_isTrueForExactlyOneShard_andTheSameForABundle() {
    for (int count : new int[] {1, 2, 3, 7}) {
      for (long id = -50; id < 50; id++) {
        Offer alone = offer(id, 1);
        Offer bundled = alone.toBuilder().set(MarketplaceSchema.BUNDLE_ID, 5).build();
        assertThat(holders(alone, count)).hasSize(1);
        assertThat(holders(bundled, count)).isEqualTo(holders(offer(5, 2), count));
      }
    }
  }

  /** Neighbours, and bundles with a common factor, are spread evenly. */
  @Test
  void holds_spreadsOffersEvenly() {
    for (long step : new long[] {1, 3, 1_024, 1L << 40}) {
      Shard shard = new Shard(1, 3);
      long held =
          LongStream.range(0, 3_000)
              .mapToObj(i -> Offer.builder(SCHEMA).set(MarketplaceSchema.ID, i * step).build())
              .filter(shard::holds)
              .count();
      assertThat(held).as("step=%d", step).isBetween(880L, 1_120L);
    }
  }

  @Test
  void shardThatDoesNotExist_isRefused() {
    assertThatThrownBy(() -> new Shard(3, 3)).hasMessageContaining("3 of 3");
    assertThatThrownBy(() -> new Shard(0, 0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Shard(-1, 2)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Shard(0, 1_025)).isInstanceOf(IllegalArgumentException.class);
    assertThat(Shard.ALL.isAll()).isTrue();
  }

  private static int[] holders(Offer offer, int count) {
    return IntStream.range(0, count).filter(i -> new Shard(i, count).holds(offer)).toArray();
  }
}
