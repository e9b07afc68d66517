package io.offerengine.json.internal.write;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.json.GoldenFile;
import io.offerengine.json.OfferArbitrary;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Doubles print as {@link Double#toString(double)} of JDK 19 and later, on any JDK, by our writer
 * and by the one of jackson-core, which is its oracle.
 */
class ShortestDoubleTest {
  private static final int FRACTION_BITS = 52;
  private static final int GREATEST_EXPONENT = 2046;

  /** Bits, and what JDK 25 prints for them; JDK 17 prints five of them longer. */
  static Stream<Arguments> doubles() {
    return GoldenFile.cases("doubles.golden");
  }

  @ParameterizedTest
  @MethodSource("doubles")
  void write_ofANumber_isItsShortestForm(String bits, String expected) {
    double number = Double.longBitsToDouble(Long.parseUnsignedLong(bits, 16));
    assertThat(write(number)).isEqualTo(expected);
    assertThat(writeByOracle(number)).isEqualTo(expected);
  }

  /**
   * A line for each exponent: its bits, and what JDK 25 prints for the least and the greatest
   * double of it and for one between, whose fraction SplitMix64 makes of the exponent.
   */
  @Test
  void write_ofEveryExponent_isWhatJdk25Prints() {
    List<String> lines = GoldenFile.text("doubles-of-every-exponent.golden").lines().toList();
    assertThat(lines).hasSize(GREATEST_EXPONENT + 1);
    for (int exponent = 0; exponent <= GREATEST_EXPONENT; exponent++) {
      StringBuilder line = new StringBuilder(Integer.toHexString(exponent));
      for (long fraction : List.of(0L, (1L << FRACTION_BITS) - 1, mixed(exponent) >>> 12)) {
        line.append(' ').append(write(number(exponent, fraction)));
      }
      assertThat(line.toString()).isEqualTo(lines.get(exponent));
    }
  }

  @Property(tries = 20)
  void write_ofRandomNumbersOfEveryExponent_isWhatTheOracleWrites(@ForAll long seed) {
    Random random = new Random(seed);
    for (int exponent = 0; exponent <= GREATEST_EXPONENT; exponent++) {
      // Now and then few bits: decimals that lie exactly on a border are among these.
      long fraction = random.nextLong() >>> 12;
      fraction &= -1L << random.nextInt(FRACTION_BITS + 1);
      double number = number(exponent, fraction) * (random.nextBoolean() ? 1 : -1);
      assertThat(write(number)).as("seed=%d", seed).isEqualTo(writeByOracle(number));
    }
  }

  @Property(tries = 20)
  void write_ofRandomDecimals_isWhatTheOracleWrites(@ForAll long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 1000; i++) {
      long digits = random.nextLong() >> random.nextInt(Long.SIZE);
      double number = Double.parseDouble(digits + "E" + (random.nextInt(40) - 25));
      assertThat(write(number)).as("seed=%d", seed).isEqualTo(writeByOracle(number));
    }
  }

  @Property(tries = 2000)
  void write_ofAnyNumber_readsBackEqual(@ForAll long seed) {
    double number = OfferArbitrary.number(new Random(seed));
    assertThat(Double.doubleToRawLongBits(Double.parseDouble(write(number))))
        .isEqualTo(Double.doubleToRawLongBits(number));
  }

  /** Beyond the room that it asks for, nothing is touched. */
  @Property(tries = 2000)
  void write_ofAnyNumber_staysWithinItsRoom(@ForAll long seed) {
    double number = OfferArbitrary.number(new Random(seed));
    byte[] target = new byte[ShortestDouble.ROOM + 2];
    Arrays.fill(target, (byte) '#');
    int end = ShortestDouble.write(number, target, 1);
    assertThat(new String(target, 1, end - 1, US_ASCII)).isEqualTo(writeByOracle(number));
    assertThat(target[0]).isEqualTo((byte) '#');
    assertThat(target[target.length - 1]).isEqualTo((byte) '#');
  }

  private static double number(int exponent, long fraction) {
    return Double.longBitsToDouble((long) exponent << FRACTION_BITS | fraction);
  }

  private static long mixed(long number) {
    long z = (number + 1) * 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  private static String write(double number) {
    JsonBytes json = new JsonBytes(0);
    json.number(number);
    return new String(json.toArray(), US_ASCII);
  }

  private static String writeByOracle(double number) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      JsonOutput.write(out, json -> json.writeNumber(number));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return out.toString(UTF_8);
  }
}
