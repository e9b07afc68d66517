package io.offerengine.server.config;

import io.offerengine.server.cli.CommandContext;
import io.offerengine.server.cli.CommandFailure;
import io.offerengine.server.cli.ExitCode;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** The command {@code config check}: checks a file by itself, without the environment. */
@Command(
    name = "check",
    description = {
      "Checks a configuration file: every key and value, as serve would.",
      "The environment is not read, and no database is opened."
    },
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the file is right",
      "1:a fault of the program or the machine",
      "2:the file is wrong; the message names file and line"
    },
    footerHeading = "%nExample:%n",
    footer = "  java -jar engine-server.jar config check offer-engine.yaml")
final class ConfigCheckCommand implements Callable<Integer> {
  private final CommandContext context;
  private final Function<Map<String, String>, CommandLine> program;

  @Parameters(paramLabel = "FILE", description = "The configuration file.")
  private String file = "";

  ConfigCheckCommand(CommandContext context, Function<Map<String, String>, CommandLine> program) {
    this.context = context;
    this.program = program;
  }

  @Override
  public Integer call() {
    CommandLine root = program.apply(Map.of());
    ConfiguredCommands commands = (ConfiguredCommands) root.getExecutionStrategy();
    try {
      commands.complete(root.parseArgs("serve", Configuration.OPTION, file));
      CheckedCommand serve = ConfiguredCommands.serve(root).getCommand();
      serve.check();
    } catch (ParameterException e) {
      throw new CommandFailure(ExitCode.USAGE, commands.describe(e));
    }
    context.out().println(file + " is right");
    return ExitCode.OK;
  }
}
