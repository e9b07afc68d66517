package io.offerengine.server.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import picocli.CommandLine.Command;

/** The command {@code saved-searches list}: prints the searches of the key's user. */
@Command(
    name = "list",
    description = "Prints the saved searches of the key's user as JSON.",
    footer = "  java -jar engine-server.jar saved-searches list")
final class SavedSearchesListCommand extends ServiceCommand {
  SavedSearchesListCommand(CommandContext context) {
    super(context);
  }

  @Override
  public Integer call() throws InterruptedException {
    byte[] list = service.sendOnce(context, "GET", "/market/v1/saved_searches", NO_BODY);
    context.out().println(new String(list, UTF_8));
    return ExitCode.OK;
  }
}
