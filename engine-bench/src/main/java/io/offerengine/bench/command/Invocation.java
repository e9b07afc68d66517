package io.offerengine.bench.command;

import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * One call of a command: the option for help, checks of the other options, and the streams for
 * output. Every command uses this class as a mixin.
 */
public final class Invocation {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Shows this help.")
  @SuppressWarnings("UnusedVariable") // picocli reads it
  private boolean wantsHelp;

  @Spec(Spec.Target.MIXEE)
  @SuppressWarnings("NullAway.Init") // picocli sets it before the call
  private CommandSpec command;

  /** Returns checks of the command's options. */
  public OptionChecks checks() {
    return new OptionChecks(command);
  }

  /** Returns the name of the command. */
  public String name() {
    return command.name();
  }

  /** Returns the options as they were given. */
  public List<String> arguments() {
    return command.commandLine().getParseResult().originalArgs();
  }

  /** Returns the stream for results. */
  public PrintWriter out() {
    return command.commandLine().getOut();
  }

  /** Returns the stream for progress and failures. */
  public PrintWriter err() {
    return command.commandLine().getErr();
  }
}
