package io.offerengine.server.templates;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.json.template.StoredTemplate;
import io.offerengine.json.template.TemplateCodec;
import io.offerengine.json.template.TemplateRequest;
import io.offerengine.marketplace.MarketplaceSchema;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Passwords are encrypted, decrypted and bound to their row. */
class PasswordCipherTest {
  private static final String PASSWORD = "Zq7-hunter2-Tr0mbone";
  private static final String HASH = "0123456789abcdef0123456789abcdef";

  private final ServerSecret secret = ServerSecret.random();

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
