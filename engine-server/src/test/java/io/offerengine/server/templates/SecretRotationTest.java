package io.offerengine.server.templates;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.json.template.TemplateCodec;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.schema.Schema;
import io.offerengine.server.store.Database;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A new secret for a database, and the state after a kill at each step. */
class SecretRotationTest {
  private static final Schema SCHEMA = MarketplaceSchema.schema();
  private static final Map<String, String> NOTHING = Map.of();

  @TempDir private Path directory;
  private Path file;
  private Path next;
  private Database database;

  @BeforeEach
  void open() {
    file = directory.resolve("secret.key");
    next = directory.resolve("secret.key.new");
    database = Database.sqlite(directory);
    save("a", "first password");
    save("b", "second password");
  }

  @AfterEach
  void close() {
    database.close();
  }

  private TemplateRegistry registry() {
    return new TemplateRegistry(database, DatabaseSecret.open(database, NOTHING, file), SCHEMA);
  }

  private SavedTemplate save(String name, String password) {
    String request =
        "{\"name\":\"%s\",\"image\":\"i\",\"docker_login_pass\":\"%s\"}".formatted(name, password);
    return registry().save(7, new TemplateCodec(SCHEMA).readRequest(request.getBytes(UTF_8)));
  }

  private void writeSecret(String text) throws IOException {
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }

  private int rotate() {
    return new SecretRotation(database, NOTHING, file).run(null);
  }

  /** The same content and password are the same template: its hash is unchanged. */
  private void assertPasswordsAndHashesAreThere() {
    assertThat(registry().dockerLoginPassword(7, 1)).contains("first password");
    assertThat(registry().dockerLoginPassword(7, 2)).contains("second password");
    assertThat(save("a", "first password").outcome()).isEqualTo(SavedTemplate.Outcome.EXISTING);
    assertThat(new SecretRotation(database, NOTHING, file).verify()).isEqualTo(2);
    assertThat(next).doesNotExist();
  }

  @Test
  void run_twice_keepsPasswordsAndHashes() throws IOException {
    String first = Files.readString(file);
    assertThat(rotate()).isEqualTo(2);
    assertThat(Files.readString(file)).matches("[0-9a-f]{64}\n").isNotEqualTo(first);
    assertPasswordsAndHashesAreThere();
    assertThat(rotate()).isEqualTo(2);
    assertPasswordsAndHashesAreThere();
    writeSecret(first);
    assertThatThrownBy(this::registry)
        .isExactlyInstanceOf(UnusableSecretException.class)
        .hasMessageStartingWith("this database was used with another secret");
    assertThatThrownBy(() -> new SecretRotation(database, NOTHING, file).verify())
        .isExactlyInstanceOf(UnusableSecretException.class)
        .hasMessage(file + " holds the secret of another database");
  }

  @Test
  void open_afterAKillBeforeTheCommit_takesTheOldSecret() {
    assertThat(new SecretFile(next).make(ServerSecret.random())).isTrue();
    assertThat(registry().dockerLoginPassword(7, 1)).contains("first password");
    assertThat(rotate()).isEqualTo(2);
    assertPasswordsAndHashesAreThere();
  }

  @Test
  void open_afterAKillBehindTheCommit_takesTheNewSecret() throws IOException {
    String old = Files.readString(file);
    rotate();
    Files.move(file, next);
    writeSecret(old);
    assertThat(new SecretRotation(database, NOTHING, file).verify()).isEqualTo(2);
    assertPasswordsAndHashesAreThere();
    rotate();
    assertPasswordsAndHashesAreThere();
  }

  @Test
  void run_ofASecretInTheEnvironment_writesTheNewOneApart() throws IOException {
    Map<String, String> environment = Map.of(ServerSecret.VARIABLE, Files.readString(file));
    Path target = directory.resolve("given.key");
    assertThat(new SecretRotation(database, environment, file).run(target)).isEqualTo(2);
    assertThatThrownBy(() -> DatabaseSecret.open(database, environment, file))
        .isExactlyInstanceOf(UnusableSecretException.class);
    file = target;
    next = directory.resolve("given.key.new");
    assertPasswordsAndHashesAreThere();
    Map<String, String> changed = Map.of(ServerSecret.VARIABLE, Files.readString(target));
    assertThatThrownBy(() -> new SecretRotation(database, changed, file).run(target))
        .hasMessage(target + " exists already; choose another file");
    assertPasswordsAndHashesAreThere();
  }

  @Test
  void run_withoutItsSecret_changesNothing() throws IOException {
    String old = Files.readString(file);
    Files.delete(file);
    assertThatThrownBy(this::rotate).hasMessageEndingWith("; give the file of the secret");
    writeSecret(old);
    assertPasswordsAndHashesAreThere();
  }
}
