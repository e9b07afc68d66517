package io.offerengine.example.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The example as its README shows it. */
class ClusterTest {
  @Test
  void cluster_answersSearches_alsoWithoutOneOfItsMembers() throws Exception {
    assumeThat(Files.isExecutable(Path.of("/usr/sbin/haproxy")))
        .as("the Debian package haproxy is installed")
        .isTrue();
    try (Cluster cluster = Cluster.start(3)) {
      assertThat(cluster.members()).hasSize(3);
      long version = cluster.storeSample();
      int all = offers(cluster.search("{\"limit\":1000}", version));
      assertThat(all).isGreaterThan(10);
      cluster.killMember(1);
      for (int search = 0; search < 6; search++) {
        assertThat(offers(cluster.search("{\"limit\":1000}", version))).isEqualTo(all);
      }
    }
  }

  private static int offers(String answer) {
    return answer.split("\"bundle_id\"", -1).length - 1;
  }
}
