package io.offerengine.server.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The reader of configuration files. */
class ConfigFileTest {
  private static final String LONGEST_RUN = "60s";

  private static ConfigFile.Content parse(String text) {
    return ConfigFile.parse(text.getBytes(UTF_8), "f.yaml");
  }

  @Test
  void parse_ofValuesAndLists_givesTextsWithTheirLines() {
    ConfigFile.Content content =
        parse(
            """
            # a comment
            port: 0080 # another

            host: "::1"
            database: jdbc:postgresql://h:5432/m?user=u&password=p#1
            list: [a, 'b c']
            empty: ''
            items:
              - x
              - 1
            """);
    assertThat(content.faults()).isEmpty();
    assertThat(content.settings())
        .containsExactly(
            new Setting("port", List.of("0080"), "f.yaml, line 2"),
            new Setting("host", List.of("::1"), "f.yaml, line 4"),
            new Setting(
                "database",
                List.of("jdbc:postgresql://h:5432/m?user=u&password=p#1"),
                "f.yaml, line 5"),
            new Setting("list", List.of("a", "b c"), "f.yaml, line 6"),
            new Setting("empty", List.of(""), "f.yaml, line 7"),
            new Setting("items", List.of("x", "1"), "f.yaml, line 8"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "port | f.yaml, line 1: a configuration file has lines like \"port: 8080\"",
        "- port | f.yaml, line 1: a configuration file has lines like",
        "a: 1\\nb | f.yaml, line 2: malformed YAML: could not find expected ':'; a configuration",
        "a: 1\\nb: {c: d} | f.yaml, line 2: 'b' takes a value or a list of values",
        "a: [[1]] | f.yaml, line 1: 'a' takes a value or a list of values",
        "a: [] | f.yaml, line 1: 'a' has an empty list; give a value or delete the line",
        "a:\\nb: 1 | f.yaml, line 1: 'a' has no value; give one or delete the line",
        "a: ~ | f.yaml, line 1: 'a' has no value;",
        "a: 1\\n\\na: 2 | f.yaml, line 3: 'a' is set twice, before at f.yaml, line 1; delete one",
        "a: &x 1 | f.yaml, line 1: anchors (&), aliases (*) and tags (!) are not allowed",
        "a: !!int 1 | f.yaml, line 1: anchors (&), aliases (*) and tags (!) are not allowed",
        "a: *x | f.yaml, line 1: anchors",
        "a: 1\\n---\\nb: 2 | f.yaml, line 3: a configuration file has lines like",
        "a: \"1 | f.yaml, line 1: malformed YAML: ",
        "[a]: 1 | f.yaml, line 1: a configuration file has lines like",
      })
  void parse_ofAMalformedText_namesLineAndRemedy(String text, String message) {
    List<String> faults = parse(text.replace("\\n", "\n")).faults();
    assertThat(faults).hasSize(1);
    assertThat(faults.get(0)).startsWith(message);
  }

  @Test
  void parse_ofBytesThatAreNoText_isRefused() {
    assertThat(ConfigFile.parse(new byte[] {'a', ':', ' ', -1}, "f.yaml").faults())
        .containsExactly("f.yaml is not UTF-8; save it in that encoding");
    assertThat(ConfigFile.parse(new byte[(1 << 20) + 1], "f.yaml").faults())
        .containsExactly("f.yaml is no configuration file: it has more than 1048576 bytes");
    ConfigFile.Content nothing = new ConfigFile.Content(List.of(), List.of());
    assertThat(parse("")).isEqualTo(nothing);
    assertThat(parse("# nothing\n")).isEqualTo(nothing);
    assertThat(parse("---\n")).isEqualTo(nothing);
  }

  @Test
  void read_ofAMissingFile_saysSo() {
    assertThat(ConfigFile.read(Path.of("no-such-file")).faults())
        .containsExactly("no-such-file: no such file; check the path of --config");
    assertThat(ConfigFile.read(Path.of("src")).faults().get(0)).startsWith("src can't be read (");
  }

  static Stream<byte[]> texts() {
    return Stream.of(
            "port: 8080\nhost: [a, 'b']\n",
            "? a\n: |\n  text\n",
            "%YAML 1.2\n---\na: >-\n  x\n...\n",
            "a: {b: [c, &d e]}\n",
            "a: \"\\x41\\u263a\"\n",
            "[[[[[[[[")
        .map(text -> text.getBytes(UTF_8));
  }

  /** What is behind a fault is read as if the fault were not there. */
  @Test
  void parse_ofSeveralFaults_namesEachAndReadsTheRest() {
    ConfigFile.Content content =
        parse("a: {b: [c, {d: e}]}\nf: 1\n[g, h]: {i: j}\nk: [l, [m], n]\no: 2\nf: 3\n");
    assertThat(content.settings())
        .containsExactly(
            new Setting("f", List.of("1"), "f.yaml, line 2"),
            new Setting("o", List.of("2"), "f.yaml, line 5"));
    assertThat(content.faults())
        .extracting(fault -> fault.substring(0, fault.indexOf(':')))
        .containsExactly("f.yaml, line 1", "f.yaml, line 3", "f.yaml, line 4", "f.yaml, line 6");
  }

  /** Any bytes at all give settings and faults of one line that name the file. */
  @MethodSource("texts")
  @FuzzTest(maxDuration = LONGEST_RUN)
  void parse_ofAnyBytes_readsOrRefuses(byte[] bytes) {
    ConfigFile.Content content = ConfigFile.parse(bytes, "f.yaml");
    for (Setting setting : content.settings()) {
      assertThat(setting.values()).isNotEmpty();
      assertThat(setting.origin()).matches("f\\.yaml, line [1-9][0-9]*");
    }
    for (String fault : content.faults()) {
      assertThat(fault).startsWith("f.yaml").doesNotContain("\n");
    }
  }
}
