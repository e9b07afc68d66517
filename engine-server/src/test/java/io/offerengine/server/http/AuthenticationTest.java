package io.offerengine.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.query.EngineException;
import io.offerengine.query.ErrorCode;
import io.offerengine.server.http.limit.Client;
import io.offerengine.server.http.limit.RequestLimits;
import io.offerengine.server.keys.ApiKey;
import io.offerengine.server.keys.Caller;
import io.offerengine.server.keys.KeyRing;
import io.offerengine.server.keys.Scope;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests are admitted if their key opens the scope. */
class AuthenticationTest {
  private static final RequestLimits NO_LIMITS = new RequestLimits(null, null, null, () -> 0);
  private static final Client ADDRESS = Client.ofAddress(null);

  private static Caller admit(KeyRing keys, Scope scope, String... headers) {
    String key = Authentication.key(List.of(headers));
    return new Authentication(keys, NO_LIMITS).admit(key, ADDRESS, Set.of(scope));
  }

  private static Caller admit(String... headers) {
    return admit(ApiKey.ring("k-1", 7), Scope.SEARCH, headers);
  }

  private static Caller admit(Caller caller, Scope scope) {
    return admit(key -> caller, scope, "Bearer k-1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Bearer k-1", "bearer k-1", "BEARER k-1", "Bearer   k-1", "Bearer k-1 "})
  void admit_ofTheKey_passes(String header) {
    assertThatCode(() -> admit(header)).doesNotThrowAnyException();
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
  void admit_ofAnythingElse_isRefused(String header) {
    assertThatThrownBy(() -> admit(header))
        .isInstanceOfSatisfying(
            EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.AUTH_ERROR))
        .hasMessageEndingWith("; send the header Authorization: Bearer <API_KEY>")
        .hasMessageNotContaining("k-1");
  }

  @Test
  void admit_ofSeveral_isRefused() {
    assertThatThrownBy(() -> admit("Bearer k-1", "Bearer k-1"))
        .hasMessageContaining("no single Bearer key");
  }

  @Test
  void admit_tellsWhoseKeyItIs() {
    assertThat(admit("Bearer k-1")).isEqualTo(Caller.administrator(7));
  }

  @ParameterizedTest
  @EnumSource(Scope.class)
  void admit_ofAScopeThatTheKeyLacks_isRefused(Scope scope) {
    Caller other = new Caller(7, true, EnumSet.complementOf(EnumSet.of(scope)));
    Caller only = new Caller(7, true, EnumSet.of(scope));
    assertThatThrownBy(() -> admit(other, scope))
        .isInstanceOfSatisfying(
            EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FORBIDDEN))
        .hasMessageContaining("lacks the scope " + scope.wireName());
    assertThatCode(() -> admit(only, scope)).doesNotThrowAnyException();
  }

  @Test
  void admit_ofAdmin_wantsAnAdministrator() {
    assertThatThrownBy(() -> admit(Caller.user(7), Scope.ADMIN))
        .hasMessageContaining("is no administrator's");
    assertThatCode(() -> admit(Caller.user(7), Scope.SEARCH)).doesNotThrowAnyException();
  }
}
