package io.offerengine.bench.command;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that names the file of the results, if there is one. */
public final class ResultsOption {
  private static final String OUT = "--out";

  @Option(
      names = OUT,
      paramLabel = "FILE",
      description = "Where to write the results as JSON (default: nowhere).")
  private @Nullable Path file;

  /** Refuses a file whose folder does not exist. */
  public void check(OptionChecks checks) {
    checks.requireFolder(OUT, file);
  }

  /** Returns the file; empty if the option was not given. */
  public Optional<Path> file() {
    return Optional.ofNullable(file);
  }
}
