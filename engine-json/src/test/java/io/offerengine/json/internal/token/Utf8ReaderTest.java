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
    InputStream trickle =
        new ByteArrayInputStream(copy.getBytes(UTF_8)) {
          @Override
          public synchronized int read(byte[] target, int offset, int length) {
            return super.read(target, offset, Math.min(length, chunk));
          }
        };
    try (Reader reader = new Utf8Reader(trickle)) {
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
}
