package io.offerengine.server.router;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.query.EngineException;
import io.offerengine.testing.Seeds;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Lines of several shards become lines of one export, however the bytes arrive. */
class RoutedExportTest {
  /** Returns a stream that returns some bytes at a time. */
  private static InputStream inPieces(String text, Random random) {
    return new ByteArrayInputStream(text.getBytes(UTF_8)) {
      @Override
      public synchronized int read(byte[] target, int offset, int length) {
        return super.read(target, offset, Math.min(length, 1 + random.nextInt(40_000)));
      }
    };
  }

  @Test
  void lines_stayWhole() throws IOException {
    long seed = Seeds.first();
    Random random = new Random(seed);
    List<String> all = new ArrayList<>();
    List<InputStream> shards = new ArrayList<>();
    for (int shard = 0; shard < 3; shard++) {
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(100); i > 0; i--) {
        int length = random.nextInt(20) == 0 ? 150_000 : random.nextInt(3_000);
        String line = shard + "-" + i + "x".repeat(length);
        all.add(line);
        text.append(line).append('\n');
      }
      shards.add(inPieces(text.toString(), random));
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    RoutedExport.merge(shards, out);
    assertThat(out.toString(UTF_8).lines().toList())
        .as("seed=%d", seed)
        .containsExactlyInAnyOrderElementsOf(all);
  }

  @Test
  void lineWithoutEnd_breaksTheExport() {
    List<InputStream> shards =
        List.of(
            new ByteArrayInputStream("a\n".getBytes(UTF_8)),
            new ByteArrayInputStream("b\nc".getBytes(UTF_8)));
    assertThatThrownBy(() -> RoutedExport.merge(shards, new ByteArrayOutputStream()))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("shard 2 broke off");
  }
}
