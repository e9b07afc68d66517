package io.offerengine.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Numeric keys order as the doubles do, -0.0 and 0.0 being one. */
class NumericKeyTest {
  private static final List<Double> EXTREMES =
      List.of(
          -Double.MAX_VALUE,
          -1.0,
          -Double.MIN_NORMAL,
          -Double.MIN_VALUE,
          -0.0,
          0.0,
          Double.MIN_VALUE,
          Double.MIN_NORMAL,
          0.1,
          1.0,
          0x1p53,
          Double.MAX_VALUE);

  /** Any bit pattern of a finite double, and the ends of each kind. */
  @Provide
  Arbitrary<Double> doubles() {
    return Arbitraries.oneOf(
        Arbitraries.longs().map(Double::longBitsToDouble).filter(Double::isFinite),
        Arbitraries.of(EXTREMES));
  }

  @Property
  void keys_anyTwoDoubles_compareAsTheyDo(
      @ForAll("doubles") double left, @ForAll("doubles") double right) {
    int expected = left < right ? -1 : left > right ? 1 : 0;
    assertThat(Long.compare(NumericKey.of(left), NumericKey.of(right)))
        .as("%s against %s", left, right)
        .isEqualTo(expected);
  }

  @Property
  void toDouble_ofAKey_isTheDouble(@ForAll("doubles") double value) {
    assertThat(NumericKey.toDouble(NumericKey.of(value)) == value).isTrue();
  }

  @Property
  void key_ofTheNextDouble_isTheNextKeyThatADoubleHas(@ForAll("doubles") double value) {
    double next = Math.nextUp(value);
    if (Double.isFinite(next) && value != 0 && next != 0) {
      assertThat(NumericKey.of(next)).isEqualTo(NumericKey.of(value) + 1);
    }
  }

  @Test
  void key_ofNegativeZero_isThatOfZero() {
    assertThat(NumericKey.of(-0.0)).isEqualTo(NumericKey.of(0.0));
    assertThat(NumericKey.of(-Double.MIN_VALUE)).isLessThan(NumericKey.of(-0.0));
    assertThat(NumericKey.of(Double.MIN_VALUE)).isEqualTo(NumericKey.of(0.0) + 1);
  }
}
