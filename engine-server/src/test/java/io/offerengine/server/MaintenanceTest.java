package io.offerengine.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.log.testing.PostgresqlServer;
import io.offerengine.server.cli.ExitCode;
import io.offerengine.server.http.TestClient;
import io.offerengine.server.store.Database;
import io.offerengine.server.store.TestDatabase;
import io.offerengine.server.templates.DatabaseSecret;
import io.offerengine.testing.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands that copy and check, on the database of a real service. */
class MaintenanceTest {
  private static final Map<String, String> KEY = Map.of("OFFER_ENGINE_API_KEY", "k");
  private static final String TEMPLATE =
      "{\"name\":\"n\",\"image\":\"i\",\"docker_login_pass\":\"p\"}";
  private static final String LOST_FINGERPRINT =
      "secret: damaged\n"
          + "  the database has passwords, but not the fingerprint of their secret; restore the";
  private static final String TEMPLATES = "/api/v0/template/?select=mine";

  @TempDir private Path folder;
  private String data;

  @BeforeEach
  void nameData() {
    data = folder.resolve("data").toString();
  }

  private CommandRun run(String line) {
    return CommandRun.of(Map.of("OFFER_ENGINE_DATA", data), "", line.split(" ", -1));
  }

  private ServiceProcess start() throws IOException {
    return ServiceProcess.start(KEY, "--data", data);
  }

  private void fill(ServiceProcess service) throws Exception {
    TestClient client = service.client("k");
    client.send("PUT", "/admin/offers", "{\"id\":1}\n{\"id\":2}");
    client.post("/api/v0/template/", TEMPLATE);
    client.send("PUT", "/admin/users/7", "{\"city\":\"Rome\"}");
  }

  @Test
  void backup_whileTheServiceWrites_isACopyThatServes() throws Exception {
    Path copy = folder.resolve("copy/offer-engine.db");
    Files.createDirectory(copy.getParent());
    try (ServiceProcess service = start()) {
      fill(service);
      CommandRun made = run("backup " + copy).succeeded();
      assertThat(made.out()).contains(data + " is copied to " + copy + ", without its secret");
      run("backup " + copy)
          .failed(ExitCode.DATABASE, copy + " exists already; choose another file");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(copy)))
          .isEqualTo("rw-------");
      try (var files = Files.list(copy.getParent())) {
        assertThat(files).containsExactly(copy);
      }
      Files.copy(Path.of(data, "secret.key"), copy.resolveSibling("secret.key"));
      service.client("k").send("DELETE", "/admin/offers/1");
      deleteTheTemplate(service.client("k"));
      data = copy.getParent().toString();
      assertThat(run("check").out()).contains("offers: intact").endsWith(" is intact\n");
      try (ServiceProcess other = start()) {
        assertThat(other.message().get(0)).startsWith("Serving 2 offers");
        assertThat(other.client("k").get(TEMPLATES).body()).contains("\"name\":\"n\"");
      }
    }
  }

  private void deleteTheTemplate(TestClient client) {
    assertThat(run("templates delete 1").succeeded().out()).isEqualTo("Template 1 is deleted\n");
    CommandRun again = run("templates delete 1");
    assertThat(again.failed(2, "No template has the number 1 in " + data).out()).isEmpty();
    assertThat(client.get(TEMPLATES).body()).isEqualTo("{\"templates\":[]}");
  }

  @Test
  void backup_ofPostgresql_namesItsProgram() {
    CommandRun run =
        CommandRun.line(
            "backup c.dump --database jdbc:postgresql://db:5433/market?password=hidden&user=u");
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err())
        .doesNotContain("hidden")
        .contains(
            "pg_dump --format=custom --file=c.dump --host=db --port=5433 --username=u market");
  }

  /** A copy brings a lost fingerprint back, but not a lost secret: only the former is damage. */
  @Test
  void check_namesEveryDamageAndLoss_andAsksForACopyOfWhatItBringsBack() throws Exception {
    try (ServiceProcess service = start()) {
      fill(service);
      assertThat(run("check").succeeded().out())
          .contains("structure: intact", "templates: 1 rows, intact", "users: 1 rows, intact")
          .contains("offers: intact")
          .contains("secret: belongs to the database, decrypts 1 passwords");
    }
    assertOtherLayoutsOfTheLogAreRefused();
    assertLostSecretIsNamed();
    assertLostFingerprintIsDamage();
    change("UPDATE users SET city = 'Bern'");
    change("UPDATE offer_log_entries SET bytes = x'00' WHERE number = 1");
    CommandRun damaged =
        run("check").failed(ExitCode.DATABASE, data + " is damaged, see above; restore");
    assertThat(damaged.out())
        .contains("offers: damaged\n  entry 1 of the log")
        .contains("users: 1 rows, damaged\n  row 7 does not match its checksum\n")
        .contains("templates: 1 rows, intact", "secret: belongs to the database");
    run("serve --port 0").failed(6, "entry 1", "restore the database from a copy");
  }

  private void assertOtherLayoutsOfTheLogAreRefused() throws SQLException {
    change("UPDATE offer_log SET form = form + 1");
    String problem = data + ": the tables of the log have the layout 2";
    run("check").failed(ExitCode.DATABASE, problem, "use the program that made them");
    run("accept-restore").failed(ExitCode.DATABASE, problem);
    change("UPDATE offer_log SET form = form - 1");
  }

  private void assertLostSecretIsNamed() throws IOException {
    Path secret = Path.of(data, "secret.key");
    Path away = folder.resolve("away.key");
    Files.move(secret, away);
    CommandRun check =
        run("check")
            .failed(ExitCode.DATABASE, data + " is intact, but a secret is missing or wrong");
    assertThat(check.err()).hasLineCount(1).doesNotContain("restore");
    assertThat(check.out())
        .contains("secret: this database was used with a secret that is not here any more")
        .contains("put it back into " + secret + " or into the environment variable");
    Files.move(away, secret);
  }

  private void assertLostFingerprintIsDamage() throws Exception {
    change("CREATE TABLE kept AS SELECT * FROM settings");
    change("DELETE FROM settings WHERE name = 'secret_fingerprint'");
    Path secret = Path.of(data, "secret.key");
    CommandRun damaged =
        run("check").failed(ExitCode.DATABASE, data + " is damaged, see above; restore the");
    assertThat(damaged.out())
        .containsOnlyOnce("damaged")
        .contains(LOST_FINGERPRINT)
        .endsWith("restore the database before serve starts, or else the passwords may be lost\n");
    change("DELETE FROM settings WHERE name = 'template_hash_key'");
    Path away = Files.move(secret, folder.resolve("away.key"));
    try (Database database = Database.sqlite(Path.of(data))) {
      assertThat(DatabaseSecret.open(database, Map.of(), secret)).isNotNull();
    }
    CommandRun lost = run("check").failed(ExitCode.DATABASE, data + " is intact, but a secret");
    assertThat(lost.err()).doesNotContain("restore");
    assertThat(lost.out())
        .contains("  no secret decrypts the password of the template 1; put the secret that does");
    Files.move(away, secret, StandardCopyOption.REPLACE_EXISTING);
    change("DELETE FROM settings");
    change("INSERT INTO settings SELECT * FROM kept");
    change("DROP TABLE kept");
  }

  /** What serve would change is named, and stays as it is. */
  @Test
  void check_ofAnOlderLayout_namesItAndChangesNothing() throws Exception {
    run("keys create --user 7").succeeded();
    change("DELETE FROM flyway_schema_history WHERE version = '12'");
    change("ALTER TABLE alert_state RENAME TO kept");
    CommandRun older = run("check").succeeded();
    assertThat(older.out())
        .endsWith(
            "database: "
                + data
                + " has the layout 11; serve brings it to 12\n"
                + "  nothing in it was checked\n");
    change("ALTER TABLE kept RENAME TO alert_state");
  }

  @Test
  void check_ofPostgresql_makesNoTables_andChecksRowsSecretAndFingerprint() throws Exception {
    String url = PostgresqlServer.newDatabase();
    CommandRun empty =
        CommandRun.line("check --database " + url + " --saved-offers none").succeeded();
    assertThat(empty.out()).contains(" has no tables yet; serve makes them");
    CommandRun.line("check --database " + url + " --saved-offers none --offers " + folder + "/none")
        .failed(ExitCode.OFFERS, folder + "/none: no such file");
    String tables = "SELECT COUNT(*) FROM pg_tables WHERE schemaname = 'public'";
    assertThat(TestDatabase.number(url, tables)).isZero();
    // Commands that need no offers make no log, and check does not make one either.
    CommandRun.line("keys create --database " + url + " --user 7").succeeded();
    String check =
        "check --saved-offers none --database " + url + " --secret-file " + folder + "/secret";
    assertThat(CommandRun.line(check).succeeded().out())
        .contains("api_keys: 1 rows, intact", "offers: intact", "secret: the database has none");
    Files.writeString(folder.resolve("secret"), "garbage");
    assertThat(CommandRun.line(check).failed(ExitCode.DATABASE).out())
        .contains("api_keys: 1 rows, intact", "offers: intact", "secret: " + folder);
    assertThat(TestDatabase.number(url, "SELECT COUNT(to_regclass('offer_log'))")).isZero();
    String serve = "--saved-offers none --database " + url + " --secret-file " + folder + "/other";
    try (ServiceProcess service = ServiceProcess.start(KEY, serve)) {
      service.client("k").post("/api/v0/template/", TEMPLATE);
    }
    String keyless = "check --saved-offers none --database " + url;
    assertThat(CommandRun.line(keyless).succeeded().out())
        .contains("secret: none is given, and templates can't be saved");
    TestDatabase.execute(url, "DELETE FROM settings WHERE name = 'secret_fingerprint'");
    assertThat(CommandRun.line(keyless).failed(ExitCode.DATABASE, " is damaged, see above").out())
        .contains("templates: 1 rows, intact", LOST_FINGERPRINT);
  }

  /** Faults of the configuration do not hide those of the database. */
  @Test
  void check_withAFaultOfTheConfiguration_alsoNamesThoseOfTheDatabase() throws Exception {
    run("keys create --user 7").succeeded();
    change("UPDATE api_keys SET user_id = 8");
    CommandRun both = run("check --port none");
    both.failed(ExitCode.USAGE, "--port", data + " is damaged, see above; restore");
    assertThat(both.out())
        .contains("api_keys: 1 rows, damaged\n  row 1 does not match its checksum\n")
        .contains("secret: ");
  }

  private void change(String sql) throws SQLException {
    TestDatabase.execute("jdbc:sqlite:" + data + "/offer-engine.db", sql);
  }

  @Test
  void rotateOfAKey_hasItsTermsAndRevokesIt() {
    String old = run("keys create --user 7 --scopes search --expires 2999-01-01").out().strip();
    CommandRun rotated = run("keys rotate 1").succeeded();
    assertThat(rotated.out()).matches("oe_2_\\S{43}\\R").doesNotContain(old);
    assertThat(run("keys list").out().lines().map(line -> line.replaceAll(" +", " ").strip()))
        .anyMatch(line -> line.startsWith("1 7 ") && line.contains("revoked"))
        .anyMatch(line -> line.startsWith("2 7 ") && line.contains("2999-01-01"));
    assertThat(run("keys rotate 1").err()).contains("No key was rotated: key 1 is revoked");
    run("keys rotate 3").failed(ExitCode.USAGE, "no key has the number 3", "keys list shows all");
  }

  /** A service encrypts by the first secret, says what is left to do, and does it. */
  @Tag("full")
  @Test
  void newerSecret_encryptsWhatIsThere_andTheOlderOneCanGo() throws Exception {
    try (ServiceProcess service = start()) {
      fill(service);
    }
    Path file = Path.of(data, "secret.key");
    Files.writeString(file, "0f".repeat(32) + "\n" + Files.readString(file));
    try (ServiceProcess service = start()) {
      assertThat(service.message())
          .contains(
              "Passwords that an older secret has encrypted: 1; they are encrypted again in the"
                  + " background");
      Waiting.until(() -> run("check").out().contains("an older secret has encrypted 0\n"));
    }
    Files.writeString(file, "0f".repeat(32));
    assertThat(run("check").out()).contains("secret: belongs to the database, decrypts 1");
    try (ServiceProcess service = start()) {
      assertThat(service.client("k").post("/api/v0/template/", TEMPLATE).body())
          .contains("Existing Template Found");
    }
  }
}
