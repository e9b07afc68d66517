package io.offerengine.server.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/**
 * A command that only groups other commands, which inherit what they don't set themselves: the
 * version, headings and exit codes.
 *
 * <p><b>Threads.</b> Confined to the command's thread.
 */
@Command(
    scope = ScopeType.INHERIT,
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    exitCodeListHeading = CommandGroup.EXIT_CODES,
    footerHeading = CommandGroup.EXAMPLE)
public abstract class CommandGroup implements Runnable {
  static final String EXIT_CODES = "%nExit codes:%n";
  static final String EXAMPLE = "%nExample:%n";
  static final String EXAMPLES = "%nExamples:%n";
  static final String FAULT = "1:a fault of the program or the machine";
  static final String UNAVAILABLE = "1:the service can't be reached, or can't answer now";
  static final String USAGE = "2:the command line or the environment is wrong";
  static final String REFUSED = "4:the service refused the request";
  static final String DATABASE = "6:the database can't be used";

  @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
  @Spec
  private CommandSpec command;

  /** Creates a group without commands. */
  protected CommandGroup() {}

  /** Reports that no command was given, and names the commands of the group. */
  @Override
  public void run() {
    List<String> names = new ArrayList<>(command.subcommands().keySet());
    String last = names.remove(names.size() - 1);
    throw new ParameterException(
        command.commandLine(),
        "No command was given: use "
            + (names.isEmpty() ? last : String.join(", ", names) + " or " + last));
  }
}
