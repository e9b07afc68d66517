package io.offerengine.json.internal.token;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** The characters of a text do not depend on the pieces in which its bytes arrive. */
class Utf8ReaderTest {
  @Property(tries = 300)
  void read_ofAnyTextInSmallPieces_equalsTheText(
      @ForAll("texts") String text, @ForAll @IntRange(min = 1, max = 9) int chunk)
      throws IOException {
    String copy = "x".repeat(8185) + text + text;
    StringBuilder all = new StringBuilder();
    try (Reader reader = new Utf8Reader(new Trickle(copy.getBytes(UTF_8), chunk))) {
      char[] buffer = new char[5];
      for (int n = reader.read(buffer); n >= 0; n = reader.read(buffer)) {
        all.append(buffer, 0, n);
      }
    }
    assertThat(all.toString()).isEqualTo(copy);
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.integers()
        .between(1, Character.MAX_CODE_POINT)
        .filter(c -> c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE)
        .list()
        .ofMinSize(1)
        .ofMaxSize(12)
        .map(points -> {
          StringBuilder text = new StringBuilder();
          points.forEach(text::appendCodePoint);
          return text.toString();
        });
  }

  /** Hands out a few bytes at a time, as a socket may. */
  private static final class Trickle extends InputStream {
    private final ByteArrayInputStream bytes;
    private final int chunk;

    Trickle(byte[] bytes, int chunk) {
      this.bytes = new ByteArrayInputStream(bytes);
      this.chunk = chunk;
    }

    @Override
    public int read() {
      return bytes.read();
    }

    @Override
    public int read(byte[] target, int offset, int length) {
      return bytes.read(target, offset, Math.min(length, chunk));
    }
  }
}
