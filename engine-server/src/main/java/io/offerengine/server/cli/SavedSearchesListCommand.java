package io.offerengine.server.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code saved-searches list}: prints the searches of the key's user. */
@Command(
    name = "list",
    description = "Prints the saved searches of the key's user as JSON.",
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:success",
      "1:the service can't be reached, or can't answer now",
      "2:the command line or the environment is wrong",
      "4:the service refused the request"
    },
    footerHeading = "%nExample:%n",
    footer = "  java -jar engine-server.jar saved-searches list")
final class SavedSearchesListCommand implements Callable<Integer> {
  private static final byte[] NO_BODY = {};

  private final CommandContext context;

  @Mixin private final ServiceOptions service = new ServiceOptions();

  SavedSearchesListCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws InterruptedException {
    byte[] list = service.sendOnce(context, "GET", "/market/v1/saved_searches", NO_BODY);
    context.out().println(new String(list, UTF_8));
    return ExitCode.OK;
  }
}
