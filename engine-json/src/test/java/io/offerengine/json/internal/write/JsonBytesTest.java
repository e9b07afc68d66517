package io.offerengine.json.internal.write;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.json.GoldenFile;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is put together byte by byte is what jackson-core writes. */
class JsonBytesTest {
  @Test
  void text_ofEveryCharacter_isWhatTheOracleWrites() {
    for (int c = 0; c <= Character.MAX_VALUE; c++) {
      String text = "a" + (char) c + "b";
      assertThat(written(json -> json.text(text))).as("U+%04X", c).isEqualTo(oracle(text));
    }
    assertThat(written(json -> json.text("\ud83d"))).isEqualTo("\"\uFFFD\"");
  }

  /** Pairs of surrogates, and their halves in any order. */
  @Property(tries = 2000)
  void text_ofRandomCharacters_isWhatTheOracleWrites(@ForAll long seed) {
    Random random = new Random(seed);
    StringBuilder characters = new StringBuilder();
    for (int i = random.nextInt(20); i > 0; i--) {
      int kind = random.nextInt(4);
      characters.append(
          (char) (kind == 0 ? 0xD800 + random.nextInt(0x800) : random.nextInt(1 << (4 * kind))));
    }
    String text = characters.toString();
    assertThat(written(json -> json.text(text))).isEqualTo(oracle(text));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 9, 10, 99, 100, 1L << 53, Long.MAX_VALUE, Long.MIN_VALUE, -1, -10})
  void integer_atTheEndsOfLengths_isWhatJavaPrints(long integer) {
    assertThat(written(json -> json.integer(integer))).isEqualTo(Long.toString(integer));
  }

  /** Bits, and what JDK 25 prints for them; JDK 17 prints five of them longer. */
  static Stream<Arguments> doubles() {
    return GoldenFile.cases("doubles.golden");
  }

  @ParameterizedTest
  @MethodSource("doubles")
  void number_ofADouble_isItsShortestForm(String bits, String expected) {
    double number = Double.longBitsToDouble(Long.parseUnsignedLong(bits, 16));
    assertThat(written(json -> json.number(number))).isEqualTo(expected);
    assertThat(new String(JsonOutput.bytes(json -> json.writeNumber(number)), UTF_8))
        .isEqualTo(expected);
  }

  private static String written(Consumer<JsonBytes> writing) {
    JsonBytes json = new JsonBytes(0);
    writing.accept(json);
    return new String(json.toArray(), UTF_8);
  }

  private static String oracle(String text) {
    return new String(JsonOutput.bytes(json -> JsonOutput.writeText(json, text)), UTF_8);
  }
}
