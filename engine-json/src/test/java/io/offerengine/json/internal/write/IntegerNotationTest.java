package io.offerengine.json.internal.write;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers of fields that are documented as integers: no exponent, and no fraction without need. */
class IntegerNotationTest {
  @ParameterizedTest
  @CsvSource({
    "1786065548, 1786065548",
    "1786065548.25, 1786065548.25",
    "1.786065548E9, 1786065548",
    "0, 0",
    "-0.0, -0.0",
    "-4, -4",
    "0.5, 0.5",
    "1e15, 1000000000000000",
    "1e22, 10000000000000000000000",
    "1.5e-7, 0.00000015"
  })
  void likeInteger_ofANumber_hasNoExponent(double number, String text) {
    assertThat(JsonOutput.likeInteger(number)).isEqualTo(text);
  }

  @Property
  void likeInteger_ofAnyNumber_isThatNumber(@ForAll double number) {
    if (Double.isFinite(number)) {
      String text = JsonOutput.likeInteger(number);
      assertThat(text).matches("-?[0-9]+(\\.[0-9]+)?");
      assertThat(Double.parseDouble(text)).isEqualTo(number);
    }
  }
}
