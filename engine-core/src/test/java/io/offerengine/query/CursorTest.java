package io.offerengine.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Direction;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A cursor's token reads back, and nothing but the token does. */
class CursorTest {
  private static final String ALPHABET =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/ .";

  private static final Query QUERY = Query.builder(MarketplaceSchema.schema()).build();

  @Provide
  Arbitrary<Cursor> cursors() {
    Arbitrary<Object> numbers = Arbitraries.longs().asGeneric();
    Arbitrary<Object> texts =
        Arbitraries.of("", "RTX 4090", "é", "😀", "\uFFFF", "\uD800", "\0")
            .list()
            .ofMaxSize(3)
            .map(parts -> String.join("", parts))
            .asGeneric();
    Arbitrary<Object[]> keys =
        Arbitraries.oneOf(numbers, texts)
            .injectNull(0.2)
            .list()
            .ofMaxSize(5)
            .map(list -> list.toArray());
    return Combinators.combine(Arbitraries.doubles(), Arbitraries.longs(), keys)
        .as((clock, id, values) -> Cursor.after(QUERY, clock, id, values));
  }

  private static void assertDamaged(String token) {
    InvalidQueryException error =
        catchThrowableOfType(InvalidQueryException.class, () -> Cursor.parse(token));
    assertThat(error).as("token '%s'", token).isNotNull();
    assertThat(error.code()).isEqualTo(ErrorCode.INVALID_CURSOR);
    assertThat(error.path()).isEqualTo("/cursor");
    assertThat(error.problem()).isEqualTo("the cursor is damaged; start again without it");
  }

  @Property
  void parse_ofAToken_isTheCursor(@ForAll("cursors") Cursor cursor) {
    assertThat(cursor.token()).as("fits a header").matches("[A-Za-z0-9_-]+");
    Cursor read = Cursor.parse(cursor.token());
    assertThat(read).isEqualTo(cursor).hasSameHashCodeAs(cursor);
    assertThat(read.token()).isEqualTo(cursor.token());
    assertThat(read.id()).isEqualTo(cursor.id());
    assertThat(read.clock()).isEqualTo(cursor.clock());
    assertThat(read.size()).isEqualTo(cursor.size());
    for (int i = 0; i < cursor.size(); i++) {
      assertThat(read.key(i)).isEqualTo(cursor.key(i));
    }
  }

  /** Three lengths of token: with 0, 2 and 4 bits in the last character that carry nothing. */
  @Test
  void parse_aTokenWithAnyOneCharacterChangedOrMoreOrLess_isRefused() {
    for (Object[] keys : new Object[][] {{5L}, {null}, {null, null}, {"RTX 4090", null, 7L}}) {
      String token = Cursor.after(QUERY, 1.5, 42, keys).token();
      for (int at = 0; at < token.length(); at++) {
        for (int i = 0; i < ALPHABET.length(); i++) {
          char other = ALPHABET.charAt(i);
          if (other != token.charAt(at)) {
            assertDamaged(token.substring(0, at) + other + token.substring(at + 1));
          }
        }
        assertDamaged(token.substring(0, at));
        assertDamaged(token.substring(at + 1));
      }
      assertDamaged(token + "A");
      assertDamaged("A" + token);
    }
  }

  @Test
  void parse_anythingElse_isRefused() {
    for (String text : new String[] {"", "=", "AAAA", "0", "null", "…", "A".repeat(100_000)}) {
      assertDamaged(text);
    }
  }

  /** The checksum is no secret: a made-up clock would give a search values that are no numbers. */
  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void parse_ofATokenWhoseClockIsNotFinite_isRefused(double clock) {
    assertDamaged(Cursor.after(QUERY, clock, 1, new Object[] {5L}).token());
  }

  /** A page may end at an offer whose order value is a long text: its cursor must still be one. */
  @Test
  void parse_ofATokenWithALongText_isTheCursor() {
    Cursor cursor = Cursor.after(QUERY, 0, 1, new Object[] {"x".repeat(20_000)});
    assertThat(Cursor.parse(cursor.token())).isEqualTo(cursor);
  }

  @Test
  void build_withACursorThatDoesNotFitTheOrder_isRefused() {
    for (Object[] keys : new Object[][] {{"text"}, {}, {1L, 2L}}) {
      QueryBuilder next = scored().after(Cursor.after(scored().build(), 0, 1, keys));
      assertThatThrownBy(next::build)
          .isInstanceOfSatisfying(
              InvalidQueryException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_CURSOR));
    }
    for (Object[] keys : new Object[][] {{1L}, {null}}) {
      Cursor cursor = Cursor.after(scored().build(), 0, 1, keys);
      assertThat(scored().after(cursor).build().after()).isEqualTo(cursor);
    }
  }

  private static QueryBuilder scored() {
    return Query.builder(MarketplaceSchema.schema())
        .orderBy(MarketplaceSchema.SCORE, Direction.DESC);
  }
}
