package io.offerengine.server.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The texts that can be keys. */
class ApiKeyTest {
  @Test
  void ring_ofAKey_findsItsOwner() {
    assertThat(ApiKey.ring("key", 3).find("key")).isEqualTo(Caller.administrator(3));
    assertThat(ApiKey.ring("key", 3).find("Key")).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a b", "a\n", "ключ", "a\u0000"})
  void ring_ofAKeyThatNoHeaderCarries_isRefused(String key) {
    assertThatThrownBy(() -> ApiKey.ring(key, 1))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage("an API key has 1 to 512 characters of visible ASCII, without blanks");
  }
}
