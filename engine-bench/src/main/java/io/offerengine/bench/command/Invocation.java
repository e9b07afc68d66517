package io.offerengine.bench.command;

import java.io.PrintWriter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * One call of a command: the option that shows help, checks of the other options, and the streams
 * that the command prints to. Every command mixes the class in.
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

  /** Returns where results are printed. */
  public PrintWriter out() {
    return command.commandLine().getOut();
  }

  /** Returns where progress and failures are printed. */
  public PrintWriter err() {
    return command.commandLine().getErr();
  }
}
