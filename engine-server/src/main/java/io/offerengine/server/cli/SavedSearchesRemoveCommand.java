package io.offerengine.server.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The command {@code saved-searches remove}: deletes a search of the key's user. */
@Command(
    name = "remove",
    description = "Deletes a saved search of the key's user.",
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:success",
      "1:the service can't be reached, or can't answer now",
      "2:the command line or the environment is wrong",
      "4:the service refused the request"
    },
    footerHeading = "%nExample:%n",
    footer = "  java -jar engine-server.jar saved-searches remove 1")
final class SavedSearchesRemoveCommand implements Callable<Integer> {
  private static final byte[] NO_BODY = {};

  private final CommandContext context;

  @Mixin private final ServiceOptions service = new ServiceOptions();

  @Parameters(paramLabel = "ID", description = "The number of the saved search.")
  private long id;

  SavedSearchesRemoveCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws InterruptedException {
    byte[] unused = service.sendOnce(context, "DELETE", "/market/v1/saved_searches/" + id, NO_BODY);
    context.out().println("Saved search " + id + " is deleted");
    return ExitCode.OK;
  }
}
