package io.offerengine.server.alerts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.query.EngineException;
import org.junit.jupiter.api.Test;

/** A cursor is taken as it was given, and in no other form. */
class AlertCursorTest {
  private static final String DIGITS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=";

  @Test
  void number_isThatOfTheToken() {
    assertThat(AlertPage.number(AlertPage.cursor(7, 12), 7)).isEqualTo(12);
    assertThatThrownBy(() -> AlertPage.number(AlertPage.cursor(7, 12), 8))
        .hasMessageContaining("belongs to another user");
  }

  @Test
  void number_ofAnyChangedToken_isRefused() {
    String token = AlertPage.cursor(7, 12);
    for (int at = 0; at < token.length(); at++) {
      for (int digit = 0; digit < DIGITS.length(); digit++) {
        String changed = token.substring(0, at) + DIGITS.charAt(digit) + token.substring(at + 1);
        if (!changed.equals(token)) {
          assertRefused(changed);
        }
      }
    }
    assertRefused(token + "=");
    assertRefused(token.substring(1));
    assertRefused("");
  }

  private static void assertRefused(String token) {
    assertThatThrownBy(() -> AlertPage.number(token, 7))
        .as(token)
        .isInstanceOf(EngineException.class)
        .hasMessageStartingWith("INVALID_CURSOR: ");
  }
}
