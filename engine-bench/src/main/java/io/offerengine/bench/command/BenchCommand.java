package io.offerengine.bench.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * A command of the benchmarks' jar: the option for help, checks of the other options, the streams
 * for output, and failures in one line.
 *
 * <p>Wrong options exit with {@link CommandLine.ExitCode#USAGE}; the message names the allowed
 * values and the given one. Foreseen failures of a run exit with {@link
 * CommandLine.ExitCode#SOFTWARE}. Any other exception is a defect and prints its stack trace.
 */
@Command(usageHelpWidth = 100)
public abstract class BenchCommand implements Callable<Integer> {
  private static final double LONGEST_SECONDS = 3600;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Shows this help.")
  @SuppressWarnings("UnusedVariable") // picocli reads it
  private boolean wantsHelp;

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it before the call
  private CommandSpec spec;

  /** Returns the command line of this command. */
  public final CommandLine commandLine() {
    CommandLine line = new CommandLine(this).setCaseInsensitiveEnumValuesAllowed(true);
    line.setParameterExceptionHandler((problem, arguments) -> {
      err().println(problem.getMessage() + "; " + spec.name() + " --help lists the options");
      return CommandLine.ExitCode.USAGE;
    });
    line.setExecutionExceptionHandler((problem, failed, result) -> {
      String said = explain(problem);
      if (said == null) {
        throw problem;
      }
      err().println(said);
      return CommandLine.ExitCode.SOFTWARE;
    });
    return line;
  }

  /** Returns a line that reports a foreseen failure of a run; null if it is a defect. */
  protected @Nullable String explain(Exception problem) {
    if (!(problem instanceof IOException)) {
      return null;
    }
    // The message of such an exception may be a path alone.
    String said =
        problem instanceof FileSystemException ? problem.toString() : problem.getMessage();
    return "A file could not be read or written: " + said;
  }

  /**
   * Refuses a value unless a condition holds.
   *
   * @param option the option's name, such as {@code --offers}
   * @param allowed the allowed values, in words
   * @throws ParameterException if the condition does not hold
   */
  protected final void require(boolean holds, String option, String allowed, @Nullable Object got) {
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
  protected final void requireFolder(String option, @Nullable Path file) {
    Path folder = file == null ? null : file.toAbsolutePath().getParent();
    boolean fits = folder == null || Files.isDirectory(folder);
    require(fits, option, "a file in a folder that exists", file);
  }

  /**
   * Refuses {@code --seconds} and {@code --warm-up} beyond an hour, or without time to measure.
   *
   * @throws ParameterException if one is out of range
   */
  protected final void requireTimes(double seconds, double warmUp) {
    boolean measures = seconds > 0 && seconds <= LONGEST_SECONDS;
    require(measures, "--seconds", "more than 0, up to 3600", seconds);
    require(warmUp >= 0 && warmUp <= LONGEST_SECONDS, "--warm-up", "0 to 3600", warmUp);
  }

  /** Returns an exception that refuses the options of the command as a whole. */
  protected final ParameterException refusal(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  /** Returns the command with its options as they were given. */
  protected final CommandSpec spec() {
    return spec;
  }

  /** Returns the stream for results. */
  protected final PrintWriter out() {
    return spec.commandLine().getOut();
  }

  /** Returns the stream for progress and failures. */
  protected final PrintWriter err() {
    return spec.commandLine().getErr();
  }
}
