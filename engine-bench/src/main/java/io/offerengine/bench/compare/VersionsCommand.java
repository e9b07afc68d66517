package io.offerengine.bench.compare;

import io.offerengine.bench.peers.PeerKind;
import io.offerengine.bench.searches.SearchClass;
import io.offerengine.bench.versions.LoadedVersion;
import io.offerengine.bench.versions.TimedVersion;
import io.offerengine.bench.versions.VersionLoader;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command that compares two versions of the engine. */
@Command(
    name = "versions",
    description = {
      "Loads two versions of the engine into one process, each over the same offers and with its"
          + " own benchmarks and libraries, and compares them: the changed version is the second"
          + " side.",
      "If a search finds other offers in one version than in the other, the command ends with an"
          + " error."
    },
    footerHeading =
        "%nExamples:%n  versions --base old/benchmarks.jar%n"
            + "  versions --base old/benchmarks.jar --offers 1000000 --updates 400%n"
            + "An engine without benchmarks of its own runs with these: --base"
            + " OLD/engine-core/target/classes:benchmarks.jar%n")
public final class VersionsCommand extends SearchComparison {
  @Option(
      names = "--base",
      paramLabel = "PATH",
      required = true,
      description = "The benchmarks.jar of a version; or a class path of its benchmarks.")
  @SuppressWarnings("NullAway.Init") // picocli sets it before the call
  private String base;

  @Option(
      names = "--changed",
      paramLabel = "PATH",
      description = "The same of the version to compare with the base (default: this version).")
  private @Nullable String changed;

  @Option(
      names = "--searches",
      paramLabel = "N",
      defaultValue = "100000",
      description =
          "Number of saved searches, 1 to 10000000, for their classes (default: ${DEFAULT-VALUE}).")
  private int searches;

  @Override
  void check() throws Exception {
    super.check();
    int most = SavedCommand.MOST_SEARCHES;
    require(searches >= 1 && searches <= most, "--searches", "1 to 10000000", searches);
    requireBenchmarks("--base", base);
    requireBenchmarks("--changed", changed());
  }

  private void requireBenchmarks(String option, String classPath) throws IOException {
    boolean holds = VersionLoader.holdsBenchmarks(classPath);
    require(holds, option, "a benchmarks.jar or a class path of benchmarks", classPath);
  }

  private String changed() {
    return changed == null ? System.getProperty("java.class.path") : changed;
  }

  @Override
  boolean fits(SearchClass kind) {
    return kind.group() == SearchClass.Group.SAVED || super.fits(kind);
  }

  @Override
  String fitting() {
    return "all classes, and those of TEXTS with --schema generic alone";
  }

  @Override
  double neededHeap() {
    return 2
        * (offers() * PeerKind.ENGINE.heapPerOffer() + searches * SavedCommand.HEAP_PER_SEARCH);
  }

  @Override
  void measure(Harness harness, List<SearchClass> kinds) throws ComparisonException {
    List<String> names = kinds.stream().map(SearchClass::name).toList();
    Map<String, String> options = new HashMap<>();
    options.put(LoadedVersion.OFFERS, Integer.toString(offers()));
    options.put(LoadedVersion.SEED, Long.toString(seed()));
    options.put(LoadedVersion.SCHEMA, schema().name());
    options.put(LoadedVersion.UPDATES, Integer.toString(updates()));
    options.put(LoadedVersion.SEARCHES, Integer.toString(searches));
    options.put(LoadedVersion.CLASSES, String.join(",", names));
    boolean isExchanged = harness.process() % 2 == 1;
    // The memory of the version that is loaded first is laid out differently.
    Side first = load(isExchanged ? "changed" : "base", isExchanged ? changed() : base, options);
    Side second = load(isExchanged ? "base" : "changed", isExchanged ? base : changed(), options);
    List<Side> sides = isExchanged ? List.of(second, first) : List.of(first, second);
    for (SearchClass kind : kinds) {
      for (Side side : sides) {
        if (side.turnTo(kind) == 0) {
          throw new ComparisonException(side.label() + " has no draws of " + kind);
        }
      }
    }
    harness.time(sides, kinds, true);
  }

  /** Loads a version. */
  static Side load(String label, String classPath, Map<String, String> options)
      throws ComparisonException {
    try {
      TimedVersion version = VersionLoader.load(classPath, options);
      return new Side(label, version);
    } catch (IOException | ReflectiveOperationException | RuntimeException | LinkageError e) {
      Throwable cause = e;
      for (Throwable next = e.getCause(); next != null; next = next.getCause()) {
        cause = next;
      }
      if (cause instanceof OutOfMemoryError error) {
        throw error;
      }
      throw new ComparisonException(label + " can't be loaded from " + classPath + ": " + cause, e);
    }
  }
}
