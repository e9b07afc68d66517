package io.offerengine.server.templates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.log.testing.PostgresqlServer;
import io.offerengine.server.store.Database;
import io.offerengine.testing.Together;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The source of a database's secret, and the secrets that a database refuses. */
class DatabaseSecretTest {
  private static final Map<String, String> NOTHING = Map.of();
  private static final String HEX = "0123456789abcdef".repeat(4);

  @TempDir private Path directory;
  private Path file;
  @AutoClose private Database database;

  @BeforeEach
  void openDatabase() throws IOException {
    file = Files.createDirectory(directory.resolve("secrets")).resolve("secret.key");
    database = Database.sqlite(directory);
  }

  private byte[] open(Map<String, String> environment) {
    return DatabaseSecret.open(database, environment, file).derive("test");
  }

  private AbstractThrowableAssert<?, ?> assertRefused(Map<String, String> environment) {
    return assertThatThrownBy(() -> open(environment))
        .isExactlyInstanceOf(UnusableSecretException.class);
  }

  private static Map<String, String> variable(String value) {
    return Map.of(ServerSecret.VARIABLE, value);
  }

  @Test
  void open_forTheFirstTime_makesAFileThatItsOwnerAloneMayRead() throws IOException {
    byte[] first = open(NOTHING);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(Files.readString(file)).matches("[0-9a-f]{64}\n");
    try (var others = Files.list(file.getParent())) {
      assertThat(others).containsExactly(file);
    }
    assertThat(open(NOTHING)).isEqualTo(first);
  }

  @Test
  void open_withTheFilesSecretInTheVariable_isTheSame() throws IOException {
    byte[] first = open(NOTHING);
    String moved = Files.readString(file);
    Files.delete(file);
    assertThat(open(variable(moved))).isEqualTo(first);
    assertThat(file).as("of the variable").doesNotExist();
  }

  @Test
  void open_withAnotherSecret_isRefused() throws IOException {
    open(NOTHING);
    String own = Files.readString(file);
    assertRefused(variable(HEX))
        .hasMessageStartingWith("this database was used with another secret: start it with that")
        .hasMessageNotContaining(HEX);
    Files.writeString(file, HEX);
    assertRefused(NOTHING);
    Files.writeString(file, own);
    assertThat(open(NOTHING)).hasSize(32);
  }

  @Test
  void open_whenTheFileIsLost_isRefusedAndMakesNone() throws IOException {
    open(NOTHING);
    Files.delete(file);
    assertRefused(NOTHING)
        .hasMessageStartingWith("this database was used with a secret that is not here any more")
        .hasMessageContaining(file.toString());
    assertThat(file).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r-----", "rw----r--", "rw--w----", "rw-----w-"})
  void open_ofAFileThatIsOpenToOthers_isRefusedWithTheRemedy(String permissions)
      throws IOException {
    open(NOTHING);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    assertRefused(NOTHING)
        .hasMessageContaining("others than its owner may read or write it")
        .hasMessageContaining("\"chmod 600 " + file + "\"");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--------"));
    assertThat(open(NOTHING)).hasSize(32);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "nonsense", "\0\0"})
  void open_ofAMalformedFile_isRefusedByName(String content) throws IOException {
    open(NOTHING);
    Files.writeString(file, content);
    assertRefused(NOTHING)
        .hasMessageStartingWith(file + " must hold a secret of 64 hexadecimal digits");
  }

  /** A secret of the list behind what is read would decrypt nothing. */
  @Test
  void open_ofATooLongFile_isRefused() throws IOException {
    open(NOTHING);
    Files.writeString(file, Files.readString(file) + " ".repeat(4_096));
    assertRefused(NOTHING)
        .hasMessageStartingWith(file + " has more than 4096 bytes, and a list of secrets has");
  }

  @Test
  void open_ofAMalformedVariable_isRefusedAndTouchesNothing() {
    assertRefused(variable(""))
        .hasMessageStartingWith("the environment variable OFFER_ENGINE_SECRET must hold");
    assertThat(file).doesNotExist();
    assertThat(open(variable(HEX))).hasSize(32);
  }

  @Test
  void open_whereNoFileCanBeMade_isRefusedWithTheRemedy() throws IOException {
    Files.delete(file.getParent());
    assertRefused(NOTHING)
        .hasMessageStartingWith(file + " can't hold the server's secret: ")
        .hasMessageContaining(file.getParent() + " is not a directory; make it, or name a file");
    assertThat(file.getParent()).doesNotExist();
  }

  @Test
  void open_byManyAtOnce_isOneSecret() throws Exception {
    List<byte[]> secrets = Together.call(16, each -> open(NOTHING));
    assertThat(secrets.stream().map(HexFormat.of()::formatHex).distinct()).hasSize(1);
  }

  /** Two servers start at once, each with its own file. */
  @Test
  void claim_ofOneDatabaseByTwoServers_isTheFirstOnes() {
    try (Database shared = Database.postgresql(PostgresqlServer.newDatabase())) {
      Path ours = directory.resolve("ours.key");
      Path theirs = directory.resolve("theirs.key");
      DatabaseSecret.open(shared, NOTHING, ours);
      assertThatThrownBy(() -> DatabaseSecret.open(shared, NOTHING, theirs))
          .isExactlyInstanceOf(UnusableSecretException.class);
      assertThat(theirs).doesNotExist();
      assertThatThrownBy(() -> DatabaseSecret.claim(shared, ServerSecret.random()))
          .isExactlyInstanceOf(UnusableSecretException.class);
      assertThat(DatabaseSecret.open(shared, NOTHING, ours)).isNotNull();
    }
  }
}
