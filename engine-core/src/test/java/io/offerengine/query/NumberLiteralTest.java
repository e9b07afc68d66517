package io.offerengine.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** JSON's number grammar, and exact bounds for integers whatever the exponent. */
class NumberLiteralTest {
  private static final BigInteger LONG_MAX = BigInteger.valueOf(Long.MAX_VALUE);
  private static final BigInteger LONG_MIN = BigInteger.valueOf(Long.MIN_VALUE);

  @Provide
  Arbitrary<String> literals() {
    Arbitrary<String> sign = Arbitraries.of("", "-");
    Arbitrary<String> whole =
        Arbitraries.of(
            "0",
            "1",
            "9",
            "12",
            "4503599627370497",
            "9223372036854775806",
            "9223372036854775807",
            "9223372036854775808",
            "18446744073709551616");
    Arbitrary<String> fraction =
        Arbitraries.of("", ".0", ".5", ".50", ".999999999999999999999", ".0000001");
    Arbitrary<String> exponent =
        Arbitraries.of("", "", "e0", "E+2", "e-1", "e-19", "e18", "e25", "e-40", "e40");
    return Combinators.combine(sign, whole, fraction, exponent).as((s, w, f, e) -> s + w + f + e);
  }

  private static NumberLiteral literal(String text) {
    return NumberLiteral.parse(text).orElseThrow();
  }

  /** Brings a bound into the neighbourhood of 64 bits, beyond which bounds are alike. */
  private static BigInteger clamp(BigInteger value) {
    return value.min(LONG_MAX.add(BigInteger.ONE)).max(LONG_MIN.subtract(BigInteger.ONE));
  }

  @Property
  void floorAndCeiling_anyLiteral_areExactWithin64Bits(@ForAll("literals") String text) {
    BigDecimal exact = new BigDecimal(text);
    assertThat(clamp(literal(text).rounded(RoundingMode.FLOOR)))
        .as("floor of %s", text)
        .isEqualTo(clamp(exact.setScale(0, RoundingMode.FLOOR).toBigInteger()));
    assertThat(clamp(literal(text).rounded(RoundingMode.CEILING)))
        .as("ceiling of %s", text)
        .isEqualTo(clamp(exact.setScale(0, RoundingMode.CEILING).toBigInteger()));
    assertThat(literal(text).doubleValue()).isEqualTo(Double.parseDouble(text));
    assertThat(literal(text).text()).isEqualTo(text);
    assertThat(literal(text)).hasToString(text);
  }

  /** JSON's grammar as a regular expression: what {@link NumberLiteral#parse} must agree with. */
  private static final Pattern GRAMMAR =
      Pattern.compile("-?(?:0|[1-9][0-9]*+)(?:\\.[0-9]++)?(?:[eE][+-]?[0-9]++)?");

  @Provide
  Arbitrary<String> almostNumbers() {
    return Arbitraries.strings().withChars("0019-+.eE x").ofMaxLength(9);
  }

  @Property
  void parse_anyText_followsTheGrammar(@ForAll("almostNumbers") String text) {
    Optional<NumberLiteral> number = NumberLiteral.parse(text);
    assertThat(number.isPresent()).as(text).isEqualTo(GRAMMAR.matcher(text).matches());
    if (number.isPresent()) {
      assertThat(Double.doubleToRawLongBits(number.get().doubleValue()))
          .as(text)
          .isEqualTo(Double.doubleToRawLongBits(Double.parseDouble(text)));
      assertThat(number.get().isIntegerLiteral()).as(text).isEqualTo(text.matches("-?[0-9]+"));
    }
  }

  @Property
  void doubleValue_anyDecimal_isTheNearestDouble(
      @ForAll long digits, @ForAll @IntRange(min = 0, max = 18) int scale) {
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      String text = BigDecimal.valueOf(digits >> shift, scale).toPlainString();
      assertThat(Double.doubleToRawLongBits(literal(text).doubleValue()))
          .as(text)
          .isEqualTo(Double.doubleToRawLongBits(Double.parseDouble(text)));
    }
  }

  @Property
  void floorAndCeiling_anyDouble_areOfItsExactValue(@ForAll double value) {
    if (Double.isFinite(value)) {
      BigDecimal exact = new BigDecimal(value);
      assertThat(clamp(NumberLiteral.ofDouble(value).rounded(RoundingMode.FLOOR)))
          .isEqualTo(clamp(exact.setScale(0, RoundingMode.FLOOR).toBigInteger()));
      assertThat(clamp(NumberLiteral.ofDouble(value).rounded(RoundingMode.CEILING)))
          .isEqualTo(clamp(exact.setScale(0, RoundingMode.CEILING).toBigInteger()));
    }
  }

  /** Written out, these have a thousand million digits and more: the heap would not hold them. */
  @Test
  void floorAndCeiling_hugeExponents_takeNoMoreThanTheText() {
    for (String far :
        List.of("1e999999999", "9.9e2147483647", "1e2147483648", "1e99999999999999")) {
      assertThat(literal(far).rounded(RoundingMode.FLOOR)).as(far).isGreaterThan(LONG_MAX);
      assertThat(literal("-" + far).rounded(RoundingMode.CEILING)).as(far).isLessThan(LONG_MIN);
    }
    for (String near :
        List.of("1e-999999999", "9.9e-2147483647", "1e-2147483649", "1e-99999999999999")) {
      assertThat(literal(near).rounded(RoundingMode.FLOOR)).as(near).isEqualTo(BigInteger.ZERO);
      assertThat(literal(near).rounded(RoundingMode.CEILING)).as(near).isEqualTo(BigInteger.ONE);
      assertThat(literal("-" + near).rounded(RoundingMode.FLOOR))
          .as(near)
          .isEqualTo(BigInteger.ONE.negate());
      assertThat(literal("-" + near).rounded(RoundingMode.CEILING))
          .as(near)
          .isEqualTo(BigInteger.ZERO);
    }
    for (String zero : List.of("0e999999999", "-0.000e99999999999999", "0.0e-2147483649")) {
      assertThat(literal(zero).rounded(RoundingMode.FLOOR)).as(zero).isEqualTo(BigInteger.ZERO);
      assertThat(literal(zero).rounded(RoundingMode.CEILING)).as(zero).isEqualTo(BigInteger.ZERO);
    }
  }

  @Test
  void parse_textBeyondTheGrammar_isEmpty() {
    String texts =
        "| | 1|1 |+1|01|-01|1.|.5|-|1e|1e+|"
            + "12f|12d|0x1|NaN|Infinity|-Infinity|1_000|1,5|true|١|1e1.5|--1";
    for (String text : texts.split("\\|", -1)) {
      assertThat(NumberLiteral.parse(text)).as("'%s'", text).isEmpty();
    }
  }

  @Test
  void parse_textLongerThanTheLimit_isEmpty() {
    assertThat(NumberLiteral.parse("1".repeat(NumberLiteral.MAX_LENGTH))).isPresent();
    assertThat(NumberLiteral.parse("1".repeat(NumberLiteral.MAX_LENGTH + 1))).isEmpty();
  }
}
