package io.offerengine.schema;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** That keys order as doubles do is what the agreement tests are about. */
class NumericKeyTest {
  @Property
  void key_ofTheNextDouble_isTheNextKeyThatADoubleHas(@ForAll long bits) {
    double value = Double.longBitsToDouble(bits);
    double next = Math.nextUp(value);
    if (Double.isFinite(value) && Double.isFinite(next) && value != 0 && next != 0) {
      assertThat(NumericKey.of(next)).isEqualTo(NumericKey.of(value) + 1);
    }
  }
}
