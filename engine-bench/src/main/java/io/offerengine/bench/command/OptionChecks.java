package io.offerengine.bench.command;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Checks of the options of a command. The messages name the allowed values and the given one. */
public final class OptionChecks {
  private static final double LONGEST_SECONDS = 3600;

  private final CommandSpec spec;

  /** Creates the checks of a command. */
  public OptionChecks(CommandSpec spec) {
    this.spec = spec;
  }

  /**
   * Refuses a value unless a condition holds.
   *
   * @param option the option's name, such as {@code --offers}
   * @param allowed the allowed values, in words
   * @throws ParameterException if the condition does not hold
   */
  public void require(boolean holds, String option, String allowed, @Nullable Object got) {
    if (!holds) {
      throw refusal(option + " takes " + allowed + ", but got " + got);
    }
  }

  /**
   * Refuses a file whose folder does not exist, before the run instead of at its end.
   *
   * @param file null if the option was not given
   * @throws ParameterException if the folder does not exist
   */
  public void requireFolder(String option, @Nullable Path file) {
    Path folder = file == null ? null : file.toAbsolutePath().getParent();
    boolean fits = folder == null || Files.isDirectory(folder);
    require(fits, option, "a file in a folder that exists", file);
  }

  /**
   * Refuses {@code --seconds} and {@code --warm-up} beyond an hour, or without time to measure.
   *
   * @throws ParameterException if one is out of range
   */
  public void requireTimes(double seconds, double warmUp) {
    boolean measures = seconds > 0 && seconds <= LONGEST_SECONDS;
    require(measures, "--seconds", "more than 0, up to 3600", seconds);
    require(warmUp >= 0 && warmUp <= LONGEST_SECONDS, "--warm-up", "0 to 3600", warmUp);
  }

  /** Returns an exception that refuses the options of the command as a whole. */
  public ParameterException refusal(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
