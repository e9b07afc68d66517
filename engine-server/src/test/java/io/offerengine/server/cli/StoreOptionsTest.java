package io.offerengine.server.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;

/** The choice of a command's database. */
class StoreOptionsTest {
  private static final String URL = "jdbc:postgresql://db:5432/market";
  private static final String SECRET = "s3cret";

  @TempDir private Path directory;

  /** A command with these options only. */
  @Command(name = "test")
  private static final class Holder {
    @Mixin private final StoreOptions options = new StoreOptions();
  }

  private StoreOptions parse(String... args) {
    Holder holder = new Holder();
    new CommandLine(holder).parseArgs(args);
    return holder.options;
  }

  @Test
  void open_ofADirectory_makesItsDatabase() {
    Path inner = directory.resolve("a").resolve("b");
    StoreLocation given = parse("--data", inner.toString()).required();
    assertThat(given.isShared()).isFalse();
    assertThat(given.directory()).isEqualTo(inner);
    assertThat(given).hasToString(inner.toString());
    given.open().close();
    assertThat(inner.resolve("offer-engine.db")).exists();
  }

  @Test
  void toString_ofAnAddress_leavesItsParametersOut() {
    StoreLocation given = parse("--database", URL + "?user=u&password=" + SECRET).required();
    assertThat(given.isShared()).isTrue();
    assertThat(given.directory()).isNull();
    assertThat(given).hasToString(URL);
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
  void location_ofAnotherAddress_saysWhichIsTaken(String url) {
    String form = "; give jdbc:postgresql://HOST:PORT/NAME?user=USER&password=PASSWORD";
    assertThatThrownBy(parse("--database", url)::location)
        .isInstanceOf(ParameterException.class)
        .hasMessageStartingWith("--database ")
        .hasMessageEndingWith(form)
        .hasMessageNotContaining(SECRET);
  }

  @Test
  void location_ofTwoOrOfNoDirectory_isRefused() {
    assertRefused(
        "--data and --database name two databases; give one of them",
        "--data",
        "a",
        "--database",
        URL + SECRET);
    for (String none : List.of("", "\u0000")) {
      assertRefused("--data names no directory; give a path", "--data", none);
    }
  }

  private void assertRefused(String message, String... args) {
    assertThatThrownBy(parse(args)::location)
        .isInstanceOf(ParameterException.class)
        .hasMessage(message);
  }

  @Test
  void open_ofWhatCantBeUsed_fails() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "");
    assertUnusable("--data", file.toString());
    assertUnusable("--database", "jdbc:postgresql://127.0.0.1:99999/m?password=" + SECRET);
    assertUnusable("--database", "jdbc:postgresql://127.0.0.1/%zz?user=u&password=" + SECRET);
  }

  private void assertUnusable(String... args) {
    StoreLocation given = parse(args).required();
    assertThatThrownBy(given::open)
        .isInstanceOfSatisfying(
            CommandFailure.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.DATABASE))
        .hasMessageEndingWith("; check --data and --database")
        .hasMessageNotContaining(SECRET);
  }

  @Test
  void parse_ofAnAddressTwice_showsNeither() {
    assertThatThrownBy(() -> parse("--database", URL + "1", "--database", URL + "2"))
        .isInstanceOf(ParameterException.class)
        .hasMessageNotContaining(URL);
  }
}
