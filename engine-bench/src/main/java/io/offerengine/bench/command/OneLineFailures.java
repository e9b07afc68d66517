package io.offerengine.bench.command;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/**
 * Command lines that report a failure in one line.
 *
 * <p>Wrong options exit with {@link CommandLine.ExitCode#USAGE}, foreseen failures of a run with
 * {@link CommandLine.ExitCode#SOFTWARE}. Any other exception is a defect and prints its stack
 * trace.
 */
public final class OneLineFailures {
  private OneLineFailures() {}

  /** Returns the command line of a command that reads or writes files. */
  public static CommandLine ofFiles(Object command) {
    return commandLine(
        command,
        IOException.class,
        problem -> "A file could not be read or written: " + named(problem));
  }

  /** Returns a description of a problem; the message of the exception may be a path alone. */
  private static String named(IOException problem) {
    return problem instanceof FileSystemException
        ? problem.toString()
        : String.valueOf(problem.getMessage());
  }

  /**
   * Returns the command line of a command.
   *
   * @param command the command, annotated with its name
   * @param foreseen the class of exceptions that are reported in one line
   * @param message returns the line for an exception
   */
  public static <X extends Exception> CommandLine commandLine(
      Object command, Class<X> foreseen, Function<X, @Nullable String> message) {
    CommandLine line = new CommandLine(command);
    line.setParameterExceptionHandler((problem, arguments) -> {
      line.getErr()
          .println(
              problem.getMessage() + "; " + line.getCommandName() + " --help lists the options");
      return CommandLine.ExitCode.USAGE;
    });
    line.setExecutionExceptionHandler((problem, failed, result) -> {
      if (!foreseen.isInstance(problem)) {
        throw problem;
      }
      line.getErr().println(message.apply(foreseen.cast(problem)));
      return CommandLine.ExitCode.SOFTWARE;
    });
    return line;
  }
}
