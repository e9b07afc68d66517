package io.offerengine.server.templates;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The text forms of a secret and the keys derived from it. */
class ServerSecretTest {
  private static final String HEX = "00ff".repeat(16);

  /** Test case 3 of RFC 5869. */
  @Test
  void hkdf_ofTheStandardsExample_isWhatTheStandardSays() {
    byte[] input = HexFormat.of().parseHex("0b".repeat(22));
    assertThat(ServerSecret.hkdf(input, new byte[0]))
        .asHexString()
        .isEqualToIgnoringCase("8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d");
  }

  @Test
  void parse_ofEveryForm_isTheSameSecret() {
    String base64 = Base64.getEncoder().encodeToString(HexFormat.of().parseHex(HEX));
    byte[] expected = ServerSecret.parse(HEX, "it").derive("x");
    assertThat(ServerSecret.parse(HEX.toUpperCase(Locale.ROOT) + "\n", "it").derive("x"))
        .isEqualTo(expected);
    assertThat(ServerSecret.parse(base64, "it").derive("x")).isEqualTo(expected);
    assertThat(ServerSecret.parse(base64.replace("=", ""), "it").derive("x")).isEqualTo(expected);
  }

  @Test
  void derive_forAnotherPurpose_isAnotherKey() {
    ServerSecret secret = ServerSecret.random();
    assertThat(secret.derive("a")).hasSize(32).isNotEqualTo(secret.derive("b"));
    assertThat(ServerSecret.random().derive("a")).isNotEqualTo(secret.derive("a"));
  }

  @Test
  void toString_showsNothing() {
    assertThat(ServerSecret.parse(HEX, "it")).hasToString("the server's secret");
  }

  @Test
  void parse_ofAList_isTheFirstSecretWithTheOlderOnes() {
    String other = "0f".repeat(32);
    ServerSecret secret = ServerSecret.parse(" " + HEX + ",\n" + other + "\n", "it");
    assertThat(secret.derive("x")).isEqualTo(ServerSecret.parse(HEX, "it").derive("x"));
    assertThat(secret.all().stream().map(ServerSecret::identifier))
        .containsExactly(
            ServerSecret.parse(HEX, "it").identifier(),
            ServerSecret.parse(other, "it").identifier());
  }

  @Test
  void parse_ofAListWithAWrongADoubledOrTooManySecrets_namesTheOne() {
    String other = "0f".repeat(32);
    assertThatThrownBy(() -> ServerSecret.parse(HEX + "\n" + other.substring(1), "the drawer"))
        .isExactlyInstanceOf(UnusableSecretException.class)
        .hasMessage(
            "secret 2 of 2 in the drawer must be 64 hexadecimal digits, or 32 bytes in base64, but"
                + " has 63 characters that are neither; \"openssl rand -hex 32\" makes one");
    assertThatThrownBy(() -> ServerSecret.parse(HEX + ",, " + other, "the drawer"))
        .isExactlyInstanceOf(UnusableSecretException.class)
        .hasMessageStartingWith("secret 2 of 3 in the drawer must be 64 hexadecimal digits")
        .hasMessageContaining("has nothing");
    assertThatThrownBy(() -> ServerSecret.parse(HEX + "," + other + "," + HEX, "the drawer"))
        .isExactlyInstanceOf(UnusableSecretException.class)
        .hasMessage("secrets 1 and 3 in the drawer are the same; leave one of them out");
    String many = IntStream.range(0, 17).mapToObj("%064d"::formatted).collect(joining(","));
    assertThatThrownBy(() -> ServerSecret.parse(many, "the drawer"))
        .isExactlyInstanceOf(UnusableSecretException.class)
        .hasMessage("the drawer holds more than 16 secrets; leave out the oldest ones");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "00ff",
        "00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00fg",
        "AP8A/wD/AP8A/wD/AP8A/wD/AP8A/wD/AP8A/wD/AP",
        "!"
      })
  void parse_ofAnythingElse_isRefusedWithoutShowingIt(String text) {
    assertThatThrownBy(() -> ServerSecret.parse(text, "the drawer"))
        .isExactlyInstanceOf(UnusableSecretException.class)
        .hasMessageStartingWith(
            "the drawer must hold a secret of 64 hexadecimal digits, or of 32 bytes in base64, but"
                + " holds ")
        .hasMessageEndingWith("; \"openssl rand -hex 32\" makes one")
        .message()
        .doesNotContain("00ff", "AP8A", "!");
  }
}
