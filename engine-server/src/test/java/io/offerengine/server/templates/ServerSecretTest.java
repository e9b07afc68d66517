package io.offerengine.server.templates;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.json.template.StoredTemplate;
import io.offerengine.json.template.TemplateCodec;
import io.offerengine.json.template.TemplateRequest;
import io.offerengine.marketplace.MarketplaceSchema;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The text forms of a secret, the keys derived from it, and passwords that it encrypts, decrypts
 * and binds to their row.
 */
class ServerSecretTest {
  private static final String HEX = "00ff".repeat(16);
  private static final String PASSWORD = "Zq7-hunter2-Tr0mbone";
  private static final String HASH = "0123456789abcdef0123456789abcdef";

  private final ServerSecret secret = ServerSecret.random();

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

  @Test
  void decrypt_ofWhatWasEncrypted_isThePassword() {
    for (String password : List.of("", "p", "pässword 😀", "x".repeat(8_192))) {
      byte[] encrypted = secret.encrypt(password, 7, HASH);
      assertThat(encrypted).hasSize(1 + 12 + password.getBytes(UTF_8).length + 16);
      assertThat(encrypted).isNotEqualTo(secret.encrypt(password, 7, HASH));
      assertThat(secret.decrypt(encrypted, 7, HASH))
          .contains(new ServerSecret.Decrypted(password, true));
    }
  }

  @Test
  void decrypt_elsewhere_isRefused() {
    byte[] encrypted = secret.encrypt(PASSWORD, 7, HASH);
    assertThat(secret.decrypt(encrypted, 8, HASH)).isEmpty();
    assertThat(secret.decrypt(encrypted, 7, "f" + HASH.substring(1))).isEmpty();
    assertThat(ServerSecret.random().decrypt(encrypted, 7, HASH)).isEmpty();
    assertThat(secret.decrypt(new byte[28], 7, HASH)).isEmpty();
  }

  @Test
  void decrypt_ofAnyChangedByte_isRefused() {
    byte[] encrypted = secret.encrypt(PASSWORD, 7, HASH);
    for (int i = 0; i < encrypted.length; i++) {
      byte[] changed = encrypted.clone();
      changed[i] ^= 1;
      assertThat(secret.decrypt(changed, 7, HASH)).isEmpty();
    }
    assertThat(secret.decrypt(new byte[0], 7, HASH)).isEmpty();
  }

  @Test
  void toString_ofAnythingThatKnowsIt_showsNothing() {
    String body = "{\"name\":\"a\",\"image\":\"b\",\"docker_login_pass\":\"" + PASSWORD + "\"}";
    TemplateRequest request =
        new TemplateCodec(MarketplaceSchema.schema()).readRequest(body.getBytes(UTF_8));
    StoredTemplate stored =
        new StoredTemplate(
            1,
            secret.templateHash(7, request.content(), PASSWORD),
            new String(request.content(), UTF_8));
    TemplateRow row =
        new TemplateRow(
            stored, 7, false, secret.encrypt(PASSWORD, 7, stored.hash()), OptionalLong.of(1));
    SavedTemplate saved = new SavedTemplate(SavedTemplate.Outcome.CREATED, stored);
    SecretTraces traces = new SecretTraces(PASSWORD);
    SecretTraces keys = new SecretTraces(secret.toHex());
    for (Object each : List.of(secret, request, stored, row, saved)) {
      traces.assertNoneIn(each.getClass().getName(), each.toString());
      keys.assertNoneIn(each.getClass().getName(), each.toString());
    }
    traces.assertNoneIn("the encrypted password", row.password());
    assertThat(request.dockerLoginPassword()).contains(PASSWORD);
  }
}
