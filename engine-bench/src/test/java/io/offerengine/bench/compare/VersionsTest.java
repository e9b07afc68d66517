package io.offerengine.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.offerengine.OfferEngine;
import io.offerengine.bench.searches.SearchClass;
import io.offerengine.bench.versions.LoadedVersion;
import io.offerengine.bench.versions.TimedVersion;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Each version is loaded by itself, and what can't be loaded is named. */
class VersionsTest {
  private static final String CLASS_PATH = System.getProperty("java.class.path");

  @TempDir private Path folder;

  private static Side load(String label, String classPath, String classes, int updates)
      throws ComparisonException {
    Map<String, String> options = new HashMap<>();
    options.put(LoadedVersion.OFFERS, "600");
    options.put(LoadedVersion.SEED, "1");
    options.put(LoadedVersion.SCHEMA, "MARKET");
    options.put(LoadedVersion.UPDATES, Integer.toString(updates));
    options.put(LoadedVersion.SEARCHES, "500");
    options.put(LoadedVersion.CLASSES, classes);
    return VersionsCommand.load(label, classPath, options);
  }

  @Test
  void load_twice_loadsTheEngineTwice() throws Exception {
    Class<?> one = engineClass(load("base", CLASS_PATH, "Q5", 0));
    Class<?> other = engineClass(load("changed", CLASS_PATH, "Q5", 0));

    assertThat(one).isNotSameAs(other).isNotSameAs(OfferEngine.class);
    assertThat(one.getName()).isEqualTo(OfferEngine.class.getName());
  }

  private static Class<?> engineClass(Side version) throws Exception {
    return version.work().getClass().getClassLoader().loadClass(OfferEngine.class.getName());
  }

  @Test
  void load_ofSearchesAndSavedSearches_runsBoth() throws Exception {
    TimedVersion version = load("base", CLASS_PATH, "Q5,SAVED_OFFER", 0).work();

    assertThat(version.turnTo("Q5")).isEqualTo(200);
    version.run(0);
    assertThat(version.found()).hasSize(20);
    assertThat(version.turnTo("SAVED_OFFER")).isEqualTo(200);
    version.run(0);
    assertThatThrownBy(() -> version.turnTo("Q1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Q1 was not drawn, but [Q5]");
  }

  @Test
  void execute_changedThatHoldsNoBenchmarks_isRefused() throws Exception {
    Path text = Files.writeString(folder.resolve("text.jar"), "no jar");
    for (Path none : List.of(text, folder)) {
      StringWriter errors = new StringWriter();
      CommandLine command = new VersionsCommand().commandLine().setErr(new PrintWriter(errors));
      assertThat(command.execute("--base=" + CLASS_PATH, "--changed=" + none))
          .isEqualTo(CommandLine.ExitCode.USAGE);
      assertThat(errors.toString())
          .contains(
              "--changed takes a benchmarks.jar or a class path of benchmarks, but got " + none);
    }
  }

  /** A folder that looks like benchmarks at first sight. */
  @Test
  void load_ofDamagedBenchmarks_namesThem() throws Exception {
    Path entry = folder.resolve(LoadedVersion.class.getName().replace('.', '/') + ".class");
    Files.createDirectories(entry.getParent());
    Files.write(entry, new byte[] {1, 2, 3});

    assertThatThrownBy(() -> load("base", folder.toString(), "Q5", 0))
        .isInstanceOf(ComparisonException.class)
        .hasMessageStartingWith("base can't be loaded from " + folder + ": ")
        .hasMessageContaining("ClassFormatError");
  }

  @Test
  void time_ofVersionsThatDiffer_namesTheDraw() throws Exception {
    List<Side> sides =
        List.of(load("base", CLASS_PATH, "Q5", 0), load("changed", CLASS_PATH, "Q5", 200));

    assertThatThrownBy(
            () -> new Harness(0, 0.01, 0, line -> {}).time(sides, List.of(SearchClass.Q5), true))
        .isInstanceOf(ComparisonException.class)
        .hasMessageStartingWith(
            "draw 0 of Q5 finds something else: base finds 20 results, first [");
  }
}
