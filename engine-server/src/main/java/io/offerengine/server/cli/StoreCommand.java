package io.offerengine.server.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * A command that works on the database which its options name.
 *
 * <p><b>Threads.</b> Confined to the command's thread.
 */
@Command(
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "%nExit codes:%n",
    footerHeading = "%nExample:%n")
abstract class StoreCommand implements Callable<Integer> {
  @Mixin private final StoreOptions options = new StoreOptions();

  /** The streams and variables of the run. */
  final CommandContext context;

  @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
  @Spec
  private CommandSpec command;

  /** Creates the command for a run. */
  StoreCommand(CommandContext context) {
    this.context = context;
  }

  /**
   * Returns the database.
   *
   * @throws ParameterException if none was given
   */
  final StoreLocation store() {
    return options.required();
  }

  /** Returns the error of a wrong command line. */
  final ParameterException wrong(String problem) {
    return new ParameterException(command.commandLine(), problem);
  }
}
