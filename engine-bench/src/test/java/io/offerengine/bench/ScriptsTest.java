package io.offerengine.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The scripts that start the service run from beginning to end, with the classes of this test. */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class ScriptsTest {
  private static final Path PAGE = Path.of("../docs/results.md");

  @TempDir private Path folder;

  /** What a script printed, errors included, and how it ended. */
  private record Ended(String output, int exit) {}

  private Ended run(String script, String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("scripts/" + script));
    command.addAll(List.of(arguments));
    Path output = folder.resolve("output");
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectErrorStream(true).redirectOutput(output.toFile());
    try (ServerSocket free = new ServerSocket(0)) {
      builder.environment().put("PORT", Integer.toString(free.getLocalPort()));
    }
    builder.environment().put("SECONDS_OF_LOAD", "0.5");
    builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
    String java =
        Path.of(System.getProperty("java.home"), "bin", "java")
            + " -Xmx256m -XX:TieredStopAtLevel=1 ";
    builder.environment().put("SERVICE", java + "io.offerengine.server.Main");
    builder.environment().put("BENCHMARKS", java + "io.offerengine.bench.Main");
    int exit = builder.start().waitFor();
    return new Ended(Files.readString(output, UTF_8), exit);
  }

  @Test
  void ingest_printsARateForEachRound() throws Exception {
    Ended ended = run("ingest", "500", "100", "2");
    assertThat(ended.exit()).as(ended.output()).isZero();
    assertThat(ended.output())
        .containsPattern("round 1: [1-9]\\d* offers/s\\R")
        .containsPattern("round 2: [1-9]\\d* offers/s\\R");
  }

  @Test
  void ingest_whoseServiceDoesNotStart_saysWhy() throws Exception {
    Ended ended = run("ingest", "500", "100", "1", "--no-such-option");
    assertThat(ended.exit()).isNotZero();
    assertThat(ended.output()).contains("--no-such-option").doesNotContain("round");
  }

  @Test
  void load_printsRatesAndLatencies() throws Exception {
    Ended ended = run("load", "500", "--connections=1,2", "--seconds=0.2", "--warm-up=0.2");
    assertThat(ended.exit()).as(ended.output()).isZero();
    assertThat(ended.output()).contains("| connections |").containsPattern("\\R\\| 2 \\| [1-9]");
  }

  /** Each command of the page runs, over small markets, and prints the tables of its section. */
  @Test
  @Tag("full")
  void results_ofAllTopics_haveTheTablesOfThePage() throws Exception {
    Path figures = Files.createDirectory(folder.resolve("figures"));
    Path page = Files.copy(PAGE, folder.resolve("results.md"));

    Ended ended = run("results", "--quick", figures.toString());

    assertThat(ended.exit()).as(ended.output()).isZero();
    assertThat(ended.output().lines()).hasSize(19).allMatch(line -> line.contains(": done in "));
    assertThat(figures.resolve("over-http.txt"))
        .content()
        .containsPattern("commit [0-9a-f]{7,}")
        .contains("openjdk version");
    assertThat(run("fill", figures.toString(), page.toString())).isEqualTo(new Ended("", 0));
    assertThat(page).content().contains("| Q1 facets | ").isNotEqualTo(Files.readString(PAGE));
  }

  @Test
  void fill_ofSomeTopics_replacesTheirTables() throws Exception {
    Path page =
        Files.writeString(
            folder.resolve("page.md"),
            """
            ## One topic
            2026-11-23, commit 82332bd, of one core.
            | class | 20,000 offers |
            |---|---|
            | Q1 | 1 |

            Between.

            | class | 1,000,000 offers |
            |---|---|
            | Q1 | 2 |

            | side | bytes |
            ## Another one
            2026-11-24, commit 82332be.
            | class | 20,000 offers |
            """);
    Files.writeString(folder.resolve("one-topic.txt"), "2026-11-30T01:02:03Z, commit 12345ab\n");
    Files.writeString(
        folder.resolve("one-topic.md"),
        """
        | class | 600 offers |
        |---|---|
        | Q1 | 3 |

        | class | 600 offers |
        |---|---|
        | Q1 | 4 |
        | Q2 | 5 |
        """);

    assertThat(run("fill", folder.toString(), page.toString()))
        .isEqualTo(new Ended("one-topic has no table | side | bytes |\n", 0));
    assertThat(page)
        .hasContent(
            """
            ## One topic
            2026-11-30, commit 12345ab, of one core.
            | class | 600 offers |
            |---|---|
            | Q1 | 3 |

            Between.

            | class | 600 offers |
            |---|---|
            | Q1 | 4 |
            | Q2 | 5 |

            | side | bytes |
            ## Another one
            2026-11-24, commit 82332be.
            | class | 20,000 offers |
            """);
  }

  @Test
  void fill_ofNoDirectory_saysSo() throws Exception {
    assertThat(run("fill", "/no/such"))
        .isEqualTo(new Ended("fill: there is no directory /no/such\n", 2));
  }

  @Test
  void tables_ofResults_areMarkdown() throws Exception {
    Path output = folder.resolve("jmh.txt");
    Files.writeString(
        output,
        """
        $ java Reads
        stop, which saves all offers: 1.40 s

        Benchmark                         (offers)  (writes)    Mode  Cnt   Score    Error  Units
        Reads.search                         20000     false  sample  999   5.100 ±  0.300  us/op
        Reads.search:p0.50                   20000     false  sample        4.300           us/op
        Reads.search:p0.95                   20000     false  sample        8.300           us/op
        Reads.search:p0.99                   20000     false  sample       10.200           us/op
        Reads.search:gc.alloc.rate.norm      20000     false  sample    5  1233500.1 ± 1.000  B/op
        Reads.search:p0.50                   20000      true  sample        0.0086          us/op
        Reads.search:p0.99                   20000      true  sample      999.400           us/op
        """);

    Ended ended = run("tables", output.toString());

    assertThat(ended.output())
        .isEqualTo(
            """

            $ java Reads

            | | |
            |---|---|
            | stop, which saves all offers | 1.40 s |

            | benchmark | writes | p50, us/op | p99, us/op | B/op |
            |---|---|---|---|---|
            | Reads.search | false | 4.30 | 10.2 | 1,230,000 ± 1.00 |
            | Reads.search | true | 0.0086 | 999 |  |

            """);
  }

  @ParameterizedTest
  @CsvSource({
    "'', the directory for the figures is missing",
    "/no/such/directory, there is no directory /no/such/directory",
    "/tmp over-htp, 'there is no topic over-htp; the topics are side-by-side, '",
    "--quikc, there is no directory",
    "'/tmp/a;b', 'the directory may have letters, digits, _, ., / and - only, but is /tmp/a;b'"
  })
  void results_ofWrongArguments_saysWhatIsWrong(String arguments, String message) throws Exception {
    Ended ended = run("results", arguments.isEmpty() ? new String[0] : arguments.split(" "));

    assertThat(ended.exit()).isEqualTo(2);
    assertThat(ended.output()).startsWith("results: ").contains(message);
  }

  @Test
  void restart_printsStartsAndSearches() throws Exception {
    Path data = Files.createDirectory(folder.resolve("data"));
    Ended ended = run("restart", "500", "1", data.toString());
    assertThat(ended.exit()).as(ended.output()).isZero();
    assertThat(ended.output())
        .containsPattern("ready, from the database: \\d+\\.\\d\\d s\\R")
        .containsPattern("stop, which saves all offers: \\d+\\.\\d\\d s\\R")
        .containsOnlyOnce("ready, from saved offers: ")
        .containsPattern("searches at once:\\R[^|]*\\| connections")
        .containsPattern("searches later:\\R[^|]*\\| connections");
  }
}
