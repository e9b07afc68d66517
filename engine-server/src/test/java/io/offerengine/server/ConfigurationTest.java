package io.offerengine.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.offerengine.server.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The configuration of commands by file, environment and options. */
class ConfigurationTest {
  private static final Pattern OPTION = Pattern.compile("\\[(--[a-z-]+)");

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void nameFile() {
    file = folder.resolve("service.yaml");
  }

  private CommandRun show(Map<String, String> environment, String... options) {
    String line = "check --show --config " + file + " " + String.join(" ", options);
    return CommandRun.of(environment, "", line.strip().split(" ", -1));
  }

  /** Returns every option of serve, from the synopsis of its help. */
  static Stream<String> options() {
    String help = CommandRun.of("serve", "--help").out();
    String synopsis = help.substring(0, help.indexOf("Serves offers")).replaceAll("\\s+", " ");
    List<String> options =
        OPTION.matcher(synopsis).results().map((MatchResult found) -> found.group(1)).toList();
    assertThat(options).hasSizeGreaterThan(12).contains("--port", "--secret-file", "--user-rate");
    return options.stream().filter(option -> !option.equals("--config"));
  }

  @ParameterizedTest
  @MethodSource("options")
  void everyOptionOfServe_isAKeyOfTheFileAndAVariable(String option) throws IOException {
    String key = option.substring(2);
    String variable = "OFFER_ENGINE_" + key.toUpperCase(Locale.ROOT).replace('-', '_');
    Files.writeString(file, "# the only line\n" + key + ": 1\n");
    assertSets(show(Map.of()), option, file + ", line 2");
    assertSets(show(Map.of(variable, "1")), option, variable);
  }

  /** A value that does not fit the option is an error, which names the same origin. */
  private static void assertSets(CommandRun run, String option, String origin) {
    String key = option.substring(2);
    if (run.exitCode() == ExitCode.OK) {
      assertThat(run.out())
          .containsPattern("(?m)^" + key + " +\\[?1(\\.0)?]? +" + Pattern.quote(origin));
    } else {
      assertThat(run.err()).startsWith("offer-engine: " + origin + ": ").contains(option);
    }
  }

  @Test
  void sources_ofOneOption_areFileThenEnvironmentThenCommandLine() throws IOException {
    Files.writeString(file, "port: 1\nhost: a\nuser-rate: 5\n");
    CommandRun run =
        show(Map.of("OFFER_ENGINE_PORT", "2", "OFFER_ENGINE_HOST", "b"), "--port", "3").succeeded();
    assertThat(run.out().lines().map(line -> line.replaceAll(" +", " ")))
        .contains(
            "port 3 command line",
            "host b OFFER_ENGINE_HOST",
            "user-rate 5.0 " + file + ", line 3",
            "deadline 10000 default",
            "user-burst (not set) default");
  }

  @Test
  void proxies_ofEverySource_areAListOfRanges() throws IOException {
    Files.writeString(file, "trusted-proxy: [10.0.0.0/8, '::1']\n");
    Map<String, String> variable = Map.of("OFFER_ENGINE_TRUSTED_PROXY", "10.0.0.0/8,::1");
    String both = "(?m)^trusted-proxy +\\[10.0.0.0/8, ::1] +";
    assertThat(show(Map.of()).out()).containsPattern(both + Pattern.quote(file.toString()));
    assertThat(show(variable).out()).containsPattern(both + "OFFER_ENGINE_TRUSTED_PROXY");
    String[] twice = {"--trusted-proxy", "10.0.0.0/8", "--trusted-proxy", "::1"};
    assertThat(show(Map.of(), twice).out()).containsPattern(both + "command line");
    Files.writeString(file, "port: 1\ntrusted-proxy: [10.0.0.0/8, 10.0.0.1/8]\n");
    CommandRun.line("check --config " + file)
        .failed(
            ExitCode.USAGE,
            file + ", line 2",
            "the address of '10.0.0.1/8' has bits beyond its prefix");
  }

  @Test
  void database_ofAHigherSource_replacesEveryDatabaseOfALowerOne() throws IOException {
    Files.writeString(file, "database: jdbc:postgresql://db/market\n");
    Map<String, String> environment = Map.of("OFFER_ENGINE_DATA", "elsewhere");
    assertThat(show(Map.of()).out()).containsPattern("(?m)^database +jdbc");
    assertThat(show(environment).out())
        .containsPattern("(?m)^data +elsewhere")
        .containsPattern("(?m)^database +\\(not set\\)");
    assertThat(show(environment, "--database", "jdbc:postgresql://db/other").out())
        .containsPattern("(?m)^data +\\(not set\\)")
        .containsPattern("(?m)^database +jdbc:postgresql://db/other +command line");
  }

  @Test
  void show_ofPasswordsAndSecrets_masksThem() throws IOException {
    Files.writeString(
        file, "database: jdbc:postgresql://db/m?user=u&password=hidden&sslpassword=hidden&a=b\n");
    CommandRun run =
        show(Map.of("OFFER_ENGINE_API_KEY", "hidden", "OFFER_ENGINE_SECRET", "hidden"));
    assertThat(run.out())
        .doesNotContain("hidden")
        .contains("jdbc:postgresql://db/m?user=u&password=***&sslpassword=***&a=b")
        .containsPattern("(?m)^OFFER_ENGINE_API_KEY +\\*\\*\\*");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "prot: 80 | line 1: no option is called 'prot'; there are access-log, ",
        "port: 99999 | line 1: Invalid value for option '--port': a port is a number from 0",
        "a-key: 1 | line 1: no option is called 'a-key'",
        "config: x | line 1: no option is called 'config'",
        "help: true | line 1: no option is called 'help'",
        "database: mysql://x | line 1: --database is not the address of a PostgreSQL database",
        "duplicates: never | line 1: Invalid value for option '--duplicates': expected one of",
      })
  void check_ofAWrongFile_namesLineAndRemedy(String text, String message) throws IOException {
    Files.writeString(file, text + "\n");
    for (String command : List.of("check --config ", "serve --config ")) {
      CommandRun run = CommandRun.line(command + file);
      assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
      assertThat(run.err()).startsWith("offer-engine: " + file + ", " + message);
      assertThat(run.err().lines()).hasSize(1);
    }
  }

  @Test
  void check_ofManyFaults_saysAllOfThem() throws IOException {
    Files.writeString(
        file,
        """
        prot: 80
        port: http
        host:
        deadline: 0
        user-burst: 3
        connections: [1, 2]
        host: &a 1
        connections: -1
        """);
    CommandRun run =
        CommandRun.of(
            Map.of(
                "OFFER_ENGINE_PROT",
                "1",
                "OFFER_ENGINE_DRAIN_SECONDS",
                "-1",
                "OFFER_ENGINE_API_KEY",
                "two words"),
            "",
            ("check --public-burst 7 --public-rate 1 --now 1e300 --config " + file).split(" ", -1));
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.out()).isEmpty();
    List<String> expected =
        List.of(
            "line 3: 'host' has no value; give one or delete the line",
            "line 7: anchors (&), aliases (*) and tags (!) are not allowed",
            "line 8: 'connections' is set twice, before at ",
            "line 1: no option is called 'prot'",
            "line 6: 'connections' takes one value, but got 2",
            "OFFER_ENGINE_PROT: no option has this environment variable; unset it, or set one of ",
            ", OFFER_ENGINE_PORT, ",
            "line 2: Invalid value for option '--port': 'http' is not an int",
            "line 4: Invalid value for option '--deadline'",
            "OFFER_ENGINE_DRAIN_SECONDS: Invalid value for option '--drain-seconds'",
            "line 5: Invalid value for option '--user-burst': it needs --user-rate R beside it",
            "offer-engine: Invalid value for option '--public-burst': it needs --public-search",
            "offer-engine: Invalid value for option '--public-rate': it needs --public-search",
            "offer-engine: Invalid value for option '--now': it is beyond any instant",
            "offer-engine: OFFER_ENGINE_API_KEY: an API key has 1 to 512 characters of visible"
                + " ASCII, without blanks; set a valid key, or unset the variable");
    List<String> faults = run.err().lines().toList();
    assertThat(faults).as(run.err()).allMatch(fault -> fault.startsWith("offer-engine: "));
    for (String each : expected) {
      assertThat(faults).as(run.err()).anyMatch(fault -> fault.contains(each));
    }
    // One fault has two of them.
    assertThat(faults).as(run.err()).hasSize(expected.size() - 1);
  }

  @ParameterizedTest
  @CsvSource({
    "--public-search --public, search, 0, a rate is more than 0 and at most 1000000000 per second",
    "--public-search --public, search, NaN, it takes a number above 0",
    "--public-search --public, search, 1, ",
    "--user, request, 0, a rate is more than 0 and at most 1000000000 per second",
    "--user, request, NaN, it takes a number above 0",
    "--user, request, 1, "
  })
  void check_ofALimitOfNothing_namesRateAndBurst(
      String options, String unit, String rate, String problem) {
    String prefix = options.substring(options.lastIndexOf('-') - 1);
    CommandRun run = CommandRun.line("check " + options + "-burst 0 " + prefix + "-rate " + rate);
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err())
        .hasLineCount(problem == null ? 1 : 2)
        .contains(prefix + "-burst': it takes at least 1 " + unit + ", but got 0\n")
        .contains(problem == null ? "" : prefix + "-rate': " + problem + ", but got " + rate);
  }

  /** The defaults of other options hold all the same. */
  @Test
  void check_ofAValueThatCantBeRead_blamesNoOtherOption() {
    String data = folder.resolve("none").toString();
    CommandRun run = CommandRun.line("check --data " + data + " --secret-file s --port x");
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err())
        .isEqualTo("offer-engine: Invalid value for option '--port': 'x' is not an int\n");
  }

  @Test
  void check_ofARightConfiguration_saysSoAndMakesNothing() throws IOException {
    Path data = folder.resolve("data");
    Files.writeString(file, "data: " + data + "\nport: 8081\nhost: 0.0.0.0\n");
    CommandRun run = CommandRun.line("check --config " + file).succeeded();
    assertThat(run.out().lines())
        .containsExactly(
            "configuration: right", "database: none is in " + data + " yet; serve makes one");
    assertThat(data).doesNotExist();
    assertThat(CommandRun.of("check").out().lines())
        .containsExactly("configuration: right", "database: none is given, and nothing is kept");
  }

  /** What serve would find out when it makes its database. */
  @Test
  void check_beforeTheFirstStart_readsTheSecretAndTheOffers() throws IOException {
    String data = folder.resolve("data").toString();
    String offers = folder.resolve("offers.ndjson").toString();
    Map<String, String> environment = Map.of("OFFER_ENGINE_SECRET", "garbage");
    CommandRun both =
        CommandRun.of(environment, "", "check", "--data", data, "--offers", offers)
            .failed(ExitCode.DATABASE, "OFFER_ENGINE_SECRET", offers + ": no such file");
    assertThat(both.err()).hasLineCount(2);
    assertThat(both.out()).contains("none is in " + data + " yet");
    CommandRun.line("check --data " + data + " --offers " + offers)
        .failed(ExitCode.OFFERS, offers + ": no such file; check the path given to --offers");
    CommandRun.line("check --offers " + offers).failed(ExitCode.OFFERS, offers);
    CommandRun.line("check --offers " + folder).failed(ExitCode.OFFERS, folder + ": can't be read");
    Files.writeString(folder.resolve("offers.ndjson"), "{\"id\": 1}\n");
    CommandRun.line("check --data " + data + " --offers " + offers).succeeded();
    assertThat(folder.resolve("data")).doesNotExist();
  }

  /** A command made the database; serve gives it a secret, and fills its log from the file. */
  @Test
  void check_ofADatabaseThatServedNobody_readsTheSecretAndTheOffers() {
    String data = folder.resolve("data").toString();
    String offers = folder.resolve("offers.ndjson").toString();
    CommandRun.line("keys create --user 7 --data " + data).succeeded();
    CommandRun intact = CommandRun.line("check --data " + data).succeeded();
    assertThat(intact.out()).contains("secret: the database has none yet", data + " is intact");
    CommandRun.line("check --data " + data + " --offers " + offers)
        .failed(ExitCode.OFFERS, offers + ": no such file");
    Map<String, String> environment = Map.of("OFFER_ENGINE_SECRET", "garbage");
    CommandRun garbage =
        CommandRun.of(environment, "", "check", "--data", data).failed(ExitCode.DATABASE);
    assertThat(garbage.out()).contains("secret: the environment variable OFFER_ENGINE_SECRET");
  }

  /** As serve: a check before the first start, and one of a database without a secret. */
  @Test
  void check_ofASecretInAMissingDirectory_saysWhatServeSays() {
    String line = "--data " + folder.resolve("a/data") + " --secret-file " + folder + "/a/b/key";
    String problem = folder + "/a/b is not a directory; make it, or name a file in another one";
    CommandRun.line("check " + line).failed(ExitCode.DATABASE, problem);
    assertThat(folder.resolve("a")).doesNotExist();
    CommandRun.line("serve --port 0 " + line).failed(ExitCode.DATABASE, problem);
    CommandRun emptied = CommandRun.line("check " + line).failed(ExitCode.DATABASE);
    assertThat(emptied.out()).contains("secret: " + folder + "/a/b/key can't hold", problem);
    assertThat(emptied.err())
        .endsWith("/a/data is intact, but a secret is missing or wrong, see above\n");
    // The directory that serve makes for the database holds the file, too.
    for (String directory : List.of("/c", "/./c", "/c/.", "/c/data/..")) {
      String key = folder + directory + "/key";
      CommandRun.line("check --data " + folder + "/c/data --secret-file " + key).succeeded();
    }
    String missing = folder + "/x/../c";
    for (String command : List.of("check", "serve --port 0")) {
      CommandRun.line(command + " --data " + folder + "/c/data --secret-file " + missing + "/key")
          .failed(ExitCode.DATABASE, missing + " is not a directory; make it");
    }
  }

  @Test
  void otherCommands_takeTheDatabaseFromTheFile() throws IOException {
    Files.writeString(file, "port: 8080\ndata: " + folder.resolve("data") + "\n");
    Map<String, String> environment = Map.of("OFFER_ENGINE_CONFIG", file.toString());
    CommandRun.of(environment, "", "keys", "create", "--user", "7").succeeded();
    CommandRun listed = CommandRun.line("keys list --config " + file);
    assertThat(listed.out()).contains("7");
    CommandRun missing = CommandRun.line("keys list --config no-such-file");
    assertThat(missing.err())
        .startsWith("offer-engine: no-such-file: no such file; check the path of --config");
  }
}
