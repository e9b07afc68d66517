package io.offerengine.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which requests bring the key. */
class ApiKeysTest {
  private static final ApiKeys KEYS = ApiKeys.of("k-1");

  @ParameterizedTest
  @ValueSource(strings = {"Bearer k-1", "bearer k-1", "BEARER k-1", "Bearer   k-1", "Bearer k-1 "})
  void check_ofTheKey_passes(String header) {
    assertThatCode(() -> KEYS.check(List.of(header))).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "k-1",
        "Bearer",
        "Bearer ",
        "Bearerk-1",
        "Bearer k-",
        "Bearer k-11",
        "Bearer K-1",
        "Bearer k-1 k-1",
        "Basic k-1",
        "Bearer \"k-1\"",
        "Token Bearer k-1"
      })
  void check_ofAnythingElse_isRefused(String header) {
    assertThatThrownBy(() -> KEYS.check(List.of(header)))
        .isInstanceOfSatisfying(
            EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.AUTH_ERROR))
        .hasMessageEndingWith("; send the header Authorization: Bearer <API_KEY>")
        .hasMessageNotContaining("k-1");
  }

  @Test
  void check_ofNoneOrSeveral_isRefused() {
    assertThatThrownBy(() -> KEYS.check(List.of())).hasMessageContaining("no API key was sent");
    assertThatThrownBy(() -> KEYS.check(List.of("Bearer k-1", "Bearer k-1")))
        .hasMessageContaining("no single Bearer key");
  }

  @Test
  void make_makesDifferentKeysThatCanBeUsed() {
    String key = ApiKeys.make();
    assertThat(key).matches("oe_[A-Za-z0-9_-]{32}").isNotEqualTo(ApiKeys.make());
    assertThatCode(() -> ApiKeys.of(key).check(List.of("Bearer " + key)))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a b", "a\n", "ключ", "a\u0000"})
  void of_aKeyThatNoHeaderCarries_isRefused(String key) {
    assertThatThrownBy(() -> ApiKeys.of(key))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("an API key has 1 to 512 characters of visible ASCII, without blanks");
  }
}
