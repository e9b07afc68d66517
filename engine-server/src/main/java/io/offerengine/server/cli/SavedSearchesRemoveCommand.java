package io.offerengine.server.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command {@code saved-searches remove}: deletes a search of the key's user. */
@Command(
    name = "remove",
    description = "Deletes a saved search of the key's user.",
    footer = "  java -jar engine-server.jar saved-searches remove 1")
final class SavedSearchesRemoveCommand extends ServiceCommand {
  @Parameters(paramLabel = "ID", description = "The number of the saved search.")
  private long id;

  SavedSearchesRemoveCommand(CommandContext context) {
    super(context);
  }

  @Override
  public Integer call() throws InterruptedException {
    byte[] unused = service.sendOnce(context, "DELETE", "/market/v1/saved_searches/" + id, NO_BODY);
    context.out().println("Saved search " + id + " is deleted");
    return ExitCode.OK;
  }
}
