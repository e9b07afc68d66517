package io.offerengine.json.internal.gzip;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.DataFormatException;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever is compressed, with right or wrong starts of rows, the JDK gives back the same bytes.
 */
class RowGzipTest {
  private static final RowGzip GZIP = new RowGzip();
  private static final String OPENING = "{\"offers\":[";

  /** A response in which the values of a field are alike, nested and listed ones included. */
  private static String response(Random random, int rows) {
    StringBuilder text = new StringBuilder(OPENING);
    for (int i = 0; i < rows; i++) {
      text.append(i == 0 ? "{" : ",{");
      for (int field = 0; field < 40; field++) {
        text.append(field == 0 ? "" : ",").append("\"a_key_of_field_").append(field).append("\":");
        text.append(value(random, field));
      }
      text.append(",\"nested\":{\"a\":").append(value(random, 4)).append(",\"b\":");
      text.append(value(random, 5)).append("}}");
    }
    return text.append("]}").toString();
  }

  private static String value(Random random, int field) {
    return switch (random.nextInt(3) > 0 ? 9 : field % 9) {
      case 0 -> "null";
      case 1 -> Boolean.toString(random.nextBoolean());
      case 2 -> Integer.toString(random.nextInt(1_000_000));
      case 3 -> Double.toString(random.nextInt(100) / 3.0);
      case 4 -> Double.toString(random.nextDouble());
      case 5 -> "\"City " + random.nextInt(9) + ", \\\"US\\\"\"";
      case 6 -> "[" + "1234,".repeat(random.nextInt(9)) + "5]";
      case 7 -> "[\"a\"" + ",\"b,\"".repeat(random.nextInt(3)) + "]";
      case 8 -> "\"" + "é}{,".repeat(random.nextInt(4)) + "\"";
      default -> "1.5";
    };
  }

  private static int secondRow(byte[] body) {
    int end = new String(body, US_ASCII).indexOf("}},{");
    return end < 0 ? body.length : end + 3;
  }

  private static byte[] compress(byte[] body, int first, int second) {
    return GZIP.compress(body.length, first, second, buffer -> put(body, buffer));
  }

  private static void put(byte[] body, ByteBuffer buffer) {
    assertThat(buffer.remaining()).isEqualTo(body.length);
    buffer.put(body);
  }

  private static byte[] decompress(byte[] member) throws IOException {
    return new GZIPInputStream(new ByteArrayInputStream(member)).readAllBytes();
  }

  @Property(tries = 300)
  void compress_ofRandomResponses_isUndoneByTheJdk(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    byte[] body = response(random, random.nextInt(80)).getBytes(UTF_8);
    byte[] compressed = compress(body, OPENING.length(), secondRow(body));
    assertThat(decompress(compressed)).as("seed=%d", seed).isEqualTo(body);
    assertThat(compress(body, OPENING.length(), secondRow(body)))
        .as("equal responses give equal bytes, seed=%d", seed)
        .isEqualTo(compressed);
  }

  @Property(tries = 300)
  void compress_withWrongStarts_isUndoneByTheJdk(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    byte[] body = response(random, 1 + random.nextInt(20)).getBytes(UTF_8);
    for (int i = random.nextInt(40); i > 0; i--) {
      body[random.nextInt(body.length)] = (byte) ",\"{}\0é".charAt(random.nextInt(6));
    }
    int first = random.nextInt(body.length + 2) - 1;
    int second = first + random.nextInt(random.nextBoolean() ? 8 : body.length);
    assertThat(decompress(compress(body, first, second))).as("seed=%d", seed).isEqualTo(body);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 255, 256, 257, 258, 259, 260, 261, 262, 516, 519, 32_767, 32_768})
  void compress_ofLongMatchesAndFarRows_isUndoneByTheJdk(int length) throws IOException {
    String row = "{\"key\":\"" + "x".repeat(length) + "\",\"other\":7}";
    byte[] body = (OPENING + row + "," + row + "," + row + "]}").getBytes(UTF_8);
    int second = OPENING.length() + row.length() + 1;
    assertThat(decompress(compress(body, OPENING.length(), second))).isEqualTo(body);
  }

  @Test
  void compress_ofRandomBytes_isHardlyLongerThanThey() throws IOException {
    byte[] body = new byte[300_000];
    new Random(1).nextBytes(body);
    byte[] compressed = compress(body, 11, 2_000);
    assertThat(decompress(compressed)).isEqualTo(body);
    assertThat(compressed.length).isLessThan(body.length + 1_000);
  }

  @Test
  void compress_givesOneMember() throws DataFormatException {
    byte[] body = response(new Random(4), 64).getBytes(UTF_8);
    byte[] member = compress(body, OPENING.length(), secondRow(body));
    Inflater inflater = new Inflater(true);
    inflater.setInput(member, 10, member.length - 10);
    assertThat(inflater.inflate(new byte[body.length + 1])).isEqualTo(body.length);
    assertThat(inflater.finished()).isTrue();
    assertThat(inflater.getRemaining()).as("checksum and length").isEqualTo(8);
    inflater.end();
  }

  static Stream<byte[]> bodies() {
    List<byte[]> seeds = new ArrayList<>();
    for (int rows : new int[] {0, 1, 2, 5}) {
      seeds.add(("\0\13\4\0" + response(new Random(rows), rows)).getBytes(UTF_8));
    }
    seeds.add(("\0\0\20\0" + "ab,\"cd}},{".repeat(40)).getBytes(UTF_8));
    return seeds.stream();
  }

  /** The first four bytes are the starts of both rows, the others the body. */
  @MethodSource("bodies")
  @FuzzTest(maxDuration = "30s")
  void compress_ofAnyBytes_isUndoneByTheJdk(byte[] bytes) throws IOException {
    if (bytes.length < 4) {
      return;
    }
    ByteBuffer all = ByteBuffer.wrap(bytes);
    int first = all.getShort();
    int second = all.getShort();
    byte[] body = new byte[all.remaining()];
    all.get(body);
    assertThat(decompress(compress(body, first, second))).isEqualTo(body);
  }
}
