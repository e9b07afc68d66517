package io.offerengine.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** What the options of a service are together: where it keeps what it has seen, and faults. */
class ServeArgumentsTest {
  private static final String URL = "jdbc:postgresql://db/market?user=market&password=s3cret";
  private static final Map<String, String> ENVIRONMENT = Map.of("HOME", "/home/m");

  /** A command with these options only. */
  @Command(name = "test")
  private static final class Holder {
    @Mixin private final ServeArguments arguments = new ServeArguments();
  }

  private static ServeOptions options(
      Map<String, String> environment, List<String> refused, String line) {
    Holder holder = new Holder();
    CommandLine command = new CommandLine(holder).setCaseInsensitiveEnumValuesAllowed(true);
    command.parseArgs(line.isEmpty() ? new String[0] : line.split(" ", -1));
    Refusals refusals = new Refusals(command);
    ServeOptions options = holder.arguments.options(environment, refusals);
    refusals.all().forEach(each -> refused.add(each.getMessage()));
    return options;
  }

  private static @Nullable Path directory(Map<String, String> environment, String line) {
    List<String> refused = new ArrayList<>();
    Path directory = options(environment, refused, line).savedOffers();
    assertThat(refused).isEmpty();
    return directory;
  }

  static List<String> refused(Map<String, String> environment, String line) {
    List<String> refused = new ArrayList<>();
    ServeOptions unused = options(environment, refused, line);
    return refused;
  }

  /** A later start on any free port would not find the directory of a member again. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "--data d --port 0 --saved-offers files | files",
        "--database URL --port 0 --saved-offers files | files",
        "--data d --saved-offers none |",
        "--database URL --saved-offers none |",
        "--data d | d/saved-offers",
        "--port 0 --database URL |",
        "`` |",
        "--port 0 |",
      })
  void directory_isTheNamedOne_orOneBesideSqlite(String line, Path expected) {
    assertThat(directory(Map.of(), line.replace("URL", URL))).isEqualTo(expected);
  }

  @Test
  void directory_ofAMember_isOneForItsPortAndDatabase() {
    Path first = directory(ENVIRONMENT, "--database " + URL);
    assertThat(first).hasParentRaw(Path.of("/home/m/.local/state/offer-engine"));
    assertThat(first.getFileName().toString()).matches("saved-offers-8080-[0-9a-f]{8}");
    assertThat(directory(ENVIRONMENT, "--database " + URL.replace("s3cret", "other")))
        .isEqualTo(first);
    assertThat(directory(ENVIRONMENT, "--port 8081 --database " + URL)).isNotEqualTo(first);
    assertThat(directory(ENVIRONMENT, "--database " + URL.replace("//db", "//db2")))
        .isNotEqualTo(first);

    Map<String, String> systemd = Map.of("HOME", "/", "STATE_DIRECTORY", "/var/lib/x:/var/lib/y");
    assertThat(directory(systemd, "--database " + URL))
        .isEqualTo(Path.of("/var/lib/x").resolve(first.getFileName()));
  }

  @Test
  void options_withTwoSecrets_areRefused() {
    assertThat(refused(Map.of("OFFER_ENGINE_SECRET", "s"), "--data d --secret-file f"))
        .containsExactly(
            "--secret-file and OFFER_ENGINE_SECRET name two secrets; give one of them, or unset the"
                + " variable");
  }
}
