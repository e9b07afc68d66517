package io.offerengine.json.internal.write;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is put together byte by byte is what jackson-core writes. */
class JsonBytesTest {
  @Test
  void text_ofEveryCharacter_isWhatTheOracleWrites() throws IOException {
    for (int c = 0; c <= Character.MAX_VALUE; c++) {
      String text = "a" + (char) c + "b";
      assertThat(JsonBytes.ofText(text)).as("U+%04X", c).isEqualTo(oracle(text));
    }
  }

  /** Pairs of surrogates, and their halves in any order. */
  @Property(tries = 2000)
  void text_ofRandomCharacters_isWhatTheOracleWrites(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(20); i > 0; i--) {
      int kind = random.nextInt(4);
      text.append(
          (char) (kind == 0 ? 0xD800 + random.nextInt(0x800) : random.nextInt(1 << (4 * kind))));
    }
    assertThat(JsonBytes.ofText(text.toString())).isEqualTo(oracle(text.toString()));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 9, 10, 99, 100, 1L << 53, Long.MAX_VALUE, Long.MIN_VALUE, -1, -10})
  void integer_atTheEndsOfLengths_isWhatJavaPrints(long integer) {
    assertThat(integer(integer)).isEqualTo(Long.toString(integer));
  }

  @Property(tries = 2000)
  void integer_ofAnyLength_isWhatJavaPrints(@ForAll long seed) {
    Random random = new Random(seed);
    long integer = random.nextLong() >> random.nextInt(Long.SIZE);
    assertThat(integer(integer)).isEqualTo(Long.toString(integer));
  }

  private static String integer(long integer) {
    JsonBytes json = new JsonBytes(0);
    json.integer(integer);
    return new String(json.toArray(), UTF_8);
  }

  private static byte[] oracle(String text) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    JsonOutput.write(out, json -> JsonOutput.writeText(json, text));
    return out.toByteArray();
  }
}
