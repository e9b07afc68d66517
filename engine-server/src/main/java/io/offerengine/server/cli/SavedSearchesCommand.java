package io.offerengine.server.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.server.alerts.SavedSearchRequest;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code saved-searches}, a group of commands for the searches of the key's user. */
@Command(
    name = "saved-searches",
    description = "Saves, lists and removes searches of the key's user on a running service.",
    exitCodeList = {
      "0:success",
      CommandGroup.UNAVAILABLE,
      CommandGroup.USAGE,
      CommandGroup.REFUSED
    },
    footerHeading = CommandGroup.EXAMPLES,
    footer = {
      "  java -jar engine-server.jar saved-searches add --name big \\",
      "    '{\"num_gpus\": {\"gte\": 8}}'",
      "  java -jar engine-server.jar saved-searches list",
      "  java -jar engine-server.jar saved-searches remove 1",
      "More of each command: java -jar engine-server.jar saved-searches COMMAND --help"
    })
public final class SavedSearchesCommand extends CommandGroup {
  private static final String PATH = "/market/v1/saved_searches";

  private final CommandContext context;

  /** Creates the group for a run. */
  public SavedSearchesCommand(CommandContext context) {
    this.context = context;
  }

  /** What is saved. */
  static final class Source {
    @Option(
        names = "--template",
        paramLabel = "HASH_ID",
        description = "Takes the extra_filters of a template.")
    private @Nullable String template;

    @Parameters(
        paramLabel = "REQUEST_JSON",
        description = "The search request; - reads it from standard input.")
    private @Nullable String request;
  }

  /** Saves a search. */
  @Command(
      name = "add",
      description = "Saves a search and prints it with its number.",
      footerHeading = EXAMPLES,
      footer = {
        "  java -jar engine-server.jar saved-searches add --name big \\",
        "    '{\"num_gpus\": {\"gte\": 8}}'",
        "  java -jar engine-server.jar saved-searches add --template HASH_ID"
      })
  int add(
      @Mixin ServiceOptions service,
      @Option(names = "--name", paramLabel = "NAME", description = "A name for you.")
          @Nullable String name,
      @Option(
              names = "--cool-down",
              paramLabel = "S",
              description =
                  "How long an alert suppresses alerts of the same machine at no lower price, in"
                      + " seconds (default: 3600).")
          @Nullable Long coolDown,
      @ArgGroup(multiplicity = "1") Source source)
      throws IOException, InterruptedException {
    String search = source.request;
    if ("-".equals(search)) {
      search = new String(context.in().readAllBytes(), UTF_8);
    }
    String given = name == null ? "" : name;
    byte[] body = SavedSearchRequest.write(given, coolDown, search, source.template);
    byte[] saved = service.send(context, "POST", PATH, body);
    context.out().println(new String(saved, UTF_8));
    return ExitCode.OK;
  }

  /** Prints the searches of the key's user. */
  @Command(
      name = "list",
      description = "Prints the saved searches of the key's user as JSON.",
      footerHeading = EXAMPLE,
      footer = "  java -jar engine-server.jar saved-searches list")
  int list(@Mixin ServiceOptions service) throws InterruptedException {
    byte[] list = service.send(context, "GET", PATH, ServiceOptions.NO_BODY);
    context.out().println(new String(list, UTF_8));
    return ExitCode.OK;
  }

  /** Deletes a search of the key's user. */
  @Command(
      name = "remove",
      description = "Deletes a saved search of the key's user.",
      footerHeading = EXAMPLE,
      footer = "  java -jar engine-server.jar saved-searches remove 1")
  int remove(
      @Mixin ServiceOptions service,
      @Parameters(paramLabel = "ID", description = "The number of the saved search.") long id)
      throws InterruptedException {
    byte[] unused = service.send(context, "DELETE", PATH + "/" + id, ServiceOptions.NO_BODY);
    context.out().println("Saved search " + id + " is deleted");
    return ExitCode.OK;
  }
}
