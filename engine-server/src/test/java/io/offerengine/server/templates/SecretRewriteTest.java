package io.offerengine.server.templates;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.json.template.TemplateCodec;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Schema;
import io.offerengine.server.store.Database;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A newer secret at the head of the list, and the state after a stop at each step. */
class SecretRewriteTest {
  private static final Schema SCHEMA = MarketplaceSchema.schema();
  private static final String FIRST = "0123456789abcdef".repeat(4);
  private static final String SECOND = "fedcba9876543210".repeat(4);
  private static final String THIRD = "00ff".repeat(16);

  @TempDir private Path directory;
  @AutoClose private Database database;

  @BeforeEach
  void open() {
    database = Database.sqlite(directory);
    save(FIRST, "a", "first password");
    save(FIRST, "b", "second password");
  }

  private ServerSecret secret(String list) {
    Map<String, String> environment = Map.of(ServerSecret.VARIABLE, list);
    return DatabaseSecret.open(database, environment, directory.resolve("unused"));
  }

  private TemplateRegistry registry(String list) {
    return new TemplateRegistry(database, secret(list), SCHEMA);
  }

  private SavedTemplate save(String list, String name, String password) {
    String request =
        "{\"name\":\"%s\",\"image\":\"i\",\"docker_login_pass\":\"%s\"}".formatted(name, password);
    return registry(list).save(7, new TemplateCodec(SCHEMA).readRequest(request.getBytes(UTF_8)));
  }

  private SecretRewrite rewrite(String list) {
    return new SecretRewrite(database, secret(list));
  }

  /** The same content and password are the same template: its hash is unchanged. */
  private void assertPasswordsAndHashesAreThere(String list) {
    assertThat(registry(list).dockerLoginPassword(7, 1)).contains("first password");
    assertThat(registry(list).dockerLoginPassword(7, 2)).contains("second password");
    assertThat(save(list, "a", "first password").outcome())
        .isEqualTo(SavedTemplate.Outcome.EXISTING);
  }

  private void assertRefused(String list, String problem) {
    assertThatThrownBy(() -> secret(list))
        .isExactlyInstanceOf(UnusableSecretException.class)
        .hasMessageContaining(problem)
        .hasMessageNotContaining(FIRST)
        .hasMessageNotContaining(SECOND);
  }

  @Test
  void run_ofANewerSecret_keepsPasswordsAndHashes_andFreesTheOlderOne() {
    String list = SECOND + "\n" + FIRST + "\n";
    assertPasswordsAndHashesAreThere(list);
    assertThat(rewrite(list).read())
        .isEqualTo(new SecretRewrite.Passwords(0, List.of(1L, 2L), List.of()));
    assertRefused(SECOND, "this database was used with another secret");
    rewrite(list).run();
    assertThat(rewrite(list).read())
        .isEqualTo(new SecretRewrite.Passwords(2, List.of(), List.of()));
    assertPasswordsAndHashesAreThere(list);
    assertPasswordsAndHashesAreThere(SECOND);
    assertRefused(FIRST, "this database was used with another secret");
    rewrite(SECOND).run();
    assertPasswordsAndHashesAreThere(SECOND);
  }

  @Test
  void open_ofAnOlderCopyOfTheDatabase_readsItAsLongAsItsSecretIsInTheList() throws Exception {
    Path copy = Files.createDirectory(directory.resolve("copy"));
    database.copyTo(copy.resolve("offer-engine.db"));
    rewrite(SECOND + " " + FIRST).run();
    rewrite(THIRD + " " + SECOND + " " + FIRST).run();
    database.close();
    database = Database.sqlite(copy);
    assertPasswordsAndHashesAreThere(THIRD + "," + SECOND + "," + FIRST);
    assertRefused(THIRD + "," + SECOND, "this database was used with another secret");
  }

  @Test
  void run_whereAPasswordIsOfAnOlderSecretAgain_doesTheRest() {
    String list = SECOND + "," + FIRST;
    rewrite(list).run();
    // A member whose list has the older secret first still runs.
    save(FIRST + "," + SECOND, "c", "third password");
    assertThat(rewrite(list).read())
        .isEqualTo(new SecretRewrite.Passwords(2, List.of(3L), List.of()));
    rewrite(list).run();
    assertThat(registry(SECOND).dockerLoginPassword(7, 3)).contains("third password");
  }

  @Test
  void run_whereAPasswordIsLost_keepsTheFingerprint_andNamesTheTemplate() {
    rewrite(SECOND + "," + FIRST).run();
    save(FIRST + "," + SECOND, "c", "third password");
    assertThat(rewrite(THIRD + "," + SECOND).read())
        .isEqualTo(new SecretRewrite.Passwords(0, List.of(1L, 2L), List.of(3L)));
    rewrite(THIRD + "," + SECOND).run();
    assertThat(rewrite(THIRD + "," + SECOND).read())
        .isEqualTo(new SecretRewrite.Passwords(2, List.of(), List.of(3L)));
    assertRefused(THIRD, "this database was used with another secret");
    rewrite(THIRD + "," + SECOND + "," + FIRST).run();
    assertThat(registry(THIRD).dockerLoginPassword(7, 3)).contains("third password");
  }

  @Test
  void close_beforeTheEnd_leavesAUsableDatabase() {
    String list = SECOND + "," + FIRST;
    SecretRewrite stopped = rewrite(list);
    stopped.close();
    stopped.run();
    assertThat(rewrite(list).read().older()).containsExactly(1L, 2L);
    assertPasswordsAndHashesAreThere(FIRST);
    try (SecretRewrite next = rewrite(list)) {
      next.start();
    }
    assertPasswordsAndHashesAreThere(list);
  }

  @Test
  void open_withoutTheSecretOfTheDatabase_namesItsIdentifierAndThoseThatAreGiven() {
    String own = ServerSecret.parse(FIRST, "it").identifier();
    String given = ServerSecret.parse(SECOND, "it").identifier();
    assertRefused(SECOND, "its identifier is " + own + ", and given is " + given);
  }
}
