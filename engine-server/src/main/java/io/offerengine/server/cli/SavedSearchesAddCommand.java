package io.offerengine.server.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.offerengine.server.alerts.SavedSearchRequest;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code saved-searches add}: saves a search. */
@Command(
    name = "add",
    description = "Saves a search and prints it with its number.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  java -jar engine-server.jar saved-searches add --name big \\",
      "    '{\"num_gpus\": {\"gte\": 8}}'",
      "  java -jar engine-server.jar saved-searches add --template HASH_ID"
    })
final class SavedSearchesAddCommand extends ServiceCommand {
  @Option(names = "--name", paramLabel = "NAME", description = "A name for you.")
  private String name = "";

  @Option(
      names = "--cool-down",
      paramLabel = "S",
      description =
          "How long an alert suppresses alerts of the same machine at no lower price, in seconds"
              + " (default: 3600).")
  private @Nullable Long coolDown;

  @ArgGroup(multiplicity = "1")
  private Source source = new Source();

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

  SavedSearchesAddCommand(CommandContext context) {
    super(context);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    String search = source.request;
    if ("-".equals(search)) {
      search = new String(context.in().readAllBytes(), UTF_8);
    }
    byte[] body = SavedSearchRequest.write(name, coolDown, search, source.template);
    byte[] saved = service.sendOnce(context, "POST", "/market/v1/saved_searches", body);
    context.out().println(new String(saved, UTF_8));
    return ExitCode.OK;
  }
}
