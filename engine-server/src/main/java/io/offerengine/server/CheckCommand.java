package io.offerengine.server;

import io.offerengine.log.DurableEngine;
import io.offerengine.marketplace.MarketplaceSchema;
import io.offerengine.server.cli.CommandContext;
import io.offerengine.server.cli.CommandFailure;
import io.offerengine.server.cli.ExitCode;
import io.offerengine.server.cli.StoreLocation;
import io.offerengine.server.config.ConfiguredCommands;
import io.offerengine.server.store.CheckedTable;
import io.offerengine.server.store.Database;
import io.offerengine.server.templates.DatabaseSecret;
import io.offerengine.server.templates.SecretRewrite;
import io.offerengine.server.templates.ServerSecret;
import io.offerengine.server.templates.UnusableSecretException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/**
 * The command {@code check}: everything that is wrong with the configuration, the database, the
 * secret and the first offers of a service.
 */
@Command(
    name = "check",
    description = {
      "Says everything that is wrong before the service finds out: each option, variable and",
      "line of the configuration file, every row of the database and every part of its log",
      "by its checksum, every password by the secrets, and whether the file of offers can be",
      "read that would fill an empty database. It changes nothing, and the service may run",
      "meanwhile."
    },
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:nothing is wrong",
      "1:a fault of the program or the machine",
      "2:the command line, the environment or the configuration is wrong",
      "3:the file of offers can't be read",
      "6:something is damaged, or the database or the secret can't be used"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  java -jar engine-server.jar check --config offer-engine.yaml",
      "  java -jar engine-server.jar check --data data --show"
    })
final class CheckCommand implements Callable<Integer> {
  /** The parts of a database without which no password can be read. */
  private static final Set<String> OF_TEMPLATES = Set.of("structure", "templates");

  private static final String SECRET = "secret";
  private static final String LOST_FINGERPRINT =
      "the database has passwords, but not the fingerprint of their secret; restore the database"
          + " before serve starts, or else the passwords may be lost";

  private final CommandContext context;

  @Option(
      names = "--show",
      description = {
        "Print every option of serve with the value in force and its source, and open no",
        "database. Passwords and secrets are not shown."
      })
  private boolean shows;

  @Mixin private final ServeArguments arguments = new ServeArguments();

  @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
  @Spec
  private CommandSpec command;

  private CheckCommand(CommandContext context) {
    this.context = context;
  }

  /** Returns the command, which collects the errors of its command line. */
  static CommandLine of(CommandContext context) {
    CommandLine check = new CommandLine(new CheckCommand(context));
    check.getCommandSpec().parser().collectErrors(true);
    return check;
  }

  @Override
  public Integer call() {
    CommandLine root = command.root().commandLine();
    ConfiguredCommands commands = (ConfiguredCommands) root.getExecutionStrategy();
    ParseResult parsed = command.commandLine().getParseResult();
    Refusals refusals = new Refusals(command.commandLine());
    ServeOptions options = arguments.options(context.environment(), refusals);
    List<String> faults = commands.faults(parsed, refusals.all());
    if (shows) {
      commands.show(parsed, context.out());
    }
    faults.forEach(this::say);
    if (faults.isEmpty()) {
      if (shows) {
        return ExitCode.OK;
      }
      context.out().println("configuration: right");
      return check(options);
    }
    if (!shows && options.store() != null) {
      int unused = check(options);
    }
    return ExitCode.USAGE;
  }

  private void say(@Nullable String fault) {
    Main.say(context, String.valueOf(fault));
  }

  /** Checks what serve would open, and says what is wrong; returns the exit code. */
  private int check(ServeOptions options) {
    StoreLocation store = options.store();
    Runnable offers = options.offers()::requireReadable;
    if (store == null) {
      context.out().println("database: none is given, and nothing is kept");
      return run(offers);
    }
    Path directory = store.directory();
    Runnable secret = () -> requireSecret(options.secretFile(), directory);
    if (directory != null && !Database.isIn(directory)) {
      context.out().println("database: none is in " + directory + " yet; serve makes one");
      return run(secret, offers);
    }
    String pending;
    try {
      pending = store.pendingChange();
    } catch (CommandFailure e) {
      say(e.getMessage());
      return e.exitCode();
    }
    if (pending == null) {
      return run(() -> checkExisting(store, options));
    }
    context.out().println("database: " + store + " " + pending);
    context.out().println("  nothing in it was checked");
    return pending.equals(Database.NO_TABLES) ? run(secret, offers) : run(secret);
  }

  /** Runs checks, and says what is wrong; returns the exit code of the first that failed. */
  private int run(Runnable... checks) {
    int exitCode = ExitCode.OK;
    for (Runnable check : checks) {
      try {
        check.run();
      } catch (CommandFailure e) {
        say(e.getMessage());
        exitCode = exitCode == ExitCode.OK ? e.exitCode() : exitCode;
      }
    }
    return exitCode;
  }

  /** Checks a database that exists. */
  private void checkExisting(StoreLocation store, ServeOptions options) {
    boolean isFilled =
        store.useExisting(database -> {
          Set<String> damaged = damagedParts(database);
          boolean isSecretRight =
              !damaged.contains(SECRET) && isSecretRight(database, options.secretFile(), damaged);
          if (!damaged.isEmpty()) {
            throw failure(store + " is damaged, see above; restore the database from a copy");
          }
          if (!isSecretRight) {
            throw failure(store + " is intact, but a secret is missing or wrong, see above");
          }
          return !DurableEngine.isEmpty(database.log());
        });
    context.out().println(store + " is intact");
    // A file of offers fills an empty log; no other log needs the file any more.
    if (!isFilled) {
      options.offers().requireReadable();
    }
  }

  private static CommandFailure failure(@Nullable String problem) {
    return new CommandFailure(ExitCode.DATABASE, String.valueOf(problem));
  }

  /**
   * Checks the secrets of a database that can't say yet whether they belong to it.
   *
   * @param directory the directory of the database, which serve makes first; null without one
   */
  private void requireSecret(@Nullable Path file, @Nullable Path directory) {
    if (file == null) {
      return;
    }
    try {
      DatabaseSecret.requireUsable(context.environment(), file, directory);
    } catch (UnusableSecretException e) {
      throw failure(e.getMessage());
    }
  }

  /** Prints what is damaged; returns the names of the damaged parts. */
  private Set<String> damagedParts(Database database) {
    Set<String> damaged = new HashSet<>();
    for (CheckedTable.Check check : database.check()) {
      String rows = check.part().equals("structure") ? "" : check.rows() + " rows, ";
      report(check.part(), rows, check.damages(), damaged);
    }
    List<String> ofOffers = DurableEngine.verify(MarketplaceSchema.schema(), database.log());
    report("offers", "", ofOffers, damaged);
    if (areTemplatesIntact(damaged) && hasLostFingerprint(database)) {
      report(SECRET, "", List.of(LOST_FINGERPRINT), damaged);
    }
    return damaged;
  }

  private void report(String part, String rows, List<String> damages, Set<String> damaged) {
    context.out().println(part + ": " + rows + (damages.isEmpty() ? "intact" : "damaged"));
    damages.forEach(damage -> context.out().println("  " + damage));
    if (!damages.isEmpty()) {
      damaged.add(part);
    }
  }

  private static boolean areTemplatesIntact(Set<String> damaged) {
    return Collections.disjoint(damaged, OF_TEMPLATES);
  }

  /** Whether passwords are there without the fingerprint that was stored before them. */
  private static boolean hasLostFingerprint(Database database) {
    return !DatabaseSecret.isClaimed(database) && SecretRewrite.hasPasswords(database);
  }

  /** Prints the state of the secret; returns whether it is right, as far as can be said. */
  private boolean isSecretRight(Database database, @Nullable Path file, Set<String> damaged) {
    if (!areTemplatesIntact(damaged)) {
      sayOfSecret("not checked, since templates are damaged");
      return true;
    }
    if (file == null) {
      sayOfSecret("none is given, and templates can't be saved");
      return true;
    }
    try {
      if (DatabaseSecret.isClaimed(database)) {
        return decryptsAll(database, DatabaseSecret.read(database, context.environment(), file));
      }
      DatabaseSecret.requireUsable(context.environment(), file, null);
      sayOfSecret("the database has none yet; serve gives it one");
      return true;
    } catch (UnusableSecretException e) {
      sayOfSecret(e.getMessage());
      return false;
    }
  }

  private void sayOfSecret(@Nullable String state) {
    context.out().println(SECRET + ": " + state);
  }

  private boolean decryptsAll(Database database, ServerSecret secret) {
    SecretRewrite.Passwords passwords = new SecretRewrite(database, secret).read();
    int older = passwords.older().size();
    sayOfSecret(
        "belongs to the database, decrypts "
            + (passwords.current() + older)
            + " passwords, of which an older secret has encrypted "
            + older);
    for (long template : passwords.lost()) {
      context
          .out()
          .println(
              "  no secret decrypts the password of the template "
                  + template
                  + "; put the secret that does at the end of the list, or else give the template"
                  + " its password again");
    }
    return passwords.lost().isEmpty();
  }
}
