package io.offerengine.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.server.keys.ApiKey;
import io.offerengine.server.keys.Caller;
import io.offerengine.server.keys.Scope;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which requests bring a key that opens what they ask for. */
class AuthenticationTest {
  private static final Authentication KEYS = new Authentication(ApiKey.ring("k-1", 7));

  @ParameterizedTest
  @ValueSource(strings = {"Bearer k-1", "bearer k-1", "BEARER k-1", "Bearer   k-1", "Bearer k-1 "})
  void identify_ofTheKey_passes(String header) {
    assertThatCode(() -> KEYS.identify(List.of(header))).doesNotThrowAnyException();
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
  void identify_ofAnythingElse_isRefused(String header) {
    assertThatThrownBy(() -> KEYS.identify(List.of(header)))
        .isInstanceOfSatisfying(
            EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.AUTH_ERROR))
        .hasMessageEndingWith("; send the header Authorization: Bearer <API_KEY>")
        .hasMessageNotContaining("k-1");
  }

  @Test
  void identify_ofNoneOrSeveral_isRefused() {
    assertThatThrownBy(() -> KEYS.identify(List.of())).hasMessageContaining("no API key was sent");
    assertThatThrownBy(() -> KEYS.identify(List.of("Bearer k-1", "Bearer k-1")))
        .hasMessageContaining("no single Bearer key");
  }

  @Test
  void identify_tellsWhoseKeyItIs() {
    assertThat(KEYS.identify(List.of("Bearer k-1"))).isEqualTo(Caller.administrator(7));
  }

  @ParameterizedTest
  @EnumSource(Scope.class)
  void require_ofAScopeThatTheKeyLacks_isRefused(Scope scope) {
    Caller other = new Caller(7, true, EnumSet.complementOf(EnumSet.of(scope)));
    Caller only = new Caller(7, true, EnumSet.of(scope));
    assertThatThrownBy(() -> Authentication.require(other, scope))
        .isInstanceOfSatisfying(
            EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FORBIDDEN))
        .hasMessageContaining("lacks the scope " + scope.wireName());
    assertThatCode(() -> Authentication.require(only, scope)).doesNotThrowAnyException();
  }

  @Test
  void require_ofAdmin_wantsAnAdministrator() {
    assertThatThrownBy(() -> Authentication.require(Caller.user(7), Scope.ADMIN))
        .hasMessageContaining("is no administrator's");
    assertThatCode(() -> Authentication.require(Caller.user(7), Scope.SEARCH))
        .doesNotThrowAnyException();
  }
}
