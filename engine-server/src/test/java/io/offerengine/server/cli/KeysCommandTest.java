package io.offerengine.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.server.CommandRun;
import io.offerengine.server.keys.Caller;
import io.offerengine.server.keys.IssuedKey;
import io.offerengine.server.keys.KeyRegistry;
import io.offerengine.server.keys.KeyTerms;
import io.offerengine.server.keys.Scope;
import io.offerengine.server.store.Database;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands of {@code keys}, and their choice of a database, which shows no password. */
class KeysCommandTest {
  private static final String URL = "jdbc:postgresql://db:5432/market";
  private static final String SECRET = "s3cret";

  @TempDir private Path directory;

  private CommandRun run(String... args) {
    return CommandRun.of(Map.of("OFFER_ENGINE_DATA", directory.toString()), "", args);
  }

  private String create(String... args) {
    CommandRun run =
        run(Stream.concat(Stream.of("keys", "create"), Stream.of(args)).toArray(String[]::new))
            .succeeded();
    assertThat(run.out()).matches("oe_[1-9][0-9]*_[A-Za-z0-9_-]{43}\\R");
    return run.out().strip();
  }

  @Test
  void create_printsTheKeyAndNothingElse() {
    String plain = create("--user", "7");
    String admin = create("--user", "1", "--admin");
    String limited = create("--user", "8", "--scopes", "search,templates");
    create("--user", "9", "--expires", "2999-12-31");
    create("--user", "9", "--expires", "2999-12-31T12:00:00");
    create("--user", "9", "--expires", "2999-12-31T12:00:00.5+02:00");
    try (Database database = Database.sqlite(directory)) {
      KeyRegistry keys = new KeyRegistry(database);
      Set<Scope> all = EnumSet.complementOf(EnumSet.of(Scope.ADMIN));
      assertThat(keys.find(plain)).isEqualTo(new Caller(7, false, all, 1));
      assertThat(keys.find(admin)).isEqualTo(new Caller(1, true, EnumSet.allOf(Scope.class), 2));
      assertThat(keys.find(limited))
          .isEqualTo(new Caller(8, false, EnumSet.of(Scope.SEARCH, Scope.TEMPLATES), 3));
      assertThat(keys.list().stream().map(IssuedKey::terms).map(KeyTerms::expires))
          .containsExactly(
              null,
              null,
              null,
              Instant.parse("2999-12-31T00:00:00Z"),
              Instant.parse("2999-12-31T12:00:00Z"),
              Instant.parse("2999-12-31T10:00:00Z"));
    }
  }

  @Test
  void list_showsEveryKeyAndNoSecret() {
    List<String> made =
        List.of(
            create("--user", "7"),
            create("--user", "1", "--admin", "--expires", "2999-12-31"),
            create("--user", "123456", "--scopes", "search"));
    run("keys", "revoke", "3");
    CommandRun run = run("keys", "list").succeeded();
    String instant = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ";
    List<String> expected =
        List.of(
            "id +user +administrator +scopes +created +expires +state",
            " 1 +7  no +search,invoices,templates,user_read,user_write +"
                + instant
                + "  never +active",
            " 2 +1  yes +search,invoices,templates,user_read,user_write,admin  "
                + instant
                + "  2999-12-31T00:00:00Z  active",
            " 3  123456  no +search +" + instant + "  never +revoked",
            "3 keys in .*");
    List<String> lines = run.out().lines().toList();
    assertThat(lines).hasSameSizeAs(expected);
    for (int i = 0; i < lines.size(); i++) {
      assertThat(lines.get(i)).matches(expected.get(i));
    }
    assertThat(lines.get(4)).endsWith(directory.toString());
    for (String key : made) {
      assertThat(run.out()).doesNotContain(key.substring(key.length() - 43, key.length() - 33));
    }
  }

  @BeforeEach
  void makeDatabase() {
    Database.sqlite(directory).close();
  }

  @Test
  void listAndRevoke_whereNoDatabaseIs_makeNone() throws IOException {
    String mistyped = directory.resolve("mistyped").toString();
    String file = Files.writeString(directory.resolve("file"), "").toString();
    for (String line : List.of("keys list", "keys revoke 1")) {
      for (String data : List.of(mistyped, file)) {
        CommandRun run = CommandRun.of((line + " --data " + data).split(" "));
        assertThat(run.exitCode()).isEqualTo(ExitCode.DATABASE);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
            .isEqualTo("offer-engine: " + data + " holds no database; check --data\n");
      }
    }
    assertThat(Path.of(mistyped)).doesNotExist();
  }

  @Test
  void revoke_saysWhatItDid() {
    create("--user", "7");
    create("--user", "7");
    assertThat(run("keys", "revoke", "1").succeeded().out().strip()).isEqualTo("Key 1 is revoked");
    assertThat(run("keys", "revoke", "1").succeeded().out().strip())
        .isEqualTo("Key 1 was revoked before");
    assertThat(run("keys", "list").out())
        .containsPattern("(?m)^ 1 .* revoked$")
        .containsPattern("(?m)^ 2 .* active$");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "keys | No command was given: use create, list, rotate or revoke; see offer",
        "keys make | Unmatched argument at index 1: 'make'; see offer-engine keys --help",
        "keys create | Missing required option: '--user=ID'; see offer-engine keys create --help",
        "keys create --user x | Invalid value for option '--user'",
        "keys create --user 0 | No key can be made: a user's number is at least 1, but got 0",
        "keys create --user 1 --scopes search,all | no scope is called 'all';"
            + " there are search, invoices, templates, user_read, user_write, admin",
        "keys create --user 1 --scopes= | no scope is called ''",
        "keys create --user 1 --scopes admin | the scope admin opens nothing unless",
        "keys create --user 1 --expires tomorrow | 'tomorrow' is not a date like 2027-01-01",
        "keys create --user 1 --expires 2027-02-30 | '2027-02-30' is not a date like",
        "keys create --user 1 --expires 2027-02-28T25:00 | '2027-02-28T25:00' is not a date like",
        "keys create --user 1 --expires 2026-01-01 | No key can be made: a key must expire later",
        "keys revoke | Missing required parameter: 'KEY_ID'; see offer-engine keys revoke --help",
        "keys revoke x | Invalid value for positional parameter at index 0 (KEY_ID)",
        "keys revoke 5 | No key has the number 5 in ",
      })
  void error_isOneLineWithTheRemedyAndMakesNoKey(String line, String message) {
    CommandRun run = run(line.split(" ", -1));
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).startsWith("offer-engine: ").contains(message, " --help").endsWith("\n");
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run("keys", "list").succeeded().out().lines())
        .hasSize(2)
        .last()
        .isEqualTo("0 keys in " + directory);
  }

  private static void assertRefused(int exitCode, String message, String... options) {
    String[] args = {"keys", "create", "--user", "1", options[0], options[1]};
    CommandRun run = CommandRun.of(args).failed(exitCode, message);
    assertThat(run.err()).doesNotContain(SECRET);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "market",
        "postgresql://u:s3cret@db/market",
        "jdbc:mysql://db/market?password=s3cret",
        "jdbc:sqlite:s3cret.db",
        "jdbc:postgresql:s3cret",
        "JDBC:POSTGRESQL://s3cret",
        "jdbc:postgresql://u:s3cret@db/market"
      })
  void anotherDatabase_isRefusedWithTheOneThatIsTaken(String url) {
    String form = "; give jdbc:postgresql://HOST:PORT/NAME?user=USER&password=PASSWORD";
    assertRefused(ExitCode.USAGE, form, "--database", url);
  }

  @Test
  void twoDatabases_orNoDirectory_areRefused() {
    CommandRun.of("keys", "list", "--data", "a", "--database", URL + SECRET)
        .failed(ExitCode.USAGE, "--data and --database name two databases; give one of them");
    for (String none : List.of("", "\u0000")) {
      assertRefused(ExitCode.USAGE, "--data names no directory; give a path", "--data", none);
    }
  }

  @Test
  void whatCantBeUsed_isRefused() throws IOException {
    String file = Files.writeString(directory.resolve("file"), "").toString();
    String port = "jdbc:postgresql://127.0.0.1:99999/m?password=" + SECRET;
    String name = "jdbc:postgresql://127.0.0.1/%zz?user=u&password=" + SECRET;
    String remedy = "; check --data and --database";
    assertRefused(ExitCode.DATABASE, remedy, "--data", file);
    assertRefused(ExitCode.DATABASE, remedy, "--database", port);
    assertRefused(ExitCode.DATABASE, remedy, "--database", name);
  }

  @Test
  void anAddressTwice_isShownNeitherTime() {
    CommandRun run =
        CommandRun.of("keys", "list", "--database", URL + "1", "--database", URL + "2");
    assertThat(run.failed(ExitCode.USAGE).err()).doesNotContain(URL);
  }
}
