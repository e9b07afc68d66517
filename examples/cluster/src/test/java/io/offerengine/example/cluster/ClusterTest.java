package io.offerengine.example.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The example as its README shows it. */
class ClusterTest {
  @Test
  void cluster_answersASearchOverAllShards() throws Exception {
    try (Cluster cluster = Cluster.start(3)) {
      long version = cluster.storeSample();
      String all = cluster.search("{\"limit\":1000}", version);
      assertThat(all.split("\"bundle_id\"", -1)).hasSizeGreaterThan(10);
      for (int shard = 1; shard <= 3; shard++) {
        assertThat(cluster.member(shard)).startsWith("http://127.0.0.1:");
      }
    }
  }
}
