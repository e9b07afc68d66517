package io.offerengine.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.server.cli.AcceptRestoreCommand;
import io.offerengine.server.cli.AlertsCommand;
import io.offerengine.server.cli.BackupCommand;
import io.offerengine.server.cli.CommandContext;
import io.offerengine.server.cli.CommandFailure;
import io.offerengine.server.cli.CommandGroup;
import io.offerengine.server.cli.ExitCode;
import io.offerengine.server.cli.ExplainCommand;
import io.offerengine.server.cli.KeysCommand;
import io.offerengine.server.cli.SavedSearchesCommand;
import io.offerengine.server.cli.SearchCommand;
import io.offerengine.server.cli.TemplatesCommand;
import io.offerengine.server.cli.Version;
import io.offerengine.server.config.ConfiguredCommands;
import io.offerengine.server.log.LogConfigurator;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;

/**
 * The program's entry point: the commands that serve and search offers, and those that maintain
 * keys, the database and the configuration.
 */
@Command(
    name = Main.NAME,
    description = "Matches search requests with marketplace offers.",
    versionProvider = Version.class,
    exitCodeListHeading = "%nExit codes, of all commands:%n",
    exitCodeList = {
      "0:success",
      "1:a fault of the program or the machine",
      "2:the command line, the environment or the configuration is wrong",
      "3:the offers can't be read",
      "4:the search request is wrong",
      "5:the address can't be listened on",
      "6:the database can't be used",
      "130, 143:stopped by SIGINT or SIGTERM"
    },
    footerHeading = "%nExamples; the offers are the packaged sample:%n",
    footer = {
      "  java -jar engine-server.jar serve --port 8080",
      "  java -jar engine-server.jar search --table '{\"order\": [[\"dph_total\", \"asc\"]]}'",
      "  java -jar engine-server.jar explain '{\"num_gpus\": {\"gte\": 4}}'",
      "  java -jar engine-server.jar keys create --data data --user 1 --admin",
      "More of each command: java -jar engine-server.jar COMMAND --help"
    })
public final class Main extends CommandGroup {
  static final String NAME = "offer-engine";

  private static final Logger LOG = LoggerFactory.getLogger(Main.class);

  private Main() {}

  /** Runs a command and exits with its code. */
  public static void main(String[] args) {
    PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, UTF_8);
    PrintStream err = new PrintStream(new FileOutputStream(FileDescriptor.err), true, UTF_8);
    int exitCode = run(new CommandContext(System.getenv(), System.in, out, err), args);
    out.flush();
    System.exit(exitCode);
  }

  /** Runs a command and returns its exit code, one of {@link ExitCode}. */
  static int run(CommandContext context, String... args) {
    CommandLine program = program(context);
    ConfiguredCommands commands = (ConfiguredCommands) program.getExecutionStrategy();
    return program
        .setOut(new PrintWriter(context.out(), true, UTF_8))
        .setErr(new PrintWriter(context.err(), true, UTF_8))
        .setParameterExceptionHandler((e, given) -> report(context, commands, e))
        .setExecutionExceptionHandler((e, line, given) -> report(context, e))
        .execute(args);
  }

  /** Returns all commands, not yet parsed. */
  static CommandLine program(CommandContext context) {
    CommandLine program =
        new CommandLine(new Main())
            .addSubcommand(new ServeCommand(context))
            .addSubcommand(new SearchCommand(context))
            .addSubcommand(new ExplainCommand(context))
            .addSubcommand(new SavedSearchesCommand(context))
            .addSubcommand(new AlertsCommand(context))
            .addSubcommand(new KeysCommand(context))
            .addSubcommand(new TemplatesCommand(context))
            .addSubcommand(new BackupCommand(context))
            .addSubcommand(new AcceptRestoreCommand(context))
            .addSubcommand(CheckCommand.of(context));
    return program
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionStrategy(ConfiguredCommands.of(program, context.environment()));
  }

  private static int report(
      CommandContext context, ConfiguredCommands commands, ParameterException e) {
    String name = e.getCommandLine().getCommandSpec().qualifiedName();
    say(context, commands.describe(e) + "; see " + name + " --help");
    return ExitCode.USAGE;
  }

  private static int report(CommandContext context, Exception e) {
    if (e instanceof CommandFailure failure) {
      say(context, String.valueOf(failure.getMessage()));
      return failure.exitCode();
    }
    LOG.debug("The command failed", e);
    say(
        context,
        "the program failed: %s; for details run java with -D%s=debug"
            .formatted(e, LogConfigurator.LEVEL));
    return ExitCode.FAULT;
  }

  /** Tells people in one line what is wrong. */
  static void say(CommandContext context, String problem) {
    context.err().println(NAME + ": " + problem.replaceAll("\\R", " "));
  }
}
