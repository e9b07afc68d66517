package io.offerengine.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.marketplace.MarketplaceSchema;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Collation keys against comparison part by part and code point by code point. */
class CollationTest {
  @Provide
  Arbitrary<String> versions() {
    Arbitrary<String> digits =
        Arbitraries.strings().withChars('0', '1', '9').ofMinLength(1).ofMaxLength(3);
    Arbitrary<String> longDigits = Arbitraries.strings().numeric().ofMinLength(18).ofMaxLength(22);
    Arbitrary<String> part =
        Arbitraries.frequencyOf(
            net.jqwik.api.Tuple.of(9, digits), net.jqwik.api.Tuple.of(1, longDigits));
    return part.list()
        .ofMinSize(1)
        .ofMaxSize(4)
        .map(parts -> String.join(".", parts))
        .withoutEdgeCases();
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.of(
            "", " ", "_", "a", "b", "ab", "Z", "é", "\uD7FF", "\uE000", "\uFFFF", "😀", "𐀀")
        .list()
        .ofMaxSize(4)
        .map(parts -> String.join("", parts));
  }

  /** The slow rule: parts are numbers, missing parts are 0. */
  private static int compareParts(String left, String right) {
    List<BigInteger> a = Arrays.stream(left.split("\\.", -1)).map(BigInteger::new).toList();
    List<BigInteger> b = Arrays.stream(right.split("\\.", -1)).map(BigInteger::new).toList();
    for (int i = 0; i < Math.max(a.size(), b.size()); i++) {
      BigInteger x = i < a.size() ? a.get(i) : BigInteger.ZERO;
      BigInteger y = i < b.size() ? b.get(i) : BigInteger.ZERO;
      if (!x.equals(y)) {
        return x.compareTo(y);
      }
    }
    return 0;
  }

  private static String version(String text) {
    return Collation.EXACT.ofVersions().key(text);
  }

  @Property
  void versionKeys_anyTwoVersions_compareAsTheirParts(
      @ForAll("versions") String left, @ForAll("versions") String right) {
    assertThat(Integer.signum(Collation.compare(version(left), version(right))))
        .as("%s against %s", left, right)
        .isEqualTo(compareParts(left, right));
    assertThat(version(left).equals(version(right))).isEqualTo(compareParts(left, right) == 0);
    assertThat(Collation.isReadableVersion(version(left))).isTrue();
  }

  @Property
  void versionKey_ofATextThatIsNone_followsEveryVersion(
      @ForAll("versions") String readable, @ForAll("texts") String text) {
    String key = version(text);
    assertThat(Collation.isReadableVersion(key)).isFalse();
    assertThat(Collation.compare(version(readable), key)).isNegative();
  }

  @Test
  void versionKey_almostAVersion_isUnreadable() {
    for (String text :
        List.of("", ".", "5.", ".5", "1..2", "-1", "+1", "1.x", "1 .2", "1e5", "١")) {
      assertThat(Collation.isReadableVersion(version(text))).as("'%s'", text).isFalse();
    }
  }

  @Test
  void versionKey_documentedPairs_areEqual() {
    assertThat(version("580.142")).isEqualTo(version("580.142.0"));
    assertThat(version("86.05")).isEqualTo(version("86.5"));
    assertThat(version("0")).isEqualTo(version("0.0.0"));
    assertThat(version("22.04")).isNotEqualTo(version("22.40"));
  }

  @Property
  void compare_anyTwoTexts_isByCodePoint(
      @ForAll("texts") String left, @ForAll("texts") String right) {
    int expected = Arrays.compare(left.codePoints().toArray(), right.codePoints().toArray());
    assertThat(Integer.signum(Collation.compare(left, right))).isEqualTo(Integer.signum(expected));
  }

  @Property
  void exactKey_anyText_isTheText(@ForAll("texts") String text) {
    assertThat(Collation.EXACT.key(text)).isEqualTo(text);
  }

  @Property
  void marketplaceKey_anyText_hasSpacesForUnderscores(@ForAll("texts") String text) {
    for (Field field : MarketplaceSchema.schema().fields()) {
      if (field.type().isText()) {
        String unreadable = field.type() == FieldType.VERSION ? Collation.UNREADABLE : "";
        assertThat(field.collation().key(text))
            .as("%s", field)
            .isEqualTo(unreadable + text.replace("_", " "));
      }
    }
  }

  @Test
  void key_thatIsNoUnicode_isRefused() {
    Collation firstCharacter = Collation.of("first", text -> text.substring(0, 1));
    assertThat(firstCharacter.key("abc")).isEqualTo("a");
    assertThatThrownBy(() -> firstCharacter.key("😀"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "the collation 'first' gave a key with half of a surrogate pair, U+D83D at index 0");
  }

  @Test
  void collation_ofAFieldWithoutTexts_isRefused() {
    Schema.Builder schema = Schema.builder("things", "id");
    FieldBuilder<NumberField> number = schema.number("weight");
    assertThatThrownBy(() -> number.collation(Collation.EXACT))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("weight: a collation needs a type of texts, but it is NUMBER");
  }

  @Test
  void countryOf_placesWithAndWithoutCode() {
    assertThat(Collation.countryOf("Montana, US")).isEqualTo("US");
    assertThat(Collation.countryOf(", US")).isEqualTo("US");
    assertThat(Collation.countryOf("US")).isEqualTo("US");
    for (String none : List.of("", "U", "us", "Montana", "Montana,US", "A US", "A, USA", ",US")) {
      assertThat(Collation.countryOf(none)).as("'%s'", none).isNull();
    }
  }

  @Test
  void inOrder_ranksItsTexts_andPutsOthersBehind() {
    Collation order = Collation.inOrder(List.of("b", "", "a"));
    List<String> sorted = List.of("b", "", "a", "A", "c", "\uE000", "😀");
    for (int i = 0; i < sorted.size(); i++) {
      for (int j = 0; j < sorted.size(); j++) {
        int compared = Collation.compare(order.key(sorted.get(i)), order.key(sorted.get(j)));
        assertThat(Integer.signum(compared))
            .as("%s, %s", sorted.get(i), sorted.get(j))
            .isEqualTo(Integer.compare(i, j));
      }
    }
    assertThat(order).hasToString("in the order [b, , a]");
    assertThatThrownBy(() -> Collation.inOrder(List.of("a", "b", "a")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("an order has each text once, and at most 50000, but got [a, b, a]");
  }
}
