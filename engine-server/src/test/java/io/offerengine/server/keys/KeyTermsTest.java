package io.offerengine.server.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The terms that a key can have. */
class KeyTermsTest {
  @Test
  void of_opensAllThatTheKeyCan() {
    assertThat(KeyTerms.of(1, true).scopes()).containsExactlyInAnyOrder(Scope.values());
    assertThat(KeyTerms.of(1, false).scopes())
        .containsExactlyInAnyOrder(
            Scope.SEARCH, Scope.INVOICES, Scope.TEMPLATES, Scope.USER_READ, Scope.USER_WRITE);
    assertThat(KeyTerms.of(1, false).expires()).isNull();
  }

  @Test
  void terms_thatAreOfNoUse_areRefused() {
    assertRefused(0, false, EnumSet.of(Scope.SEARCH), "a user's number is at least 1, but got 0");
    assertRefused(-1, true, EnumSet.of(Scope.SEARCH), "a user's number is at least 1, but got -1");
    assertThatThrownBy(() -> KeyTerms.of(1, true).limitedTo(Set.of()))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "a key needs a scope; there are search, invoices, templates, user_read, user_write,"
                + " admin");
    assertRefused(
        1,
        false,
        EnumSet.allOf(Scope.class),
        "the scope admin opens nothing unless the key is an administrator's");
  }

  private static void assertRefused(
      long user, boolean administrator, Set<Scope> scopes, String message) {
    assertThatThrownBy(() -> new KeyTerms(user, administrator, scopes, null))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }
}
