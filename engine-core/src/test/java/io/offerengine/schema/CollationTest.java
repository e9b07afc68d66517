package io.offerengine.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What collations refuse, what is no version, and the order of ranks. How versions, places and
 * other texts compare is what {@code NaiveAgreementTest} is about.
 */
class CollationTest {
  @Test
  void versionKey_almostAVersion_isUnreadable() {
    Collation versions = Collation.EXACT.of(FieldType.VERSION);
    for (String text :
        List.of("", ".", "5.", ".5", "1..2", "-1", "+1", "1.x", "1 .2", "1e5", "١")) {
      assertThat(Collation.isReadableVersion(versions.key(text))).as("'%s'", text).isFalse();
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
  void collation_ofAFieldOfAnotherType_hasTheKeysOfTheOwnType() {
    Schema.Builder schema = Schema.builder("things", "id");
    PlaceField place = schema.place("place").add();
    VersionField version = schema.version("version").collation(place.collation()).add();
    TextField text = schema.text("text").collation(version.collation()).add();
    TextListField texts = schema.texts("texts").collation(place.collation()).add();
    schema.build();

    assertThat(place.collation().key("Utah, US")).isEqualTo("US\0Utah, US");
    assertThat(place.collation().key("Utah")).isEqualTo("\0Utah");
    assertThat(place.collation().countryOf("Utah, US")).isEqualTo("US");
    assertThat(place.collation().countryOf("US")).isEqualTo("US");
    assertThat(place.collation().countryOf("Utah,US")).isNull();
    assertThat(text.collation().countryOf("US")).isNull();
    assertThat(version.collation().key("5.0")).isEqualTo("\0015");
    assertThat(text.collation().key("Utah, US")).isEqualTo("Utah, US");
    assertThat(texts.collation().key("Utah, US")).isEqualTo("Utah, US");
    // Facets count the values of a list by bitmaps if its collation is this object.
    assertThat(texts.collation()).isSameAs(Collation.EXACT);
    assertThat(text.collation()).isSameAs(Collation.EXACT);
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
