package io.offerengine.server.config;

import io.offerengine.log.DurableEngine;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.server.cli.CommandContext;
import io.offerengine.server.cli.CommandFailure;
import io.offerengine.server.cli.ExitCode;
import io.offerengine.server.cli.SecretOptions;
import io.offerengine.server.cli.StoreOptions;
import io.offerengine.server.store.Database;
import io.offerengine.server.store.DatabaseCheck;
import io.offerengine.server.templates.DatabaseSecret;
import io.offerengine.server.templates.SecretRewrite;
import io.offerengine.server.templates.UnusableSecretException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;

/**
 * The command {@code check}: everything that is wrong with the configuration, the database and the
 * secret of a service.
 */
@Command(
    name = "check",
    description = {
      "Says everything that is wrong before the service finds out: each option, variable and",
      "line of the configuration file, every row of the database and every part of its log",
      "by its checksum, and every password by the secrets. It changes nothing, and the service",
      "may run meanwhile."
    },
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:nothing is wrong",
      "1:a fault of the program or the machine",
      "2:the command line, the environment or the configuration is wrong",
      "6:something is damaged, or the database or the secret can't be used"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  java -jar engine-server.jar check --config offer-engine.yaml",
      "  java -jar engine-server.jar check --data data --show"
    })
public final class CheckCommand implements Callable<Integer> {
  private static final String PROGRAM = "offer-engine: ";

  /** The parts of a database without which no password can be read. */
  private static final Set<String> OF_TEMPLATES = Set.of("structure", "templates");

  private final CommandContext context;
  private final Supplier<CommandLine> program;

  @Option(
      names = "--show",
      description = {
        "Print every option of serve with the value in force and its source, and open no",
        "database. Passwords and secrets are not shown."
      })
  private boolean shows;

  @Parameters(
      paramLabel = "OPTION",
      arity = "0..*",
      description = "Options of serve, as it would be started with.")
  private List<String> given = List.of();

  private CheckCommand(CommandContext context, Supplier<CommandLine> program) {
    this.context = context;
    this.program = program;
  }

  /**
   * Returns the command.
   *
   * @param program makes a program of its own, whose command serve parses the options
   */
  public static CommandLine of(CommandContext context, Supplier<CommandLine> program) {
    // Its options are those of serve, which parses them.
    return new CommandLine(new CheckCommand(context, program))
        .setUnmatchedOptionsArePositionalParams(true);
  }

  @Override
  public Integer call() {
    CommandLine root = program.get();
    ConfiguredCommands commands = (ConfiguredCommands) root.getExecutionStrategy();
    ConfiguredCommands.Checked checked = commands.check(root, given);
    if (shows) {
      show(checked.parsed(), commands.inForce());
    }
    checked.faults().forEach(this::say);
    CheckedCommand serve = ConfiguredCommands.serve(root).getCommand();
    if (checked.faults().isEmpty()) {
      if (shows) {
        return ExitCode.OK;
      }
      context.out().println("configuration: right");
      return check(serve.store(), serve.secret());
    }
    if (!shows) {
      checkDespiteFaults(serve);
    }
    return ExitCode.USAGE;
  }

  private void say(@Nullable String fault) {
    context.err().println(PROGRAM + oneLine(String.valueOf(fault)));
  }

  /** Goes on to the database if the configuration names one, although something else is wrong. */
  private void checkDespiteFaults(CheckedCommand serve) {
    try {
      if (serve.store().isGiven()) {
        int unused = check(serve.store(), serve.secret());
      }
    } catch (ParameterException namedAlready) {
      // The name of the database, or of the secret, is among the faults.
    } catch (CommandFailure e) {
      say(e.getMessage());
    }
  }

  private static String oneLine(String fault) {
    return fault.replaceAll("\\R", " ");
  }

  private int check(StoreOptions store, SecretOptions secret) {
    if (!store.isGiven()) {
      context.out().println("database: none is given, and nothing is kept");
      return ExitCode.OK;
    }
    Path directory = store.directory();
    if (directory != null && !Database.isIn(directory)) {
      context.out().println("database: none is in " + directory + " yet; serve makes one");
      return ExitCode.OK;
    }
    String pending = store.pendingChange();
    if (pending != null) {
      context.out().println("database: " + store.describe() + " " + pending);
      context.out().println("  nothing in it was checked");
      return ExitCode.OK;
    }
    // Services that share a database need not all have its secret.
    boolean hasSecret = directory != null || secret.isGiven(context.environment());
    Path file = hasSecret ? secret.file(store, context.environment()) : null;
    long damages = store.useExisting(database -> damages(database, file));
    if (damages > 0) {
      throw new CommandFailure(
          ExitCode.DATABASE,
          store.describe() + " is damaged, see above; restore the database from a copy");
    }
    context.out().println(store.describe() + " is intact");
    return ExitCode.OK;
  }

  private long damages(Database database, @Nullable Path secretFile) {
    long damages = 0;
    boolean hasTemplates = true;
    for (DatabaseCheck check : database.check()) {
      hasTemplates &= check.damages().isEmpty() || !OF_TEMPLATES.contains(check.part());
      String rows = check.part().equals("structure") ? "" : check.rows() + " rows, ";
      damages += report(check.part() + ": " + rows, check.damages());
    }
    damages += report("offers: ", DurableEngine.verify(MarketplaceSchema.schema(), database.log()));
    if (!hasTemplates) {
      context.out().println("secret: not checked, since templates are damaged");
      return damages;
    }
    return damages + (secretFile == null ? unusedSecret() : secretFaults(database, secretFile));
  }

  private long report(String part, List<String> damages) {
    context.out().println(part + (damages.isEmpty() ? "intact" : "damaged"));
    damages.forEach(damage -> context.out().println("  " + damage));
    return damages.size();
  }

  private long unusedSecret() {
    context.out().println("secret: none is given, and templates can't be saved");
    return 0;
  }

  private long secretFaults(Database database, Path file) {
    try {
      SecretRewrite.Passwords passwords =
          new SecretRewrite(database, DatabaseSecret.read(database, context.environment(), file))
              .read();
      int decrypted = passwords.current() + passwords.older().size();
      context
          .out()
          .println(
              "secret: belongs to the database, decrypts "
                  + decrypted
                  + " passwords, of which an older secret has encrypted "
                  + passwords.older().size());
      for (long template : passwords.lost()) {
        context.out().println("  no secret decrypts the password of the template " + template);
      }
      return passwords.lost().size();
    } catch (UnusableSecretException e) {
      context.out().println("secret: " + e.getMessage());
      return 1;
    }
  }

  private void show(ParseResult serve, Map<OptionSpec, Setting> inForce) {
    Configuration.options(serve.commandSpec())
        .forEach((key, option) -> {
          Setting setting = inForce.get(option);
          String value = option.getValue() == null ? "(not set)" : MaskedText.of(option.getValue());
          if (setting != null) {
            line(key, value, setting.origin());
          } else {
            line(key, value, serve.hasMatchedOption(option) ? "command line" : "default");
          }
        });
    for (String variable : Configuration.SECRETS) {
      if (context.environment().containsKey(variable)) {
        line(variable, MaskedText.MASK, "environment");
      }
    }
  }

  private void line(String key, String value, String source) {
    context.out().printf("%-20s %-30s %s%n", key, value, source);
  }
}
