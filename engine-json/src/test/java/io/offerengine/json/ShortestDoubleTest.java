package io.offerengine.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Doubles print as {@link Double#toString(double)} of JDK 19 and later, on any JDK. */
class ShortestDoubleTest {
  /** Bits, and what JDK 25 prints for them; JDK 17 prints five of them longer. */
  static Stream<Arguments> doubles() {
    return GoldenFile.cases("doubles.golden");
  }

  @ParameterizedTest
  @MethodSource("doubles")
  void write_ofANumber_isItsShortestForm(String bits, String expected) {
    double number = Double.longBitsToDouble(Long.parseUnsignedLong(bits, 16));
    assertThat(write(number)).isEqualTo(expected);
  }

  @Property(tries = 2000)
  void write_ofAnyNumber_readsBackEqual(@ForAll long seed) {
    double number = OfferArbitrary.number(new Random(seed));
    assertThat(Double.doubleToRawLongBits(Double.parseDouble(write(number))))
        .isEqualTo(Double.doubleToRawLongBits(number));
  }

  private static String write(double number) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      JsonOutput.write(out, json -> json.writeNumber(number));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return out.toString(UTF_8);
  }
}
